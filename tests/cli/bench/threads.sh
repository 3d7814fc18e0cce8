. "$ZR_TESTS/make_labels.sh"
zr bench labels --batch 5 --batch 10 --threads 1 --threads 3 --rounds 1 --batches 1 --json >report.json
"$PYTHON" - <<'END'
import json
print([(run["batch"], run["threads"], [len(line["nanoseconds"]) for line in run["lines"]]) for run in json.load(open("report.json"))])
END
zr bench labels --threads 5000
