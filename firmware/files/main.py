# The launcher, as files beside a MicroPython of its own. `cardslinger flash` wrote this file last
# and in one step: the folder that it names is whole.
import sys

sys.path[:] = [FOLDER, ".frozen"]  # noqa: F821 - a name, by what is in it
import main  # noqa: E402, F401 - the folder's, which runs the launcher
