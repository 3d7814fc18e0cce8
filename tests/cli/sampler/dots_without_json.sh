zr sampler --length 1K --dots
