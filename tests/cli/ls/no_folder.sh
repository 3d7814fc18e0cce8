zr ls nowhere
