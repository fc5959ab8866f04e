"""A few words on the display without the app: nothing of it is imported, nothing of it needs to work.

Draws with MicroPython's own 8 × 8 letters and in a way that every display of ours takes, whatever state it is in: page
by page, all 132 columns of an SH1106. On the 128 columns of the others the last four, which are dark, wrap to the
first four, which are dark too.
"""

_SDA = 4  # as in companion/board.py
_SCL = 5
_LEFT = 4
_COLUMNS = 128
_START = (
    0xAE, 0x20, 0x02, 0x40, 0xA1, 0xA8, 63, 0xC8, 0xD3, 0, 0xDA, 0x12, 0xD5, 0x80, 0xD9, 0xF1, 0xDB, 0x30, 0x81, 0x7F,
    0xA4, 0xA6, 0x8D, 0x14, 0xAF,
)  # fmt: skip


def show(lines, i2c=None):
    """Writes up to eight lines of fifteen letters. Without an answer from 0x3C or 0x3D nothing happens."""
    if i2c is None:
        import machine

        i2c = machine.I2C(0, sda=machine.Pin(_SDA), scl=machine.Pin(_SCL), freq=400000)
    pages = drawn(lines)
    for address in (0x3C, 0x3D):
        try:
            i2c.readfrom_into(address, bytearray(1))
            i2c.writeto(address, bytes((0,) + _START))
            for page in range(8):
                i2c.writeto(address, bytes((0, 0xB0 | page, 0x00, 0x10)))
                i2c.writeto(address, b"\x40" + pages[page * _COLUMNS : (page + 1) * _COLUMNS] + bytes(4))
        except OSError:
            continue
        return True
    return False


def drawn(lines):
    """The picture: 1024 bytes, eight pages of 128 columns, bit 0 on top."""
    import framebuf

    pages = bytearray(8 * _COLUMNS)
    picture = framebuf.FrameBuffer(pages, _COLUMNS, 64, framebuf.MONO_VLSB)
    y = 0
    for line in lines:
        picture.text(line, _LEFT, y)
        y += 8
    return pages
