# The launcher, as files beside a MicroPython of its own. `cardslinger flash` wrote this file last
# and in one step: the pack that it names is whole.
import io
import json
import sys

import vfs


class Pack:
    """Many modules in one file, seen as a folder. As files of their own they would make the start
    three times as long, for littlefs reads its folders from the first entry on, again and again."""

    def __init__(self, path):
        self._file = open(path, "rb")  # noqa: SIM115 - until it is unmounted
        self._entries = json.loads(self._file.readline())
        self._begin = self._file.tell()

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        self._file.close()

    def stat(self, path):
        if path not in self._entries:
            raise OSError(2)
        return (0x8000 if self._entries[path] else 0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        start, size = self._entries[path]
        self._file.seek(self._begin + start)
        return io.BytesIO(self._file.read(size))


vfs.mount(Pack(PACK), "/launcher", readonly=True)  # noqa: F821 - a name, by what is in it
try:
    sys.path[:] = ["/launcher"]
    import slinger

    # Its parts are found beside it; every other import need not look there.
    sys.path[:] = [".frozen"]
    import slinger.main  # noqa: F401
finally:
    vfs.umount("/launcher")
