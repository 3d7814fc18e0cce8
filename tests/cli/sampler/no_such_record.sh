zr sampler --length 10 --record 10
