"""What can go wrong with a study. Each message names the cause and the next step.

StudyError
├── EndlessRound   a round goes on and on
├── NotInstalled   an extra is missing
├── NoFont         letters of a picture that no font here has
├── NoCluster      nobody to spread the rounds to
└── Interrupted    the processes or the cluster ended in the middle
"""


class StudyError(Exception):
    """Root of the study's errors."""


class EndlessRound(StudyError):
    """A round that does not end; the message names it."""


class NotInstalled(StudyError):
    """A library of an extra is missing; the message names the extra."""


class NoFont(StudyError):
    """A picture holds letters that no font of this machine has."""


class NoCluster(StudyError):
    """There is no Dask scheduler at the address, or it has no workers."""


class Interrupted(StudyError):
    """Whoever played the rounds ended before they did."""
