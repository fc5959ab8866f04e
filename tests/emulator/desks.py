"""An emulated Pico whose port is served while a program of a computer works with it, and a box's program of a few lines."""

import threading
import time
import traceback

from robokraft.deploy import bundle
from robokraft.deploy.compiling import compiled
from robokraft.deploy.manifest import about, start_files
from robokraft.deploy.update import Program
from robokraft.emulator.bridge import Bridge
from robokraft.emulator.desk import Desk

MOST_S = 500


class CutBridge(Bridge):
    """Hangs up after so many bytes from the computer; None: never."""

    cut_after = None

    def _from_socket(self):
        before = self._usb.waiting
        super()._from_socket()
        if self.cut_after is not None:
            self.cut_after -= self._usb.waiting - before if self._usb.waiting > before else 64
            if self.cut_after <= 0 and self._client is not None:
                self.cut_after = None
                self._hang_up()


def served(pico, work, cut_after=None, turn=lambda: None):
    """What `work(address)` gives while the Pico runs and its port is served; raises what it raises.

    turn: called between two turns of the Pico, in this thread.
    """
    came = []

    def run(address):
        try:
            came.append((True, work(address)))
        except BaseException as error:
            traceback.print_exc()
            came.append((False, error))

    with CutBridge(pico.usb) as bridge:
        bridge.cut_after = cut_after
        desk = Desk(pico, bridge)
        thread = threading.Thread(target=run, args=(f"socket://127.0.0.1:{bridge.port}",), daemon=True)
        thread.start()
        end = time.monotonic() + MOST_S
        while thread.is_alive() and time.monotonic() < end:
            desk.run(20)
            turn()
        assert came, "the program at the port did not come to an end"
    good, value = came[0]
    if not good:
        raise value
    return value


def program(tmp_path, word, more=0, **modules):
    """A box's program whose app writes a word into a file and ends; `more`: bytes that it is larger."""
    source = f"def main():\n    with open('/ran', 'w') as file:\n        file.write({word!r})\n"
    sources = {"companion/system/supervisor": source, "companion/system/rescue": "def show(lines): pass\n"}
    if more:
        sources["companion/padding"] = f"text = {bytes(7 * k * k % 251 for k in range(more))!r}\n"
    made = {}
    for name, text in {**sources, **modules}.items():
        file = tmp_path / "module.py"
        file.write_text(text)
        made[name + ".mpy"] = compiled(file, "module.py")
    for package in ("companion", "companion/system"):
        file = tmp_path / "module.py"
        file.write_text("")
        made[package + "/__init__.mpy"] = compiled(file, "module.py")
    return Program(bundle.build(made, about(made)), start_files())
