# IID replays its draws; an interruption ends that.
# --foreground: one signal, not a second one to the whole group, which ends zr at once.
timeout --foreground --preserve-status -s INT 1 zr sample --mode iid --length 1000 --batch 5 --step 9999999999999
