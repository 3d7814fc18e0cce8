for speed in 100 200; do
    cat >$speed.json <<END
[{"path": "s", "batch": 256, "order": "random", "threads": 2, "lines": [
 {"name": "map", "limit": false, "nanoseconds": [$((speed + 1)), $speed, $((speed + 2))]},
 {"name": "pread", "limit": false, "nanoseconds": [$speed, 1500, 3000000]},
 {"name": "only here $speed", "limit": false, "nanoseconds": [1]}]}]
END
done
zr bench --compare 100.json 200.json && zr bench --compare 200.json 100.json
# Another machine and other contents: the figures are shown, and a warning says what they are worth.
"$PYTHON" - <<'END'
import copy, json
run, = json.load(open("100.json"))
run.update(work="gather", cache="warm", fingerprint="00000000000000aa",
           environment=dict(processor="a", cores=2, memory_bytes=1, system="s", zstd="1.5.4", version="1", optimized=True))
other = copy.deepcopy(run)
other.update(fingerprint="00000000000000ab")
other["environment"].update(zstd="1.5.5", cores=4)
json.dump([run], open("here.json", "w"))
json.dump([other], open("there.json", "w"))
END
zr bench --compare here.json there.json
