for speed in 100 200; do
    cat >$speed.json <<END
[{"path": "s", "batch": 256, "order": "random", "threads": 2, "lines": [
 {"name": "map", "limit": false, "nanoseconds": [$((speed + 1)), $speed, $((speed + 2))]},
 {"name": "pread", "limit": false, "nanoseconds": [$speed, 1500, 3000000]},
 {"name": "only here $speed", "limit": false, "nanoseconds": [1]}]}]
END
done
zr bench --compare 100.json 200.json && zr bench --compare 200.json 100.json
