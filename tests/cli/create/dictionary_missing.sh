zr create store --codec zstd_dict
