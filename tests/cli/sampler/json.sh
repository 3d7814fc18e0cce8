zr sampler --length 40 --batch 8 --mode iid --seed 7 --steps 4 --record 3 --unseen --dots --json
