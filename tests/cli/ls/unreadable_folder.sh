# A folder whose path is longer than the system takes cannot be read, not by root either.
. "$ZR_TESTS/make_labels.sh"
mkdir -p b/deep
mv labels b/deep/
"$PYTHON" -c '
import os
for level in range(21):
    name = "a" * 200
    os.mkdir(name)
    os.chdir(name)
'
zr ls --recursive
echo "status $?"
zr ls --recursive --json | cut -c1-60
