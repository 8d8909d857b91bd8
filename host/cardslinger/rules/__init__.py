"""The three games as pure data and functions: no I/O, no clock, no chance, nothing else of ours."""
