. "$ZR_TESTS/make_labels.sh"
# Old and new indices of what moves or goes; a delete whose table cannot be written is not made.
zr delete labels 3 97 98 --table moves.csv
cat moves.csv
zr delete labels 0 --table moves.csv
zr delete labels 0 --table labels/moves.csv
zr delete labels 0 1 --dry-run --table moves.npy
zr ls labels
