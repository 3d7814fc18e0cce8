echo '{"path": 3}' >a.json
zr bench --compare a.json a.json
