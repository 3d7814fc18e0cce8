. "$ZR_TESTS/make_labels.sh"
for work in append loader sampler open; do
    zr bench labels --work $work --batch 10 --rounds 2 --batches 3 --cold --json >$work.json
done
"$PYTHON" - <<'END'
import json
for work in ("append", "loader", "sampler", "open"):
    run, = json.load(open(work + ".json"))
    print(run["work"], run["cache"], run["bytes_per_batch"], [line["name"] for line in run["lines"]])
END
zr bench labels --work nothing
