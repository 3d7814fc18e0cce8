. "$ZR_TESTS/make_labels.sh"
zr load labels --batch 8 --step 3 --steps 2 --npz batch.npz --indices 2>/dev/null
"$PYTHON" - <<'END'
import ast, struct, zipfile
with zipfile.ZipFile("batch.npz") as archive:
    for name in sorted(archive.namelist()):
        array = archive.read(name)
        end = 10 + struct.unpack("<H", array[8:10])[0]
        about = ast.literal_eval(array[10:end].decode())
        values = struct.unpack("<" + str(about["shape"][0]) + {"<i8": "q", "<u8": "Q", "|u1": "B"}[about["descr"]], array[end:])
        print(name, about["descr"], about["shape"], values)
END
zr load labels --batch 8 --steps 1 --npz batch.npz
