zr create pairs --shape 2
printf 'abcde' | zr append pairs - --format raw
