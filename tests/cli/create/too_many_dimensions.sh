shape=$(printf '1,%.0s' $(seq 64))
zr create store -d u1 --shape "$shape"
echo "status $?"
zr create store -d u1 --shape "${shape%1,}"
