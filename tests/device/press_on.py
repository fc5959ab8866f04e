"""Presses keys on a box and prints what the box says before each and at the end, the same on both Pythons.

Arguments: a folder (that may be made; a game in it is gone on with), and a file: first the wish for the game as JSON, then a
key a line. Small on purpose: on MicroPython the box itself needs most of the memory.
"""

import gc
import json
import sys
from binascii import crc32


def said(box):
    """A line that two boxes give alike only if their status is alike."""
    from shared_rules.log import canonical

    gc.collect()
    status = box.status()
    game, screen = status["game"], status["screen"]
    place = "%s %s %s" % (screen["name"], game["phase"], game["turn"])
    for part in (screen, game):
        place += " %08x" % (crc32(canonical(part).encode()) & 0xFFFFFFFF)
    return place


def main(folder, file):
    from vm.box import Box

    gc.collect()
    box = Box(folder)
    with open(file) as lines:
        wish = lines.readline()
        if box.app.session.game is None:
            box.start(json.loads(wish))
        for key in lines:
            print(said(box))
            box.play(key)
    print(said(box))


if __name__ == "__main__":
    sys.path.append(__file__.rsplit("/", 2)[0])
    main(*sys.argv[1:])
