. "$ZR_TESTS/make_labels.sh"
for rank in 0 1 2; do
    zr load labels --batch 8 --mode sequential --steps 2 --indices --rank $rank --world 3 2>/dev/null
    zr load labels --batch 8 --mode sequential --steps 2 --indices --rank $rank --world 3 --split blocked --remainder wrap 2>/dev/null
    zr load labels --batch 8 --mode sequential --steps 1 --indices --rank $rank --world 3 --remainder uneven 2>/dev/null
done
zr load labels --batch 8 --rank 8 --world 9
