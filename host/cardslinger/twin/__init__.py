"""The machine in software: mechanics, a virtual board, an emulated Pico, and a bench with hands."""
