. "$ZR_TESTS/make_labels.sh"
zr bench labels --batch 4 --batch 50 --rounds 2 --batches 1 --order sequential --single --json >report.json
"$PYTHON" - <<'END'
import json
for run in json.load(open("report.json")):
    assert all(len(line.pop("nanoseconds")) == run["rounds"] for line in run["lines"])
    print(run)
END
