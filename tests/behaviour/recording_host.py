"""A host as a process of its own, to be killed: fires on and on, and keeps a record in a file.

    python recording_host.py PORT FILE

Each line of the file is news with how far the record goes then; "ready" is said when connected.
"""

import asyncio
import json
import sys
from pathlib import Path

from cardslinger.bridge import Heard, Launcher, News
from cardslinger.hil.record import Record


def read_record(file: Path) -> Record:
    """What earlier hosts kept, without a line that was cut off."""
    record = Record()
    whole = file.read_bytes() if file.exists() else b""
    for line in whole.splitlines(keepends=True):
        if line.endswith(b"\n"):
            kept = json.loads(line)
            record.heard = Heard(*kept["heard"])
            record.cards += kept["cards"]
            record.confirmations += kept["confirmations"]
            record.doubled += kept["doubled"]
    return record


def keep(record: Record, file: Path, news: News) -> None:
    before = (record.cards, record.confirmations, record.doubled)
    record.keep(news)
    kept = {
        "heard": [record.heard.boot, record.heard.number],
        "cards": record.cards - before[0],
        "confirmations": record.confirmations - before[1],
        "doubled": record.doubled - before[2],
    }
    with file.open("ab") as end:
        end.write(json.dumps(kept).encode() + b"\n")


async def main(port: str, file: Path) -> None:
    record = read_record(file)
    if file.exists() and not file.read_bytes().endswith(b"\n"):
        file.write_bytes(file.read_bytes().rpartition(b"\n")[0] + b"\n")

    async def fire_on(launcher: Launcher) -> None:
        while True:
            await launcher.fire(2)

    async with await Launcher.open(port, record.heard) as launcher:
        print("ready", flush=True)
        firing = asyncio.create_task(fire_on(launcher))
        async for news in launcher.news():
            keep(record, file, news)
        await firing


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
