printf 'abc' >rows
zr train rows --output rows.dict
