"""A virtual box: the firmware's app on simulated parts. The one place where host and firmware meet.

Time passes only in `run()`, so the same presses give the same game every time; `play` lets it pass as the real clock does.
"""

import errno
import os
import unicodedata
from datetime import datetime, timezone

from companion.app import VERSION, App
from companion.board import WIRES
from companion.session import records
from companion.status import status
from companion.storage import pictures
from companion.storage.files import Files, StorageError, StorageFull
from companion.storage.journal import Journal
from companion.storage.packs import JournalError
from companion.storage.settings import SettingsError
from robokraft.errors import UserError, because
from robokraft.virtual import script
from robokraft.virtual.folder import Folder, Scratch, without_sync
from robokraft.virtual.parts import Parts, SimButtons, seeded_entropy
from shared_rules import log
from shared_rules.game import RuleError, check_header

KEYS = script.KEY_NAMES
DEVICE = "VIRTUAL"
_MARK = "about"  # the file a memory has from its first start on
_SLICE_MS = 10
_REST_MS = 2000  # so long after the last change of the keys the slices may become longer
_REST_SLICE_MS = 1000
_SETTLE_MS = 20


def utc_now():
    """The time of this computer, as a box is told it."""
    return datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


class VirtualBox:
    """One box. Close it, or use it in `with`.

    folder: where its memory is kept, locked while the box lives; None for memory that is forgotten.
    entropy: `entropy(n)` for what the box draws; default: seeded with 0 in a memory that is new, else real.
    storage_seed: makes the storage id of a memory that is forgotten; other memories get a real random one.
    utc: a function that gives UTC as text, default: the box was never told the time.
    serial: the box's end of a cable, see robokraft.virtual.serial; default: none.
    grounded, cut: masks of keys whose wires touch ground or hang in the air.
    Raises UserError where the folder cannot be used.
    """

    def __init__(self, folder=None, entropy=None, storage_seed=0, utc=None, serial=None, grounded=0, cut=0):
        self._folder = Scratch() if folder is None else Folder(folder)
        self._quiet_ms = 0
        try:
            path = str(self._folder.path).replace(os.sep, "/")
            files = Files(path, without_sync()) if folder is None else Files(path)
            new = files.size(_MARK) is None
            journal = Journal(files, seeded_entropy(storage_seed) if folder is None else os.urandom)
            if entropy is None:
                entropy = seeded_entropy(0) if new else os.urandom
            self.parts = Parts(files, entropy=entropy, device=DEVICE, utc=utc, serial=serial, wires=WIRES)
            self.parts.buttons = SimButtons(self.parts.clock, grounded, cut)
            self.app = App(self.parts, journal)
        except (JournalError, StorageError) as error:
            self.close()
            raise UserError(f"the directory {folder} cannot be used: {_sentence(error)}")
        except BaseException:
            self.close()
            raise
        self.run(_SETTLE_MS)

    @staticmethod
    def is_in(folder):
        """Whether a box has kept its memory there."""
        return os.path.isfile(os.path.join(folder, _MARK))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._folder.close()

    # Keys and time

    def press_mask(self, mask):
        """From now on these keys are down (bit k: key k of KEYS)."""
        self.parts.buttons.set(mask)
        self._quiet_ms = 0

    def run(self, ms):
        """Lets `ms` milliseconds pass."""
        while ms > 0:
            resting = self._quiet_ms >= _REST_MS and not self.parts.buttons.mask
            step = min(ms, _REST_SLICE_MS if resting else _SLICE_MS)
            self.parts.clock.advance(step)
            self._quiet_ms += step
            ms -= step
            self.app.step()

    def play(self, text):
        """Plays a key script. Raises script.ScriptError before the first key if a word means nothing."""
        script.play(script.parse(text), self)

    def configure(self, **settings):
        """Changes settings of the box, as its owner would. Raises UserError and changes none."""
        try:
            self.app.settings.update(settings)
        except (SettingsError, StorageError) as error:
            raise UserError(f"this setting cannot be: {_sentence(error)}")
        self.app.apply_settings()
        self.app.step()

    # What is to be seen

    def status(self):
        """The status object; docs/architecture.md and `companion.status`."""
        return status(self.app)

    def pixels(self):
        """What a person sees on the panel: 128 × 64 bytes of 0 or 1, row by row."""
        return self.parts.i2c.pixels()

    def shapes(self):
        """The shape of each suit, as the owner chose them: blue, red, orange, green."""
        return self.app.settings.get("shapes")

    def beeps(self):
        """The sounds since the last call."""
        names = list(self.parts.beeps)
        del self.parts.beeps[:]
        return names

    def game_id(self):
        """The id of the game that is open, or else of the newest one; None where there is none."""
        found = self._records()
        return found[0]["id"] if found else None

    def log_lines(self):
        """The lines of the log of the game that is open, or else of the newest one; [] where there is none."""
        return list(log.lines(self._records()))

    def _records(self):
        journal = self.app.journal
        key = journal.open_key
        if key is None:
            newest = journal.games(most=1)
            if not newest:
                return []
            key = newest[0][0]
        return records(journal.read(key))

    # A game at once

    def start(self, wish):
        """Begins the game `{"game", "mode", "players": [names], "setup", "rules"}`. Raises UserError, and begins none."""
        if self.app.session.game is not None or self.app.journal.open_key is not None:
            raise UserError("a game is open in this directory: finish it first")
        header = checked(wish)
        try:
            self.app.session.start(*[header[name] for name in _WISH], started=self.parts.utc())
        except (JournalError, StorageError) as error:
            raise UserError(f"the game cannot begin: {_sentence(error)}")
        self._draw_names([player["name"] for player in header["players"]])
        self.app.enter_game()
        self.app.step()

    def _draw_names(self, names):
        """The names that the box has no letters for come as pictures, as over a cable."""
        files = self.parts.files
        undrawn = [name for name in names if not self.app.canvas.can_draw(name)]
        wanted = [name for name in undrawn if pictures.load(files, name) is None]
        if wanted:
            from robokraft import lettering

            for name, drawn in lettering.pictures(wanted).items():
                try:
                    pictures.save(files, name, drawn, names)
                except StorageError:  # the name is good without
                    break
            self.app.names_changed()


_WISH = ("game", "mode", "players", "setup", "rules")


def checked(wish):
    """A complete wish for a game (players as {id, name}) from one as written; raises UserError naming what is wrong."""
    if not isinstance(wish, dict):
        raise UserError("the start must be a JSON object with game, mode, players and setup")
    for name in wish:
        if name not in _WISH:
            raise UserError(f"the start has no field {name}: its fields are {', '.join(_WISH)}")
    for name in _WISH[:-1]:
        if name not in wish:
            raise UserError(f"the start lacks {name}")
    wish = {"rules": {}, **wish}
    if not isinstance(wish["players"], list):
        raise UserError("players must be a list of names")
    wish["players"] = [_player(player) for player in wish["players"]]
    header = {
        "n": 0,
        "t": 0,
        "type": "game",
        "v": 1,
        "id": "X",
        "device": DEVICE,
        "firmware": VERSION,
        "started": None,
    }
    try:
        _, unknown = check_header({**header, **wish})
    except RuleError as error:
        raise UserError(f"no such game can begin: {error.message}")
    if unknown:
        raise UserError(f"the set-up has no field {unknown[0]}")
    return wish


def _player(player):
    if isinstance(player, str):
        player = {"id": None, "name": player}
    if not isinstance(player, dict) or set(player) != {"id", "name"} or not isinstance(player["name"], str):
        raise UserError("players must be a list of names")
    name = unicodedata.normalize("NFC", player["name"])
    if not name.strip():
        raise UserError("a player's name is empty")
    if any("\ud800" <= letter <= "\udfff" for letter in name):
        raise UserError("a player's name holds half a character")
    return {"id": player["id"], "name": name}


def _sentence(error):
    if isinstance(error, StorageError):  # a box has a number for it, this computer words
        number = error.errno or (errno.ENOSPC if isinstance(error, StorageFull) else 0)
        if number:
            return because(OSError(number, os.strerror(number)))
    return getattr(error, "message", None) or str(error)
