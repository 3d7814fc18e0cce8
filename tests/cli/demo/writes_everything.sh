zr demo samples
"$PYTHON" "$ZR_TESTS/check_demo.py" samples
zr ls samples --recursive
head -n 3 samples/fashion/train/label.names.txt
zr verify samples/fashion/train samples/fashion/test samples/bible/verse
ls -A samples
