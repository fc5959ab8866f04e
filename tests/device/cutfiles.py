"""A file system in memory whose power is cut everywhere, and the promise of the journal that is checked on
every cut.

`CutSystem` stands where `os` and `open` stand, so the real Files code runs on it. After every single
operation it keeps the states in which a cut would leave the flash, as images to boot from. Two kinds:

- "littlefs": a file keeps its old content until it is closed; names change at once; there is nothing to
  sync.
- "posix": harsher than most: what was written and not synced is there, is half there, is zeros, or is not;
  a changed name is there or not until its folder was synced.

Runs on both Pythons; nothing here knows pytest.
"""

from companion.storage.files import Files, StorageError
from companion.storage.journal import Journal, JournalError

ENOENT = 2
EEXIST = 17
ENOSPC = 28


class CutFile:
    """An open file of a CutSystem."""

    def __init__(self, system, path, mode):
        self._system = system
        self._mode = mode
        self._path = path
        self._at = 0
        if mode != "rb":
            system.create(path)
        self._node = system.names.get(path)
        if self._node is None:
            raise OSError(ENOENT, "no such file")
        self._data = b"" if mode == "wb" else self._node[0]
        if mode == "wb" and system.kind == "posix":
            system.change(self._node, b"")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def seek(self, at):
        self._at = at

    def read(self, length=-1):
        end = len(self._data) if length < 0 else self._at + length
        piece = self._data[self._at : end]
        self._at += len(piece)
        return piece

    def write(self, data):
        data = bytes(data)
        if self._system.kind == "posix":
            taken = data[: max(0, self._system.left())]
            self._data += taken
            self._system.change(self._node, self._data)
            if len(taken) < len(data):
                raise OSError(ENOSPC, "no space left")
        else:
            self._data += data

    def flush(self):
        pass

    def fileno(self):
        return self._node

    def close(self):
        if self._mode != "rb" and self._system.kind == "littlefs":
            if len(self._data) - len(self._node[0]) > self._system.left():
                raise OSError(ENOSPC, "no space left")
            self._system.change(self._node, self._data)


class CutSystem:
    """`os` and `open` over files in memory. `room`: bytes that fit; `images`: [{path: bytes}] a cut would
    leave."""

    O_DIRECTORY = 1

    def __init__(self, kind, image=None, room=1000000):
        self.kind = kind
        self.room = room
        self.names = {}  # path -> node: [content, what of it is synced]
        for path in image or {}:
            self.names[path] = [image[path], image[path]]
        self.folders = set([path[: path.rfind("/")] for path in self.names])
        self.watched = True
        self.images = []
        self.operations = self.opened = 0
        self._seen = set()
        self._orders = [dict(self.names)]  # the names as last synced, then after each change since
        if kind == "posix":
            self.fsync = self._fsync

    # What Files uses of os and open

    def open_file(self, path, mode):
        self.opened += 1
        return CutFile(self, path, mode)

    def open(self, path, flags):
        return path

    def close(self, folder):
        pass

    def _fsync(self, node):
        if isinstance(node, str):
            self._orders = [dict(self.names)]
        else:
            node[1] = node[0]
        self.point()

    def rename(self, old, new):
        if old not in self.names:
            raise OSError(ENOENT, "no such file")
        self.names[new] = self.names.pop(old)
        self._renamed()

    def remove(self, path):
        if path not in self.names:
            raise OSError(ENOENT, "no such file")
        del self.names[path]
        self._renamed()

    def mkdir(self, path):
        if path in self.folders:
            raise OSError(EEXIST, "exists")
        self.folders.add(path)

    def listdir(self, path):
        if path not in self.folders:
            raise OSError(ENOENT, "no such folder")
        start = len(path) + 1
        found = set([name[start:].split("/")[0] for name in self.names if name.startswith(path + "/")])
        found.update([name[start:] for name in self.folders if name.startswith(path + "/")])
        return list(found)

    def stat(self, path):
        if path in self.folders:
            return (0, 0, 0, 0, 0, 0, 0)
        if path not in self.names:
            raise OSError(ENOENT, "no such file")
        return (0, 0, 0, 0, 0, 0, len(self.names[path][0]))

    def statvfs(self, path):
        return (1, 1, self.room, self.left(), self.left())

    # What the model does

    def left(self):
        return self.room - sum([len(node[0]) for node in self.names.values()])

    def create(self, path):
        if path not in self.names:
            if path[: path.rfind("/")] not in self.folders:
                raise OSError(ENOENT, "no such folder")
            self.names[path] = [b"", b""]
            self._renamed()

    def change(self, node, data):
        node[0] = data
        if self.kind == "littlefs":
            node[1] = data
        self.point()

    def _renamed(self):
        if self.kind == "littlefs":
            self._orders = []
        self._orders.append(dict(self.names))
        self.point()

    def point(self):
        """Keeps every state in which a cut right now would leave the flash."""
        self.operations += 1
        if not self.watched:
            return
        for names in self._orders:
            loose = [path for path in names if names[path][0] != names[path][1]]
            for way in (0, 1, 2, 3) if loose else (0,):
                image = {}
                for path in names:
                    new, old = names[path]
                    image[path] = new if way == 0 or path not in loose else _left_over(old, new, way)
                mark = tuple(sorted([(path, image[path]) for path in image]))
                if mark not in self._seen:
                    self._seen.add(mark)
                    self.images.append(image)

    def take_images(self):
        """The images since the last time."""
        images = self.images
        self.images = []
        self._seen = set()
        return images


def _left_over(old, new, way):
    """What a cut leaves of a file that is not synced: the old content, half of the new, or zeros for it."""
    if way == 1:
        return old
    same = 0
    while same < len(old) and same < len(new) and old[same] == new[same]:
        same += 1
    half = same + (len(new) - same) // 2
    return new[:half] if way == 2 else new[:same] + bytes(len(new) - same)


class Model:
    """What a journal holds, as plain lists."""

    def __init__(self):
        self.open = []
        self.mark = None
        self.games = []  # (key, exported, payloads, label), newest first
        self.next = 1

    def after(self, step):
        new = Model()
        new.open, new.mark, new.games, new.next = list(self.open), self.mark, list(self.games), self.next
        what, value = step
        if what == "start":
            new.open = [value]
            new.mark = None
            new.next += 1
        elif what == "append":
            new.open.append(value)
            new.mark = None
        elif what == "mark":
            new.mark = value
        elif what == "finish":
            new.games.insert(0, (new.next - 1, False, new.open, value))
            new.open = []
            new.mark = None
        elif what == "export":
            key, _, payloads, label = new.games[value]
            new.games[value] = (key, True, payloads, label)
        elif what == "delete":
            del new.games[value]
        return new

    def legal(self, step):
        what, value = step
        if what in ("append", "mark", "finish"):
            return bool(self.open)
        if what == "start":
            return not self.open
        return value < len(self.games)

    def seen(self):
        return (self.open, self.mark, self.games, self.next)


def act(journal, step):
    """Does a step of a script on a journal."""
    what, value = step
    if what == "start":
        journal.start(value)
    elif what == "append":
        assert journal.append(value) is True
    elif what == "mark":
        journal.mark(value)
    elif what == "finish":
        journal.finish(value)
    else:
        key = journal.games()[value][0]
        if what == "export":
            journal.mark_exported(key)
        else:
            journal.delete(key, force=True)


def seen(journal):
    """What a journal says it holds, to be compared with Model.seen()."""
    games = []
    for key, _, exported in journal.games():
        payloads = journal.read(key)
        label = journal.label(key)
        games.append((key, exported, payloads, b"" if label == payloads[0] else label))
    return (journal.open_payloads(), journal.marked(), games, journal.number)


def entropy(n):
    return bytes([7 * k + 3 for k in range(n)])


def boot(kind, image=None, room=1000000, watched=True):
    """(system, journal) on a file system that holds an image; `watched`: images are kept of it, which takes
    memory."""
    system = CutSystem(kind, image, room)
    system.watched = watched
    return system, Journal(Files("/data", system, system.open_file), entropy)


GO_ON = (
    ("start", b"again"),
    ("append", b"more"),
    ("mark", 3),
    ("finish", b"end"),
    ("start", b"next"),
    ("append", b"x"),
)


def check_image(kind, image, allowed, deep=True):
    """Boots an image: the journal must hold one of the allowed contents, the same after every further boot,
    and go on."""
    system, journal = boot(kind, image)
    found = seen(journal)
    fitting = [model for model in allowed if model.seen() == found]
    assert fitting, "found %s, allowed %s" % (found, [model.seen() for model in allowed])
    if deep:
        for again in system.take_images():
            check_image(kind, again, allowed, False)
    system, journal = boot(kind, at_rest(system))
    assert seen(journal) == found
    assert not system.images, "a second boot writes nothing"
    model = fitting[0]
    for step in GO_ON:
        if model.legal(step):
            act(journal, step)
            model = model.after(step)
            assert seen(journal) == model.seen()
            if step in (GO_ON[1], GO_ON[-1]):
                assert seen(boot(kind, at_rest(system))[1]) == model.seen()


def at_rest(system):
    """The image of a system that is switched off long after its last operation."""
    return {path: system.names[path][1] for path in system.names}


def check_cuts(kind, script, making=False):
    """Runs a script, cuts the power at every operation of it and after every step, and returns how many
    cuts it tried.

    `making`: also while the storage is made, which takes memory.

    """
    system, journal = boot(kind, watched=making)
    system.watched = True
    model = Model()
    cuts = 0
    for step in (None,) + tuple(script):
        before = model
        if step:
            if not model.legal(step):
                continue
            act(journal, step)
            model = model.after(step)
            assert seen(journal) == model.seen(), step
        for image in system.take_images():
            check_image(kind, image, (before, model))
            cuts += 1
        system.point()  # what was acknowledged is there
        for image in system.take_images():
            check_image(kind, image, (model,))
            cuts += 1
    return cuts


def refusal(call, *arguments, **named):
    """The code of the error that a call raises, which has a message for people."""
    try:
        call(*arguments, **named)
    except (JournalError, StorageError) as error:
        assert error.message and error.message in str(error)
        return error.code
    raise AssertionError("not refused")


def check_full(kind):
    """A full storage never stops the game: nothing acknowledged is lost, deleting works and lets the rest
    be written."""
    system, journal = boot(kind, None, 200000, watched=False)
    for k in range(3):
        journal.start(b"header %d" % k)
        for k in range(100):
            journal.append(b"%d" % k)
        journal.finish()
    want = [b"header"]
    journal.start(want[0])
    system.room -= system.left() - 150
    durable = True
    while durable or len(want) < 150:
        want.append(b"%05d" % len(want))
        durable = journal.append(want[-1]) and durable
    assert journal.waiting and ("full", {}) in journal.notices
    assert journal.open_payloads() == want
    kept = boot(kind, at_rest(system), system.room, watched=False)[1].open_payloads()
    assert len(kept) > 10 and kept == want[: len(kept)]
    assert [key for key, _, _ in journal.games()] == [3, 2, 1]
    assert refusal(journal.delete, 1) == "unexported"
    journal.delete(1, force=True)
    assert not journal.waiting
    assert boot(kind, at_rest(system), system.room, watched=False)[1].open_payloads() == want
    assert journal.append(b"more") is True


def check_full_at_the_end(kind):
    """A full storage can finish its game, and then begins none."""
    system, journal = boot(kind, None, 100000, watched=False)
    journal.start(b"header")
    for k in range(150):
        journal.append(b"%05d" % k)
    system.room -= system.left()
    assert journal.append(b"last") is False
    journal.finish()
    assert ("nearly_full", {}) in journal.notices and journal.nearly_full()
    assert refusal(journal.start, b"header") == "full"
    _, again = boot(kind, at_rest(system), system.room, watched=False)
    assert (len(again.read(1)), again.read(1)[-1]) == (152, b"last")


def written_out(script):
    """A script of sizes as one of payloads, every payload another one."""
    out = []
    for what, value in script:
        if what in ("start", "append", "finish"):
            value = b"%d." % len(out) * (value // 2)
        out.append((what, value))
    return out


LONG = (
    [("start", 100), ("append", 150), ("mark", 0), ("append", 40)]
    + [("append", 60 if k % 7 == 3 else 5) for k in range(60)]
    + [
        ("mark", 1),
        ("mark", 200),
        ("append", 5),
        ("finish", 0),
        ("start", 20),
        ("append", 190),
        ("append", 300),
    ]
    + [("mark", 5), ("finish", 20), ("export", 1), ("start", 40), ("append", 5), ("finish", 4), ("delete", 0)]
    + [("start", 40)]
    + [("mark", k) for k in range(50)]
    + [("append", 8) for k in range(20)]
    + [("mark", k) for k in range(9)]
    + [("append", 8) for k in range(20)]
    + [("finish", 4), ("delete", 1), ("delete", 1), ("delete", 0), ("start", 20)]
)
