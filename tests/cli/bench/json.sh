. "$ZR_TESTS/make_labels.sh"
zr bench labels --batch 4 --batch 50 --rounds 2 --batches 1 --order sequential --single --json >report.json
"$PYTHON" - <<'END'
import json
for run in json.load(open("report.json")):
    assert all(len(line.pop("nanoseconds")) == run["rounds"] for line in run["lines"])
    assert len(run.pop("fingerprint")) == 16 and run.pop("environment")["cores"] >= 1
    assert set(run.pop("split")) == {"read", "decompress", "copy", "other"} and run.pop("verdict")["kind"] in ("copying", "overhead")
    for line in run["lines"]:
        assert line.pop("p50") <= line.pop("p95") <= line.pop("p99")
        assert len(line.pop("latencies")) == run["rounds"] * run["batches"]
        for key in ("wall_nanoseconds", "cpu_nanoseconds", "faults_per_batch", "resident_bytes"):
            assert line.pop(key) >= 0
    print(run)
END
