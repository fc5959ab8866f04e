"""What goes wrong for the person at the keyboard: one sentence, and the exit code the command ends with."""

GOOD = 0
WRONG = 1  # it ran, and found something wrong
BAD_INPUT = 2  # what was given cannot be used or read
INTERNAL = 70  # a fault of this program
INTERRUPTED = 130  # Ctrl-C
UNREAD = 141  # the program that should read the output has ended


class UserError(Exception):
    """`message` is one sentence that says what to do or what is wrong; the command ends with `exit_code`."""

    def __init__(self, message, exit_code=BAD_INPUT):
        super().__init__(message)
        self.message = message
        self.exit_code = exit_code


def because(error):
    """The reason of an OSError in the system's words, without its number and file name."""
    return (error.strerror or str(error) or type(error).__name__).lower()
