# The launcher. Ctrl-C stops it and leaves the prompt to you, with the motor off; any other end is
# an error of ours: it is shown, and the board starts anew.
import asyncio
import sys
import time

import machine
from slinger.app import App
from slinger.pico import Board, all_off

try:
    asyncio.run(App(Board()).run())
except Exception as error:  # noqa: BLE001  # whatever it is: motor off, show it, start anew
    all_off()
    sys.print_exception(error)
    time.sleep(2)
    machine.reset()
finally:
    all_off()
