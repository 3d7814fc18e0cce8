# A packed file of some bytes that claims a record of 2 GiB.
"$PYTHON" - <<'P'
import gzip, io, numpy
header = io.BytesIO()
numpy.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (1, 2**31)})
with gzip.open("lie.npy.gz", "wb") as packed:
    packed.write(header.getvalue() + b"abc")
P
zr import store lie.npy.gz
echo "status $?"
ls
