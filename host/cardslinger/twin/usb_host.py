"""The host side of the emulated Pico's USB, between rp2040py's CDC class and the cable.

rp2040py answers every request of the device at once. A real host controller lets a request wait
(NAK) until there is something to say: without that an idle Pico takes 36,000 interrupts a second
and a host that stops reading is never felt by the device.
"""

from collections.abc import Callable
from typing import Any

from cardslinger.twin.cable import Cable

IN_BUFFER_CONTROL = 0x80  # of endpoint 0 in the USB controller's memory; 8 bytes an endpoint
FULL_AND_AVAILABLE = 0x84  # bits 15 and 10, in the second byte
HELD_BYTES_MAX = 128  # of the device's output held here while the host does not read


class UsbHost:
    """Carries bytes between a `rp2040py` CDC and a `Cable`, with NAK both ways and DTR.

    `on_output` is called for each piece of the device's output, before it goes on.
    """

    def __init__(self, cdc: Any, cable: Cable, on_output: Callable[[], None]) -> None:
        self._cdc, self._usb, self._cable = cdc, cdc.usb, cable
        self._on_output = on_output
        self._wanted: int | None = None  # bytes the device is ready to take
        self._to_device = bytearray()
        self._to_host = bytearray()
        self._untold: list[int] = []  # IN endpoints whose transfer is held back
        self._booted = False
        self._wrap()
        cable.on_bytes = self._from_host
        cable.on_room = self._flush
        cable.on_host = self._host_changed
        cable.on_unplug = self._to_device.clear

    def _wrap(self) -> None:
        """Put NAK into rp2040py's hooks."""
        usb = self._usb
        answer_at_once = usb.on_endpoint_read
        tell_done = usb._indicate_buffer_ready
        forget = usb.on_reset

        def on_read(endpoint: int, size: int) -> None:
            if endpoint and endpoint == self._cdc._out_endpoint:
                self._wanted = size
                self._give()
            else:
                answer_at_once(endpoint, size)

        def on_done(endpoint: int, out: bool) -> None:
            if not out and endpoint == self._cdc._in_endpoint and self._stalled:
                self._untold.append(endpoint)
                self._mark_pending(True)
            else:
                tell_done(endpoint, out)

        def on_reset() -> None:
            self._wanted = None
            self._untold.clear()
            self._to_device.clear()
            self._booted = False
            forget()

        usb.on_endpoint_read = on_read
        usb._indicate_buffer_ready = on_done
        usb.on_reset = on_reset
        self._tell_done = tell_done
        self._cdc.on_serial_data = self._from_device

    def _mark_pending(self, pending: bool) -> None:
        """Show in the endpoint's buffer control that the host has not taken the buffer yet;
        rp2040py clears it as soon as it is offered (RP2040 datasheet, 4.1.2.5)."""
        dpram: bytearray = self._usb.rp2040.usb_dpram
        high_byte = IN_BUFFER_CONTROL + 8 * self._cdc._in_endpoint + 1
        if pending:
            dpram[high_byte] |= FULL_AND_AVAILABLE
        else:
            dpram[high_byte] &= ~FULL_AND_AVAILABLE & 0xFF

    @property
    def _stalled(self) -> bool:
        return len(self._to_host) >= HELD_BYTES_MAX

    def _from_host(self, data: bytes) -> None:
        self._to_device += data
        self._give()

    def _give(self) -> None:
        if self._wanted is not None and self._to_device:
            piece = self._to_device[: self._wanted]
            del self._to_device[: self._wanted]
            self._wanted = None
            self._usb.endpoint_read_done(self._cdc._out_endpoint, piece)

    def _from_device(self, data: bytes) -> None:
        self._on_output()
        self._to_host += data
        self._flush()
        if not self._booted:
            # enumeration raises DTR, so that a boot can be timed; from here on it follows the host
            self._booted = True
            self._show_dtr()

    def _flush(self) -> None:
        sent = self._cable.write(bytes(self._to_host))
        del self._to_host[:sent]
        if self._to_host:
            self._cable.notify_room()
        while self._untold and not self._stalled:
            self._mark_pending(False)
            self._tell_done(self._untold.pop(0), False)

    def _host_changed(self, present: bool) -> None:
        if not present:
            self._to_host.clear()
            self._flush()
        if self._booted:
            self._show_dtr()

    def _show_dtr(self) -> None:
        present = self._cable.host_present
        self._cdc.set_control_lines(dtr=present, rts=present)
