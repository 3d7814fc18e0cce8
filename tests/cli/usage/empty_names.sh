# An empty name is a slip of a script, and nothing that a path could be made of.
. "$ZR_TESTS/make_labels.sh"
for command in "create ''" "import '' labels.bin" "recode labels ''" "demo ''" "get labels 0 -o ''" "backup labels ''" "ls ''" "verify labels ''" "get labels ''"; do
    eval "zr $command"
    echo "$command: status $?"
done
