echo '[{"path": "a", "batch": 1, "order": "random", "threads": 2, "lines": []}]' >a.json
echo '[{"path": "b", "batch": 1, "order": "random", "threads": 2, "lines": []}]' >b.json
zr bench --compare a.json b.json
