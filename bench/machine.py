"""The emulated Pico for measurements: the box as it is shipped, and a probe that says what is in its memory."""

from emulator import probe, rig
from robokraft.deploy import bundle
from robokraft.deploy.image import DATA, build
from robokraft.deploy.manifest import box_files
from robokraft.emulator import firmware
from robokraft.virtual import script

QUIET_MS = 15
STEP_MS = 5
LATE_MS = 3000
_BACK = 1 << script.KEY_NAMES.index("back")


def shed():
    """Machines with the box's program and the probe."""
    return rig.Shed(firmware.found(), probe.with_probe(box_files()))


def started(shed, memory=None):
    """A machine at its first screen."""
    return rig.at_first_screen(shed.new(shed.image(memory)))


def bytecode(shed, modules):
    """(bytes, those of them that stay in memory) of the bytecode of modules of the app."""
    sizes = bundle.sizes_in(shed.files["a.app"])
    found = [sizes.get(name.replace(".", "/") + ".mpy", (0, 0)) for name in modules]
    return sum(size for size, _ in found), sum(size - used for size, used in found)


def pressed(pico, key, meant=None):
    """One press through the pin: (milliseconds to the last pixel that changed, bytes of the picture that changed).

    It is as long as those of a key script, and so is the time after it. Suits, UP and DOWN count from going down, OK and
    BACK, which act then, from going up. `meant`: the pixels that must come; without them something must change.
    (None, 0) where nothing does.
    """
    before = bytes(pico.panel._ram)
    pico.press_mask(1 << script.KEY_NAMES.index(key))
    acts_ms = pico.now_ms
    pico.run(script.PRESS_MS)
    pico.press_mask(0)
    if key in ("ok", "back"):
        acts_ms = pico.now_ms
    pico.run(script.UP_MS)
    if meant is None:
        pico.until(lambda: _changed_ms(pico) > acts_ms, LATE_MS)
    elif pico.pixels() != meant:
        pico.until(lambda: pico.quiet_ms() < STEP_MS and pico.pixels() == meant, LATE_MS, STEP_MS)
        rig.assert_same(pico, meant, f"the picture after {key}")
    pico.settle(QUIET_MS)
    changed = sum(a != b for a, b in zip(before, pico.panel._ram))
    last_ms = _changed_ms(pico)
    return (last_ms - acts_ms, changed) if last_ms > acts_ms else (None, 0)


def _changed_ms(pico):
    return (pico.wire.changed_ns or 0) / 1e6


def prompt(shed, memory=None, **files):
    """A machine at the raw prompt, started with BACK held; `files`: more files at the top, `lines` for lines.txt."""
    more = {f"{name}.txt": data for name, data in files.items()}
    data = {f"{DATA}/{path}": content for path, content in (memory or {}).items()}
    return prompt_of(shed.new(build({**shed.files, **data, **more})))


def prompt_of(pico):
    """A machine that is switched on now, at the raw prompt."""
    pico.press_mask(_BACK)
    pico.run(900)
    pico.press_mask(0)
    pico.run(300)
    pico.usb.send(b"\r\x03\x01")
    pico.run(100)
    pico.usb.take()
    return pico


def ran(pico, program, most_ms=120_000):
    """What a program printed at the raw prompt."""
    pico.usb.send(program.encode() + b"\x04")
    said = b""

    def complete():
        nonlocal said
        said += pico.usb.take()
        return said.endswith(b"\x04>")

    assert pico.until(complete, most_ms, 20) and said.startswith(b"OK") and said.endswith(b"\x04\x04>"), said
    return said[2:-3].decode()
