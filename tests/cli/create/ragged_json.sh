zr create texts --ragged --json
