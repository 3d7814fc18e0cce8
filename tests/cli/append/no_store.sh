printf a | zr append nowhere - --format raw
