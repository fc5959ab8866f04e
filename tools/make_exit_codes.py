"""Makes docs/exit-codes.md from what the commands say of their exit codes in their help.

    python tools/make_exit_codes.py [--check]

--check changes nothing and ends with 1 when the file is another.
"""

import importlib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "host"), str(ROOT / "firmware"), str(ROOT)]

from robokraft import errors  # noqa: E402
from robokraft.cli import COMMANDS  # noqa: E402

FILE = ROOT / "docs" / "exit-codes.md"
CODES = (
    errors.GOOD, errors.WRONG, errors.BAD_INPUT, errors.NO_BOX, errors.NO_PORT, errors.NO_ANSWER, errors.LOST, errors.REFUSED,
)  # fmt: skip
HEAD = """# Exit codes

What a command of `robokraft` ends with. Whatever is wrong is one sentence on standard error that says what to do; `--verbose` adds where it comes
from. This page is made by `tools/make_exit_codes.py` from the help of the commands.

| code | what | for example |
|-|-|-|
| 0 | good | |
| 1 | it ran, and found something that is wrong or to be done | a log that does not replay, a self-test that fails |
| 2 | what was given cannot be used or read | an unknown setting, a folder in the place of a file, a disk that is full |
| 3 | no box, or several and none was chosen | nothing plugged in; `--device` chooses |
| 4 | the port cannot be opened | no permission (the group and the udev rule are named), in use by another program, not there |
| 5 | no answer of ours | a board without our program, a box that was started without it, another device, a protocol that is too old or too new |
| 6 | the connection was lost in the middle | unplugged; what had come is safe, run it again |
| 7 | the box, or somebody at the box, said no, or the box cannot do it now | BACK at the question, a value the box refuses, no developer mode; too little memory free: ask again, or do as the sentence says |
| 70 | a fault of this program | |
| 130 | Ctrl-C | |
| 141 | nobody reads the output | `robokraft games \\| head -1` |

"""


def codes_of(name):
    """{code: what it means} of a command, as its help says."""
    text = importlib.import_module(f"robokraft.cli.{name}").command.__doc__ or ""
    said = " ".join(text.partition("Exit codes:")[2].split()).rstrip(".")
    found = re.split(r"(?:^|[,;:] )\s*(?=\d )", said)
    return {int(part.split(" ", 1)[0]): part.split(" ", 1)[1] for part in found if part.strip()}


def page():
    lines = [HEAD, "| command | " + " | ".join(map(str, CODES)) + " |\n", "|-" * (len(CODES) + 1) + "|\n"]
    for name in COMMANDS:
        codes = codes_of(name)
        lines.append(f"| `{name}` | " + " | ".join(codes.get(code, "") for code in CODES) + " |\n")
    return "".join(lines)


def main(arguments):
    made = page()
    if arguments == ["--check"]:
        return int(not FILE.exists() or FILE.read_text("utf-8") != made)
    FILE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
