"""Frames: payloads in a file, each with its length before it and a check sum behind it.

A frame is the length as a varint, the payload, and the low 16 bits of CRC-32 over both, low byte first:
three bytes more than a short payload. A torn or damaged frame is recognised; of what follows it nothing is
believed.

A file begins with a version byte and a frame, in every version there will be. From version 2 on the check sum of
that first frame begins with the version byte, so that noise, or one bit that fell, is not taken for a newer version.
"""

from binascii import crc32

LONGEST = 2048  # bytes of one payload
_PIECE = 512


def varint(n):
    """The whole number n >= 0, seven bits a byte, lowest first, top bit set on all but the last."""
    out = bytearray()
    while n > 127:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


def unvarint(data, pos=0):
    """(number, position after it), or None when the data end before it does or it is longer than 5 bytes."""
    n = shift = 0
    while pos < len(data) and shift < 35:
        byte = data[pos]
        pos += 1
        n |= (byte & 127) << shift
        if byte < 128:
            return n, pos
        shift += 7
    return None


def frame(payload, before=b""):
    """The frame of a payload of at most LONGEST bytes, ValueError beyond that; its check sum begins with the bytes `before`."""
    if len(payload) > LONGEST:
        raise ValueError("payload longer than %d bytes" % LONGEST)
    body = varint(len(payload)) + bytes(payload)
    return body + (crc32(body, crc32(before)) & 0xFFFF).to_bytes(2, "little")


def unframe(data, pos=0, before=b""):
    """(payload, position after the frame) of the frame at pos, or None when it is torn or damaged; see frame()."""
    head = unvarint(data, pos)
    if head is None or head[0] > LONGEST:
        return None
    start = head[1]
    end = start + head[0]
    if end + 2 > len(data):
        return None
    if crc32(data[pos:end], crc32(before)) & 0xFFFF != data[end] | data[end + 1] << 8:
        return None
    return bytes(data[start:end]), end + 2


def is_newer(data, version):
    """Whether these are the first bytes of a file that a version later than this one wrote."""
    return bool(data) and data[0] > version and unframe(data, 1, data[:1]) is not None


class Reader:
    """Takes frames one by one from an open file, holding no more than a piece of it.

    `pos` is the place in the file of the first byte not taken yet: after the last good frame once next()
    said None.
    """

    def __init__(self, file, pos=0):
        file.seek(pos)
        self.pos = pos
        self._file = file
        self._data = b""
        self._at = 0

    def next(self):
        """The next payload, or None at the end of the file and at a torn or damaged frame."""
        while True:
            got = unframe(self._data, self._at)
            if got is not None:
                self.pos += got[1] - self._at
                self._at = got[1]
                return got[0]
            if len(self._data) - self._at > LONGEST + 8:
                return None
            more = self._file.read(_PIECE)
            if not more:
                return None
            self._data = self._data[self._at :] + more
            self._at = 0
