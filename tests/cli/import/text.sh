printf 'one\n\ntwo\n' >lines.txt
zr import lines lines.txt --format text
zr import lines lines.txt --format text --skip-empty-lines
zr dump lines --text
