"""The boards that can be a launcher, and how each is known."""

from dataclasses import dataclass

FLASH_START = 0x10000000  # where both chips see their flash
SECTOR_BYTES = 4096  # what flash erases at once, and a block of littlefs

# Family ids of UF2 files (pico-sdk, boot/uf2.h).
RP2040 = 0xE48BFF56
RP2350_ARM_S = 0xE48BFF59
# A single block of this family stands in files for the RP2350, for erratum E10 of its boot ROM.
ABSOLUTE = 0xE48BFF57

KIB = 1024
MIB = 1024 * KIB


@dataclass(frozen=True, slots=True)
class BoardKind:
    """A kind of board.

    `machine` is what MicroPython calls it, before " with "; `family` that of its UF2 files. Its
    MicroPython keeps files in the last `files_bytes` of `flash_bytes`. In BOOTSEL the boot ROM
    shows a drive of the name `drive`.
    """

    name: str
    machine: str
    chip: str
    family: int
    flash_bytes: int
    files_bytes: int
    drive: str

    @property
    def files_at(self) -> int:
        """Where its files begin, in bytes from the start of flash."""
        return self.flash_bytes - self.files_bytes


# Flash for files: MicroPython 1.25.0, ports/rp2/boards/*/mpconfigboard.h.
PICO = BoardKind("Pico", "Raspberry Pi Pico", "RP2040", RP2040, 2 * MIB, 1408 * KIB, "RPI-RP2")
PICO_W = BoardKind("Pico W", "Raspberry Pi Pico W", "RP2040", RP2040, 2 * MIB, 848 * KIB, "RPI-RP2")
PICO_2 = BoardKind(
    "Pico 2", "Raspberry Pi Pico2", "RP2350", RP2350_ARM_S, 4 * MIB, 3 * MIB, "RP2350"
)
PICO_2_W = BoardKind(
    "Pico 2 W", "Raspberry Pi Pico 2 W", "RP2350", RP2350_ARM_S, 4 * MIB, 2560 * KIB, "RP2350"
)
BOARDS = (PICO, PICO_W, PICO_2, PICO_2_W)


def kind_of(machine: str) -> BoardKind | None:
    """The board that MicroPython calls `machine`, as "Raspberry Pi Pico with RP2040"; None for
    one that we do not know."""
    name, _, chip = machine.partition(" with ")
    for board in BOARDS:
        if (board.machine, board.chip) == (name, chip):
            return board
    return None
