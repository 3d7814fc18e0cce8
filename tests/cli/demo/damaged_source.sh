mkdir source
head -c 1000 /usr/lib/bible.data >source/bible.data
zr demo samples --source source
echo "status $?"
printf 'no text' >source/bible.data
zr demo samples --source source
echo "status $?"
ls
