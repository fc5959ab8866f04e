"""What goes wrong for the person at the keyboard: one sentence, and the exit code the command ends with."""

import errno

GOOD = 0
WRONG = 1  # it ran, and found something wrong
BAD_INPUT = 2  # what was given cannot be used or read
NO_BOX = 3  # no box was found, or several and none was chosen
NO_PORT = 4  # the port cannot be opened: no permission, in use, not there
NO_ANSWER = 5  # nothing answers, something else than a box answers, or it speaks another protocol
LOST = 6  # the connection was lost in the middle
REFUSED = 7  # the box, or somebody at the box, said no
INTERNAL = 70  # a fault of this program
INTERRUPTED = 130  # Ctrl-C
UNREAD = 141  # the program that should read the output has ended


_ADVICE = {
    "ENOSPC": "make room on the disk, or name another",
    "EDQUOT": "your share of the disk is used up: make room, or name another",
    "EFBIG": "the disk takes no file of this size: name another",
    "EROFS": "the disk can only be read: name another",
    "EIO": "the disk fails: name another",
    "EACCES": "name another place, or ask its owner",
    "EPERM": "name another place, or ask its owner",
    "ENAMETOOLONG": "choose a shorter one",
    "ELOOP": "a link leads to itself: name the file it should lead to",
    "EMFILE": "too many files are open: close other programs",
    "ENFILE": "too many files are open: close other programs",
}
DISK = ("ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO")  # what keeps any output from being written


class UserError(Exception):
    """`message` is one sentence that says what to do or what is wrong; the command ends with `exit_code`."""

    def __init__(self, message, exit_code=BAD_INPUT):
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


def because(error):
    """The reason of an OSError in the system's words, without its number and file name; what to do, where that is clear."""
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    advice = _ADVICE.get(errno.errorcode.get(error.errno, ""))
    return f"{reason} ({advice})" if advice else reason
