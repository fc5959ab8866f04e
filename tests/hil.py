"""Key scripts of tests/flows on a box at a port: what it says and every picture must be those of a virtual box beside it.

    PYTHONPATH=.:firmware:host:tests python tests/hil.py --port PORT [SCRIPT ...]      (make hil PORT=…)

The box must be in developer mode (Settings, Developer). Each script begins a game of its own, ends one that is open, and
leaves it on the box: export first. Settings that a script changes are put back. Time is the box's: a
slow emulated one is waited for. Exit codes: 0 all hold, 1 one does not, otherwise those of robokraft.
"""

import argparse
import base64
import sys
import time
from pathlib import Path

from flows import flow
from robokraft.cli.screen import pixels
from robokraft.errors import UserError
from robokraft.transport.find import AUTO, connect
from robokraft.virtual import script
from robokraft.virtual.box import VirtualBox
from robokraft.virtual.picture import to_text

SCRIPTS = Path(__file__).with_name("flows") / "scripts"
LATE_S = 20.0  # for the picture: a refused key's bar goes away by itself, and an emulated box is slow
LOOKS = 10  # at the least: each may take a slow box many seconds
PATIENCE = 6  # an emulated box beside other work may take minutes to begin a game
SPIKE_MS = 3
REPEAT_MS = 500
REPEATING = ("up", "down")


class Skipped(Exception):
    """A script that the messages of the cable cannot play."""


class Pair:
    """A box at a port and a virtual one whose keys are pressed alike. Has what `flows.flow` asks of a box."""

    def __init__(self, client, virtual):
        self.pictures = 0
        self._client = client
        self._virtual = virtual
        self._mask = self._down_ms = 0
        status = self._told()
        self._games = status["storage"]
        self._old = {}
        kept = client.settings()
        self._hold_ms = kept["hold_ms"]
        self._virtual.configure(**{name: kept[name] for name in kept if name not in ("players", "developer")})

    def put_back(self):
        """The settings as they were."""
        for name, value in self._old.items():
            self._set(name, value)

    def _told(self):
        return self._client.ask("status")["status"]

    # What a flow asks for

    def start(self, wish):
        self._virtual.start(wish)
        players = [{"id": None, "name": name} for name in wish["players"]]
        asked = {**wish, "players": players, "rules": wish.get("rules", {})}
        asked.setdefault("mode", "cards")
        outcome = self._client.ask("start", **asked)["outcome"]
        if outcome == "asked":
            self._client.ask("press", key="ok", hold=False)
        self._client.settle(outcome)
        self._agree()  # a box may begin it by a restart, and hears no keys meanwhile

    def configure(self, **settings):
        self._virtual.configure(**settings)
        now = self._client.settings()
        for name, value in settings.items():
            self._old.setdefault(name, now[name])
            self._set(name, value)

    def _set(self, name, value):
        if name == "roster":
            self._client.set_people(value)
        else:
            self._client.ask("set", name=name, value=value)

    def press_mask(self, mask):
        self._virtual.press_mask(mask)
        if self._mask and not mask:
            self._press(script.KEY_NAMES[self._mask.bit_length() - 1], self._down_ms)
        self._mask, self._down_ms = mask, 0

    def _press(self, key, ms):
        if ms < SPIKE_MS:
            return
        if key in REPEATING and ms >= REPEAT_MS:
            raise Skipped(f"{key} is held")
        self._client.ask("press", key=key, hold=key not in REPEATING and ms >= self._hold_ms)

    def run(self, ms):
        self._virtual.run(ms)
        if self._mask:
            self._down_ms += ms
        elif ms > script.UP_MS:
            until = self._told()["boot"] + ms
            while self._told()["boot"] < until:
                time.sleep(0.05)

    def status(self):
        """The status of the box at the port, its games counted from the first script on."""
        self._agree()
        status = self._told()
        for count in ("games", "unexported"):
            status["storage"][count] -= self._games[count]
        return status

    def _agree(self):
        """Waits until both show the same."""
        end = time.monotonic() + LATE_S
        looks = 0
        while True:
            looks += 1
            shown = pixels(base64.b64decode(self._client.ask("screen")["picture"]))
            if shown == bytes(self._virtual.pixels()):
                self.pictures += 1
                return
            if time.monotonic() > end and looks > LOOKS:
                here = to_text(self._virtual.pixels())
                raise flow.FlowError(f"another picture; the box:\n{to_text(shown)}\nthe virtual one:\n{here}")
            self._virtual.run(20)
            time.sleep(0.05)


def begins(text):
    """Whether a script starts a game before its first key."""
    for line in text.split("\n"):
        if line.startswith("# start"):
            return True
        if line.split("#", 1)[0].strip():
            return False
    return False


def play(client, path):
    """Plays one script; (expectations that held, pictures that were the same). Raises Skipped or FlowError."""
    text = path.read_text("utf-8")
    if not begins(text):
        raise Skipped("it begins no game at once: the box would draw its discs")
    with VirtualBox() as virtual:
        pair = Pair(client, virtual)
        try:
            return flow.play(text, pair, path.stem), pair.pictures
        finally:
            pair.put_back()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--port", default=AUTO)
    options.add_argument("--device")
    options.add_argument("scripts", nargs="*", help="names of scripts in tests/flows/scripts; default: all")
    options = options.parse_args()
    paths = [SCRIPTS / f"{name}.keys" for name in options.scripts] or sorted(SCRIPTS.glob("*.keys"))
    wrong = 0
    for path in paths:
        if not path.exists():
            print(f"hil: there is no script {path.stem} in {SCRIPTS}", file=sys.stderr)
            return 2
    try:
        with connect(options.port, options.device) as client:
            client.be_patient(PATIENCE)
            client.ask("screen")  # says so where it is not in developer mode
            print(f"box {client.device} at {client.name}, firmware {client.firmware}", flush=True)
            for path in paths:
                began = time.monotonic()
                try:
                    held, same = play(client, path)
                    print(
                        f"{path.stem}: {held} hold, {same} pictures alike, {time.monotonic() - began:.0f} s",
                        flush=True,
                    )
                except Skipped as why:
                    print(f"{path.stem}: left out: {why}", flush=True)
                except flow.FlowError as error:
                    wrong += 1
                    print(f"{path.stem}: WRONG: {error}", flush=True)
    except (UserError, OSError) as error:
        print(f"hil: {getattr(error, 'message', error)}", file=sys.stderr)
        return getattr(error, "exit_code", 2)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
