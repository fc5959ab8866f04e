"""What to type so that a package is there for this very program: another pip would put it where it is not found."""

import os
import sys


def advice(*packages):
    """The command that installs them beside the running Python, from a clone as from anywhere; for any shell."""
    command = [sys.executable or "python3", "-m", "pip", "install", *packages]
    calling = "& " if os.name == "nt" and " " in command[0] else ""  # PowerShell takes a text for no command
    return calling + " ".join(f'"{word}"' if set(word) & set(" []()") else word for word in command)
