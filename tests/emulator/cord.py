"""A cable to the emulated Pico whose time is the box's own: it runs while the host waits, and never otherwise."""

from robokraft.transport import BOX_S

_STEP_MS = 1


class Cord:
    """A transport. `turn()` is called before each step of the box; `piece`: bytes that come at once, None for all."""

    name = "cord"
    serial_number = None
    answer_s = BOX_S

    def __init__(self, pico, turn=lambda: None):
        self._pico = pico
        self._turn = turn
        self._end_ms = 0.0

    def read(self, timeout_s):
        end_ms = self._pico.now_ms + timeout_s * 1000
        while self._pico.now_ms < end_ms:
            self._turn()
            self._pico.run(_STEP_MS)
            data = self._pico.usb.take()
            if data:
                return data
        return b""

    def write(self, data):
        self._pico.usb.send(data)

    def close(self):
        pass
