zr create store --codek raw
