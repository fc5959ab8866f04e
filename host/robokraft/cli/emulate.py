"""`robokraft emulate`: the box on an emulated Pico, with its USB port."""

import os
import signal
from typing import Annotated

import typer

from robokraft.cli.output import in_terminal, print_picture, read_text
from robokraft.errors import BAD_INPUT, WRONG, UserError
from robokraft.files import read_whole

_FIRST_PICTURE_MS = 20000
_DARK_MS = 1500  # until the prompt is there, or a box without a display


def command(
    micropython: Annotated[
        str | None,
        typer.Option(
            "--micropython", metavar="UF2|RELEASE", help="The MicroPython to run, as a file or as in 1.26.1."
        ),
    ] = None,
    uf2: Annotated[
        str | None, typer.Option("--uf2", metavar="FILE", help="Run a file that 'robokraft uf2' made.")
    ] = None,
    bare: Annotated[
        bool, typer.Option("--bare", help="MicroPython alone, as on a new Pico; for 'robokraft setup'.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", help="TCP port of the USB port; default: any free one."),
    ] = None,
    keys: Annotated[
        str | None,
        typer.Option("--keys", metavar="FILE|-", help="Play a key script; without --port it ends then."),
    ] = None,
    png: Annotated[str | None, typer.Option("--png", metavar="FILE", help="Write the last picture.")] = None,
    data: Annotated[
        str | None,
        typer.Option("--data", metavar="FILE", help="Keep the flash's file system here and go on from it."),
    ] = None,
    grounded: Annotated[
        str | None,
        typer.Option(
            "--grounded", metavar="KEYS", help="Keys whose line touches ground, as in red or red,ok."
        ),
    ] = None,
    cut: Annotated[
        str | None, typer.Option("--cut", metavar="KEYS", help="Keys whose line is cut, as in red or red,ok.")
    ] = None,
    no_display: Annotated[bool, typer.Option("--no-display", help="No display is connected.")] = False,
):
    """Run the box on an emulated Pico: the real MicroPython, flash, display, buttons and USB port.

    It is several times slower than a Pico. The USB port is on a pseudo terminal and on socket://127.0.0.1:PORT, which are
    printed; every command with --port accepts them. What 'robokraft setup' made of a --bare one goes on with the same --data
    and without --bare. In a terminal the keys are those of 'robokraft play'. Ctrl-C ends it; without --data
    nothing of it is kept.
    Exit codes: 0 good, 1 the box did not start, 2 a file, script or port that cannot be used, or no MicroPython.
    """
    from robokraft.emulator import firmware
    from robokraft.virtual import script

    if uf2 is not None and micropython is not None:
        raise UserError("--uf2 has its own MicroPython: leave out --micropython")
    if bare and uf2 is not None:
        raise UserError("--uf2 brings the box's program: leave out --bare")
    from robokraft.logfile import check_outputs

    check_outputs([data, png], [keys, uf2, micropython])
    text = None if keys is None else read_text(keys)
    try:
        steps = script.parse(text or "")
    except script.ScriptError as error:
        raise UserError(f"{keys}, {error}")
    wrong = {"grounded": _keys(grounded, "--grounded"), "cut": _keys(cut, "--cut")}
    kept = _kept(data)
    runs = firmware.found(uf2 or micropython)
    image = _image(uf2, bare) if kept is None else kept

    from robokraft.emulator.bridge import Bridge
    from robokraft.emulator.desk import Desk
    from robokraft.emulator.pico import Pico

    _checked(runs)
    pico = Pico(runs, image)
    pico.miswire(**wrong)
    pico.panel.present = not no_display

    def keep():
        _keep_flash(pico, data)
        _keep_picture(pico, png)

    _end_as_ctrl_c()
    with Bridge(pico.usb, port or 0) as bridge:
        for place in (bridge.terminal, f"socket://127.0.0.1:{bridge.port}"):
            if place:
                print(f"port    {place}", flush=True)
        if bare:
            print(f"now     robokraft setup --port socket://127.0.0.1:{bridge.port}", flush=True)
        desk = Desk(pico, bridge, lambda: _keep_meanwhile(pico, data))
        try:
            _start(pico, bare or no_display)
            if keys is not None:
                script.play(steps, desk)
                pico.settle()
            if keys is None or port is not None:
                _serve(desk, data, keep)
        except KeyboardInterrupt:
            pass
        finally:
            keep()
    if keys is not None or not in_terminal():
        print_picture(pico.pixels())


def _keys(names, option):
    """The mask of keys named as in a key script. Raises UserError."""
    from robokraft.virtual.script import KEY_NAMES

    mask = 0
    for name in (names or "").lower().replace(",", " ").split():
        if name not in KEY_NAMES:
            raise UserError(f"{option}: there is no key {name}: the keys are {', '.join(KEY_NAMES)}")
        mask |= 1 << KEY_NAMES.index(name)
    return mask


def _image(uf2, bare):
    """What lies in a new flash's file system; None: what the UF2 has there."""
    from robokraft.deploy.image import SIZE, build
    from robokraft.deploy.manifest import box_files

    if bare:
        return b"\xff" * SIZE
    return None if uf2 is not None else build(box_files())


def _kept(data):
    """The flash that was kept in the file, None where there is none yet. Raises UserError."""
    if data is None or not os.path.exists(data):
        return None
    from robokraft.deploy.image import SIZE

    kept = read_whole(data)
    if len(kept) != SIZE:
        raise UserError(f"{data} is no flash of a box: it has {len(kept)} bytes instead of {SIZE}")
    return kept


def _checked(path):
    """Raises UserError where the file is no UF2 of a Pico."""
    from robokraft.deploy import uf2

    data = read_whole(path)
    try:
        uf2.read(data, with_file_system=True)
    except UserError as error:
        raise UserError(f"{path}: {error.message}", BAD_INPUT)


def _start(pico, dark):
    if dark:
        pico.run(_DARK_MS)
    elif not pico.until(lambda: pico.wire.changed_ns is not None, _FIRST_PICTURE_MS):
        raise UserError(f"the box showed nothing within {_FIRST_PICTURE_MS // 1000} s", WRONG)
    pico.settle()
    print(f"started {pico.now_ms:.0f} ms of the box's time, {pico.real_s:.1f} s of ours", flush=True)


def _serve(desk, data, keep):
    """Until Ctrl-C: in a terminal with picture and keys, else the port alone."""
    if in_terminal():
        from robokraft.emulator.desk import app_of

        _end_with_terminal(keep)
        title = f"emulated Pico – socket://127.0.0.1:{desk.bridge.port}"
        app_of(desk, title, kept=data is not None).run()
        _end_as_ctrl_c()
        return
    while True:
        desk.run(20)


def _end_as_ctrl_c():
    """Other signals too end it with everything kept."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def _end_with_terminal(keep):
    """A terminal that is gone ends it at once: an exception would be lost in the app that drew there."""

    def gone(number, _frame):
        try:
            keep()
        finally:
            os._exit(128 + number)

    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, gone)


def _keep_meanwhile(pico, data):
    try:
        _keep_flash(pico, data)
    except UserError:
        pass  # it is tried again, and said at the end


def _keep_flash(pico, data):
    from robokraft.logfile import write_whole

    if data is not None:
        write_whole(data, pico.flash())


def _keep_picture(pico, png):
    import io

    from robokraft.logfile import write_whole
    from robokraft.virtual.picture import to_image

    if png is not None:
        picture = io.BytesIO()
        to_image(pico.pixels()).save(picture, format="PNG", optimize=True)
        write_whole(png, picture.getvalue())
