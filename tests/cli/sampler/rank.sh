zr sampler --length 12 --batch 4 --mode sequential --steps 6 --rank 1 --world 3 --remainder uneven
