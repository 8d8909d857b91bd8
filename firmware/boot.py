# First thing after power-on and after every reset: the motor stands still.
from slinger.pico import motor_off

motor_off()
