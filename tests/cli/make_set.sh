# set: an aligned set of image (5 records of shape (2, 2)) and label. Sourced by tests.
printf 'abcdefghijklmnopqrst' >image.bin
printf '01234' >label.bin
zr import set/image image.bin --format raw --dtype uint8 --shape 2,2 >/dev/null
zr import set/label label.bin --format raw --dtype uint8 --codec raw >/dev/null
rm image.bin label.bin
