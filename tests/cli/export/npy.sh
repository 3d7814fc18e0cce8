. "$ZR_TESTS/make_set.sh"
zr export set/image image.npy
od -An -c image.npy | head -n 3
zr import again image.npy >/dev/null
zr get set/image : --raw >a
zr get again : --raw | cmp - a
zr export set/image image.npy
