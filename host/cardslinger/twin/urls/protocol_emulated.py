"""pyserial's handler of `emulated://`."""

from cardslinger.twin.port import TwinSerial
from cardslinger.twin.port import for_url as serial_class_for_url

Serial = TwinSerial

__all__ = ["Serial", "serial_class_for_url"]
