# The launcher. Ctrl-C stops it and leaves the prompt to you, with the motor off; so does a button
# held at power-on. Any other end is an error of ours: it is shown, and the board starts anew.
import asyncio
import sys
import time

import machine
import micropython
from slinger.app import App
from slinger.pico import Board, all_off
from slinger.start import PROMPT, SAFE, start

board = Board()
way = start(
    machine.reset_cause() == machine.PWRON_RESET, board.button.is_down(), board.watchdog.crashes
)
app = None
try:
    if way == PROMPT:
        print(
            "cardslinger is not started: the button was held at power-on, or it crashed on and on"
        )
    else:
        app = App(board, safe=way == SAFE)
        asyncio.run(app.run())
except KeyboardInterrupt:
    micropython.kbd_intr(-1)  # a second Ctrl-C must not cut this short
    all_off()
    if app:
        app.life.save()
    raise
except Exception as error:  # noqa: BLE001  # whatever it is: motor off, show it, start anew
    all_off()
    try:
        sys.print_exception(error)
        if app:
            app.died("%s: %s" % (type(error).__name__, error))
        time.sleep(2)
    finally:
        board.watchdog.crashed()
        machine.reset()
finally:
    try:
        micropython.kbd_intr(-1)  # nor any of this
        board.watchdog.stop()
        sys.path[:] = ["", ".frozen", "/lib"]  # as MicroPython has it
        asyncio.new_event_loop()  # or tasks of this run would go on in the next one
    finally:
        all_off()
        micropython.kbd_intr(3)
