zr stats
