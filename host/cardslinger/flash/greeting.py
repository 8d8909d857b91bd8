"""Whether a launcher plays on the board that was written to."""

import asyncio

from cardslinger.bridge import Hello, Incompatible, Launcher, LauncherError
from cardslinger.flash.errors import BoardFailed

START_S = 60.0  # for one to answer, from files; an emulated one on a busy machine is slow
RETRY_S = 0.25  # a board needs that to show up again


def greet(url: str, patience_s: float) -> Hello:
    """How the launcher at `url` describes itself, once it has started.

    A board that starts anew is away from USB for a moment, so every silence is tried again until
    `patience_s` are over. Raises BoardFailed with what was there instead.
    """
    return asyncio.run(_greet(url, patience_s))


async def _greet(url: str, patience_s: float) -> Hello:
    why = "no answer"
    try:
        async with asyncio.timeout(patience_s):
            while True:
                try:
                    async with await Launcher.open(url) as launcher:
                        return launcher.hello
                except Incompatible as error:
                    raise BoardFailed(f"the board has started, but {error}") from error
                except LauncherError as error:
                    why = str(error)
                await asyncio.sleep(RETRY_S)
    except TimeoutError:
        raise BoardFailed(
            f"no launcher answers after the restart ({why}); unplug the board, plug it in, and see "
            "`cardslinger doctor`"
        ) from None
