printf "abcdefgh" >file
zr import few file --format raw --dtype uint8 >/dev/null
zr tune few
