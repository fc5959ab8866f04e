"""Chance: what the chip's noise and the moments of key presses are worth, well stirred.

No one source is trusted: what a source gives is added to a pool and can take nothing away. The pool is four 32-bit
words (Bob Jenkins' small generator). Good for discs and for a storage id; not for secrets.
"""

_MASK_32 = 0xFFFFFFFF


class Entropy:
    """`sources`: functions that each give an integer, asked anew before every draw."""

    def __init__(self, sources):
        self._sources = sources
        self._a, self._b, self._c, self._d = 0xF1EA5EED, 0x9E3779B9, 0x85EBCA6B, 0xC2B2AE35

    def stir(self, number):
        """Adds 32 bits to the pool."""
        self._b ^= number & _MASK_32
        for _ in range(4):
            self._next()

    def __call__(self, count):
        """`count` random bytes."""
        for source in self._sources:
            self.stir(source())
        for _ in range(8):
            self._next()
        out = bytearray(count)
        for i in range(count):
            out[i] = self._next() >> 13 & 0xFF
        return bytes(out)

    def _next(self):
        e = self._a - _turned(self._b, 27) & _MASK_32
        self._a = self._b ^ _turned(self._c, 17)
        self._b = self._c + self._d & _MASK_32
        self._c = self._d + e & _MASK_32
        self._d = e + self._a & _MASK_32
        return self._d


def _turned(word, bits):
    return (word << bits | word >> 32 - bits) & _MASK_32
