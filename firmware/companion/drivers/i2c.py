"""The two wires of the display: a chip that was cut off in the middle of a byte may hold the data wire down for ever.

Then nobody can speak on the bus. Up to nine pulses of the clock let the chip finish its byte, and a stop ends it.
`FreedI2C` looks for that whenever a chip is asked whether it is there, at start and later, so that a bus that hangs
costs a start or a game a few microseconds and not a time-out for every try.
"""

_PULSES = 9
_HALF_US = 5
_TIMEDOUT = 110
_TIMEOUT_US = 50000  # of a transfer; the longest of ours takes 23 ms


def free(sda, scl, wait_us):
    """Clocks the bus free: True when the data wire is up at the end.

    sda, scl: open-drain pins, called with 1 (let go) or 0 (pulled down), and without a value to read the wire.
    """
    sda(1)
    scl(1)
    wait_us(_HALF_US)
    for _ in range(_PULSES):
        if sda():
            break
        scl(0)
        wait_us(_HALF_US)
        scl(1)
        wait_us(_HALF_US)
    if sda():  # a start and a stop: whatever listened is done now
        sda(0)
        wait_us(_HALF_US)
        sda(1)
        wait_us(_HALF_US)
    return bool(sda())


class FreedI2C:
    """I2C block 0 on two pins at 400 kHz, shaped like `machine.I2C`. Every method may raise OSError."""

    def __init__(self, sda, scl):
        self._sda = sda
        self._scl = scl
        self._i2c = None

    def writeto(self, address, buffer):
        return self._bus().writeto(address, buffer)

    def readfrom_into(self, address, buffer):
        """Asks for bytes. If the data wire is held down the bus is clocked free first; OSError if that fails."""
        from machine import Pin

        if self._i2c is not None and not Pin(self._sda).value():
            self._i2c = None
        return self._bus().readfrom_into(address, buffer)

    def _bus(self):
        if self._i2c is None:
            from time import sleep_us

            from machine import I2C, Pin

            sda = Pin(self._sda, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
            scl = Pin(self._scl, Pin.OPEN_DRAIN, Pin.PULL_UP, value=1)
            if not free(sda, scl, sleep_us):
                raise OSError(_TIMEDOUT)
            self._i2c = I2C(0, sda=sda, scl=scl, freq=400000, timeout=_TIMEOUT_US)
        return self._i2c
