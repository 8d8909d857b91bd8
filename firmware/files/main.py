# The launcher, as files beside a MicroPython of its own. `cardslinger flash` wrote this file last
# and in one step: the folder that it names is whole.
import sys

sys.path[:] = [FOLDER]  # noqa: F821 - a name, by what is in it
import slinger  # noqa: E402, F401

# Its parts are found beside it. Every other import would look on flash first, which makes the
# start three times as long.
sys.path[:] = [".frozen"]
import slinger.main  # noqa: E402, F401
