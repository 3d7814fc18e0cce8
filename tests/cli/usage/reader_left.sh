# Whoever has seen enough closes the pipe: no failure, no message.
head -c 300000 /dev/zero >zeros
zr import zeros.store zeros --format raw --dtype uint8 --codec raw >/dev/null
{ zr dump zeros.store --format json; echo $? >dump.status; } | head -n 1
{ zr get zeros.store :; echo $? >get.status; } | head -n 1
cat dump.status get.status
