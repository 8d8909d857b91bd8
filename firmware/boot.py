# First thing after power-on and after every reset: the motor stands still.
import sys

# No import looks on flash: that takes up to 100 ms, and a file there could stand in for ours.
# main.py gives the path back for the prompt.
sys.path[:] = [".frozen"]

from slinger.pico.motor import motor_off  # noqa: E402

motor_off()
