zr load
