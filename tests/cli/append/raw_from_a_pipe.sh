zr create labels --codec raw
printf 'abcdef' | zr append labels - --format raw
printf 'gh' | zr append labels - --format raw --json
zr dump labels
