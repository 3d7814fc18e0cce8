# Words after "--" are never options.
printf 'abc' | zr import letters - --format raw -d u1
zr get letters -- -1
zr get letters -- 0 --full
zr get -- letters 1 2>&1
