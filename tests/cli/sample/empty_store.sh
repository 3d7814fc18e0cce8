zr create empty >/dev/null
zr sample empty
