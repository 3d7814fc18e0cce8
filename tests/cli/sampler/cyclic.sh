zr sampler --length 1000 --batch 64 --steps 31 --record 4 --unseen
