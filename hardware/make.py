#!/usr/bin/env python3
"""Makes every generated file of hardware/; `make hardware` runs it.

python -m hardware.make            writes what is missing or differs
python -m hardware.make --check    exit code 1 if what is there is not what would be written
"""

import argparse
import sys
from pathlib import Path

from hardware import outputs

ROOT = Path(__file__).resolve().parent


def main(arguments):
    """Exit code: 0 good, 1 something differs (with --check), 2 an argument it does not know."""
    parser = argparse.ArgumentParser(
        prog="hardware.make", description="Makes every generated file of hardware/."
    )
    parser.add_argument("--check", action="store_true", help="write nothing, name what differs")
    check = parser.parse_args(arguments).check
    differing = 0
    for name, output in outputs.all_of_them().items():
        path = ROOT / name
        if path.exists() and output.same(path.read_bytes()):
            continue
        differing += 1
        if check:
            print(f"hardware/{name} is not what `make hardware` makes")
            continue
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(output.content())
        print(f"hardware/{name}")
    return 1 if check and differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
