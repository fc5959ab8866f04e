"""A probe that says what is in the memory of the emulated Pico, while the box runs as it is shipped.

It is an interrupt on a pin that nothing else uses, set up by one more line in boot.py; it costs some hundred bytes.
"""

_PIN = 22
_PROBE = (
    b"""
def _told(pin):
    import gc, sys
    gc.collect()
    free = gc.mem_free()
    low, high = 0, free
    while high - low > 64:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    print("\\nPROBE", free, free + gc.mem_alloc(), low, *sys.modules)
import machine as _machine
_machine.Pin(%d, _machine.Pin.IN, _machine.Pin.PULL_UP).irq(_told, _machine.Pin.IRQ_FALLING)
"""
    % _PIN
)


def with_probe(files):
    """The box's files with the probe."""
    return {**files, "boot.py": files["boot.py"] + _PROBE}


def probed(pico):
    """{free, heap, largest, modules}: bytes of the heap after a collection, and the names of the modules in it."""
    pico.usb.take()
    pin = pico.mcu.gpio[_PIN]
    pin.set_input_value(False)
    said = b""

    def complete():
        nonlocal said
        said += pico.usb.take()
        return b"PROBE" in said and said[said.index(b"PROBE") :].endswith(b"\n")

    assert pico.until(complete, 5000), said
    pin.release_input()
    words = said[said.index(b"PROBE") :].decode().split()
    free, heap, largest = map(int, words[1:4])
    return {"free": free, "heap": heap, "largest": largest, "modules": words[4:]}
