"""What the machine shows: (light on?, tone in Hz or 0, how long the tone lasts in ms)."""

READY = (True, 0, 0)
FIRING = (False, 0, 0)
BLANK = (True, 1200, 25)  # a tick: the press was heard, luck was kind
REFUSED = (False, 300, 60)  # a fire runs and enough presses wait already
LID = (False, 0, 0)  # open: dark and silent
FAULT = (False, 220, 400)  # and dark until a fire goes well
