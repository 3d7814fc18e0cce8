# IID replays its draws; an interruption ends that.
timeout --preserve-status -s INT 1 zr sample --mode iid --length 1000 --batch 5 --step 9999999999999
