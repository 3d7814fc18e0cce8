zr sampler --length 1000G --batch 256 --steps 1G --mode iid
