"""A box at a serial port, by pyserial: opened for this program alone, with errors people can act on."""

import errno
import os
import time

import serial

from robokraft.errors import because
from robokraft.transport import BOX_S, EMULATED_S, WRITE_S, Lost, PortError

UDEV_FILE = "/etc/udev/rules.d/70-robokraft.rules"
_BUSY_S = 2.0  # other programs look at a new port for a moment
_BUSY = (errno.EBUSY, errno.EAGAIN)
_GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
_PSEUDO = ("/dev/pts/", "/dev/ttys")  # of Linux and macOS: no USB behind them
_ERROR_FILE_NOT_FOUND = 2
_ERROR_ACCESS_DENIED = 5  # Windows says it of a port that another program has open


class SerialPort:
    """One open port. Raises PortError."""

    def __init__(self, path, serial_number=None):
        self.name = path
        self.serial_number = serial_number
        self.answer_s = EMULATED_S if path.startswith(_PSEUDO) else BOX_S
        self._port = _opened(path)

    def read(self, timeout_s):
        try:
            self._port.timeout = max(timeout_s, 0)
            data = self._port.read(1)
            return data + self._port.read(self._port.in_waiting) if data else b""
        except (OSError, TypeError, ValueError) as error:  # TypeError: pyserial's port is closed under it
            raise Lost(_unplugged(self.name, error))

    def write(self, data):
        try:
            self._port.write(data)
        except serial.SerialTimeoutException:
            raise Lost(
                f"{self.name} takes nothing: no byte went out for {WRITE_S:.0f} s; plug the box in again"
            )
        except (OSError, TypeError, ValueError) as error:
            raise Lost(_unplugged(self.name, error))

    def close(self):
        try:
            self._port.close()
        except OSError:
            pass  # it is gone


def _unplugged(path, error):
    reason = because(error) if isinstance(error, OSError) and error.strerror else ""
    return f"the box at {path} went away{': ' + reason if reason else ''}; is the cable plugged in?"


def _opened(path):
    until = time.monotonic() + _BUSY_S
    while True:
        try:
            return _open(path)
        except (OSError, ValueError) as error:
            found = _explained(path, error)
            if found.kind != "busy" or time.monotonic() > until:
                raise found
            time.sleep(0.2)


def _open(path):
    how: dict = {"baudrate": 115200, "timeout": 0, "write_timeout": WRITE_S}
    if os.name == "posix":
        how["exclusive"] = True
    return serial.Serial(path, **how)


def _explained(path, error):
    """The PortError that tells what is wrong with a port and what to do."""
    number = getattr(error, "errno", None)
    cause = error.__context__
    if number is None and isinstance(cause, OSError):
        number = cause.errno
    windows = getattr(error, "winerror", None) or getattr(cause, "winerror", None)
    text = str(error)
    if os.name == "nt":
        if windows == _ERROR_ACCESS_DENIED or "PermissionError" in text:
            return PortError("busy", _busy(path))
        if windows == _ERROR_FILE_NOT_FOUND or "FileNotFoundError" in text:
            return PortError("missing", _missing(path))
    if number in _BUSY or "exclusively lock" in text:
        return PortError("busy", _busy(path))
    if number in (errno.EACCES, errno.EPERM):
        return PortError("permission", no_permission(path))
    if number in _GONE:
        return PortError("missing", _missing(path))
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR) or "configure port" in text:
        return PortError(
            "other", f"{path} is no serial port; 'robokraft devices' lists those that may be a box"
        )
    reason = because(OSError(number, os.strerror(number))) if number else " ".join(text.split())
    return PortError("other", f"cannot open {path}: {reason}; 'robokraft devices' lists what may be a box")


def _busy(path):
    return f"{path} is in use by another program: close it (a serial monitor, an editor, another robokraft) and try again"


def _missing(path):
    return f"there is no port {path}: plug the box in; 'robokraft devices' lists what is there"


def no_permission(path):
    """The sentence for a port that this user may not open: its real group, and what helps."""
    group, member = _group(path)
    if group is None:
        return f"no permission for {path}: this user may not open it"
    if member:
        return f"no permission for {path} yet: you are in its group {group}, log out and in again for that to count"
    return (
        f"no permission for {path}: it belongs to the group {group}; run 'sudo usermod -a -G {group} $USER' and log in again, "
        f"or put the line {udev_rule(group)} into {UDEV_FILE} and plug the box in again"
    )


def udev_rule(group="dialout"):
    """The line that lets whoever sits at the computer use a box."""
    return f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="2e8a", MODE="0660", GROUP="{group}", TAG+="uaccess"'


def _group(path):
    """(name of the group that owns the port, or None, whether this user is listed in it)."""
    try:
        import getpass
        import grp

        entry = grp.getgrgid(os.stat(path).st_gid)
        return entry.gr_name, getpass.getuser() in entry.gr_mem
    except KeyError:
        return str(os.stat(path).st_gid), False
    except (ImportError, OSError):
        return None, False
