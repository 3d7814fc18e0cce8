printf '\211PNG\r\n\032\n and more' >picture.png
zr create store -d u1 --codec zstd_dict --dict picture.png
