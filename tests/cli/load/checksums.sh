. "$ZR_TESTS/make_set.sh"
zr load set --batch 2 --steps 6 --checksum --prefetch 0 2>/dev/null >one
zr load set --batch 2 --steps 6 --checksum --prefetch 5 --threads 2 2>/dev/null >two
cmp one two && sort -u one | wc -l
zr load set/image set/label --batch 2 --steps 6 --checksum 2>/dev/null | cmp - one
zr load set --batch 2 --steps 6 --checksum --seed 1 2>/dev/null | cmp -s - one || echo "another seed, other batches"
