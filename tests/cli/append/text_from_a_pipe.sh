zr create lines --ragged
printf 'first\r\nsecond\nthird' | zr append lines - --format text
zr dump lines --text
