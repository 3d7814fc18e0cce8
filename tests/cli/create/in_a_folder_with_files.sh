mkdir folder
touch folder/note.txt
zr create folder
