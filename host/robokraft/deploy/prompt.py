"""MicroPython's prompt on a Pico, by mpremote: what is on it, and files put onto it that are whole or not there.

A file is written beside its place, its hash is taken on the Pico, and only then it gets its name. Cut in the middle, the
next run goes on with what is there. What goes wrong is one sentence: `Lost` where the other end is silent or gone.
"""

import base64
import contextlib
import hashlib
import io
import struct
import time

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from robokraft.errors import NO_ANSWER, WRONG, UserError
from robokraft.transport import EMULATED_S, SOCKET, Lost, opened

NEW = ".new"
_PIECE = 3072
_SETTLED = 2  # pieces after which the file system may keep what came
_SILENT_S = 10  # an erase of a whole large file is slow
_TRY_S = 3

_HELPERS = """
import os, sys
from binascii import a2b_base64, crc32, hexlify
from hashlib import sha256
def digest(path, at=0):
 h = sha256()
 c = 0
 b = bytearray(512)
 with open(path, 'rb') as f:
  f.seek(at)
  n = f.readinto(b)
  while n:
   h.update(memoryview(b)[:n])
   c = crc32(memoryview(b)[:n], c)
   n = f.readinto(b)
 return hexlify(h.digest()).decode(), c & 0xFFFFFFFF
def gone(path):
 try:
  if os.stat(path)[0] & 0x4000:
   for e in list(os.ilistdir(path)):
    gone(path + '/' + e[0])
   os.rmdir(path)
  else:
   os.remove(path)
 except OSError as e:
  if e.errno != 2:
   raise
"""


class Refused(UserError):
    """The Pico's Python raised an error; `text` is its last line."""

    def __init__(self, text):
        super().__init__(f"the Pico says: {text}", WRONG)
        self.text = text


class Prompt:
    """A Pico at its raw prompt. Use it in `with`, or close it. Raises UserError where it does not come.

    port: a path or socket://HOST:PORT.
    """

    def __init__(self, port, within_s=None):
        self.port = port
        slow = port.startswith((SOCKET, "/dev/pts/"))  # an emulated one
        self._silent_s = int(EMULATED_S) * 6 if slow else _SILENT_S
        self._try_s = int(EMULATED_S) * 3 if slow else _TRY_S
        self._within_s = within_s or (3 * self._silent_s if slow else self._silent_s)
        try:
            self._mpremote = SerialTransport(port, timeout=self._silent_s)
        except (TransportError, OSError, ValueError):
            opened(port).close()  # says what is wrong with the port
            raise Lost(f"{port} cannot be opened")
        try:
            self._enter()
            self.run(_HELPERS)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        with contextlib.suppress(OSError):
            self._mpremote.close()

    def _enter(self):
        until = time.monotonic() + self._within_s
        while True:
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._mpremote.enter_raw_repl(timeout_overall=self._try_s)
                return
            except TransportError:
                if time.monotonic() < until:
                    continue  # the app may be on its way out
            except OSError:
                pass
            raise UserError(
                f"at {self.port} no MicroPython prompt answers. Unplug the box, hold BACK while plugging it in, let BACK go "
                "when the display asks for it, and run this again",
                NO_ANSWER,
            )

    # Python on the Pico

    def run(self, code):
        """What the code prints, as bytes. Raises Refused, Lost."""
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                out, err = self._mpremote.exec_raw(code, timeout=self._silent_s)
        except (TransportError, TransportExecError, OSError, TypeError, ValueError, struct.error) as error:
            raise Lost(
                f"the connection to the Pico at {self.port} was lost; "
                "plug it in again and run this again: it goes on where it was"
            ) from error
        if err:
            lines = err.decode("utf-8", "replace").strip().splitlines()
            raise Refused(lines[-1] if lines else "an error")
        return out

    def value(self, expression):
        """The value of an expression: numbers, texts, bytes, tuples, lists, dicts."""
        import ast

        text = self.run(f"print(repr({expression}))").decode("utf-8", "replace").strip()
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise Lost(f"what the Pico at {self.port} says makes no sense: {text[:60]}")

    def reset(self):
        """Starts the Pico anew, as unplugging would; the prompt is gone then."""
        with contextlib.suppress(TransportError, OSError, ValueError, struct.error):
            self._mpremote.exec_raw_no_follow("import machine; machine.reset()")

    # Files

    def names(self, folder="/"):
        """{name: bytes, or None for a folder}; empty where there is no such folder."""
        try:
            found = self.value(f"[(e[0], e[1], e[3] if len(e) > 3 else 0) for e in os.ilistdir({folder!r})]")
        except Refused:
            return {}
        return {name: None if kind & 0x4000 else size for name, kind, size in found}

    def read(self, path, size=-1):
        """The first `size` bytes of a file, None where there is none."""
        try:
            return self.value(f"open({path!r}, 'rb').read({size})")
        except Refused:
            return None

    def digest(self, path, at=0):
        """(SHA-256 in hex, CRC-32) of a file from byte `at` on, reckoned on the Pico."""
        return self.value(f"digest({path!r}, {at})")

    def put(self, path, data, moved=lambda size: None):
        """Makes `data` the content of the file: all or nothing. `moved(bytes)` is told of each piece. Raises UserError."""
        new = path + NEW
        at = self._there_already(new, data)
        moved(at)
        self.run(f"f=open({new!r},{'ab' if at else 'wb'!r})")
        for count, start in enumerate(range(at, len(data), _PIECE), 1):
            piece = data[start : start + _PIECE]
            settle = "f.flush()" if count % _SETTLED == 0 else ""
            self.run(f"f.write(a2b_base64({base64.b64encode(piece)!r}));{settle}")
            moved(len(piece))
        self.run("f.close()")
        if self.digest(new)[0] != hashlib.sha256(data).hexdigest():
            self.remove(new)
            raise UserError(
                f"{path} came out different on the Pico: run this again; if it happens again, its flash is worn out",
                WRONG,
            )
        self.run(f"os.rename({new!r},{path!r})")

    def _there_already(self, new, data):
        """How many bytes of an earlier run are good."""
        size = self.value(f"[e[3] for e in os.ilistdir('/') if '/'+e[0]=={new!r}]")
        if not size or not 0 < size[0] <= len(data):
            return 0
        return size[0] if self.digest(new)[0] == hashlib.sha256(data[: size[0]]).hexdigest() else 0

    def remove(self, path):
        """Removes a file, or a folder with everything in it; nothing where there is none."""
        self.run(f"gone({path!r})")
