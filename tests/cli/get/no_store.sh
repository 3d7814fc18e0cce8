# What lies at the path decides what is advised.
mkdir empty plain && touch plain/file.txt
printf 'a\n' >text.txt
mkdir shelf && zr create shelf/points -d f4 && mkdir house && mv shelf house/
for path in missing empty plain text.txt house; do
    zr get $path 0 2>&1
    echo "status $?"
done
