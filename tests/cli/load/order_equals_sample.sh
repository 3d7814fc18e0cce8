. "$ZR_TESTS/make_labels.sh"
for mode in sequential iid cyclic; do
    zr sample labels --batch 7 --mode $mode --seed 3 --steps 40 >sample
    for how in "--prefetch 0" "--prefetch 1" "--prefetch 8 --threads 3" "--threads 1"; do
        zr load labels --batch 7 --mode $mode --seed 3 --steps 40 --indices $how 2>report | cut -d ' ' -f 2- >load
        cmp sample load && grep -c "^next step  40$" report
    done
done
