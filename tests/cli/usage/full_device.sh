for arguments in --help --version help "get --help" "ls ."; do
    zr $arguments >/dev/full
    echo "$arguments: status $?"
done
