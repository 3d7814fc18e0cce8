for command in $(zr help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    zr $command --help >page || echo "zr $command --help failed"
    zr help $command | cmp - page
    sed -n '/^Examples\{0,1\}:/,$p' page | grep -q "^  .*zr $command" && echo "$command has an example"
done
