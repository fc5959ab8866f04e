"""A `machine.I2C`-shaped object, seen as the `busio.I2C` that Adafruit's drivers expect.

There are no threads, so the lock is always free. An empty write, which many buses cannot do, becomes a read
of one byte: it asks the same question. While `listening` is False nothing reaches the bus and nothing
fails: so a driver can be built, and keep its state, before its chip answers.
"""


class Bus:
    def __init__(self, i2c):
        self.i2c = i2c
        self.listening = True
        self._one = bytearray(1)

    def try_lock(self):
        return True

    def unlock(self):
        pass

    def answers(self, address):
        """Whether a chip acknowledges this address: reads one byte, whatever `listening` says."""
        try:
            self.i2c.readfrom_into(address, self._one)
        except OSError:
            return False
        return True

    def writeto(self, address, buffer, *, start=0, end=None):
        """Sends buffer[start:end]; OSError when nothing acknowledges."""
        if not self.listening:
            return
        if end is None:
            end = len(buffer)
        if start >= end:
            self.i2c.readfrom_into(address, self._one)
        elif start == 0 and end == len(buffer):
            self.i2c.writeto(address, buffer)
        else:
            self.i2c.writeto(address, memoryview(buffer)[start:end])

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        """Fills buffer[start:end]; OSError when nothing acknowledges."""
        if self.listening:
            self.i2c.readfrom_into(address, memoryview(buffer)[start : len(buffer) if end is None else end])
