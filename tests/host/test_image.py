"""The box's file system and the UF2 with it: always the same bytes, whole, and refused where it could not run."""

import hashlib
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from robokraft.deploy import bundle, image, manifest, uf2
from robokraft.deploy.compiling import compiled
from robokraft.errors import UserError

ROOT = Path(__file__).resolve().parents[2]
SMALL_INT = 1  # the lowest bit of MicroPython's small integers


@pytest.fixture(scope="module")
def files():
    return manifest.box_files()


@pytest.fixture(scope="module")
def app(files):
    return files["a.app"]


@pytest.fixture(scope="module")
def built(files):
    return image.build(files)


# What the file system holds


def test_it_holds_the_app_in_one_file_and_the_start_as_source(files, app):
    assert set(files) == {"a.app", "app", "boot.py", "bundle.mpy", "main.py"}
    assert files["app"] == b"a"
    for name in manifest.SOURCES:
        assert files[name] == (ROOT / "firmware" / name).read_bytes()
    modules = bundle.modules_of(app)
    assert {path.rsplit(".", 1)[1] for path in modules} == {"mpy"}
    for package, folder in (("companion", "firmware/companion"), ("shared_rules", "shared_rules")):
        sources = {file.relative_to(ROOT / folder).as_posix() for file in (ROOT / folder).rglob("*.py")}
        ours = {path.removeprefix(f"{package}/") for path in modules if path.startswith(f"{package}/")}
        assert ours == {source.removesuffix(".py") + ".mpy" for source in sources}
    assert {"adafruit_ssd1306.mpy", "adafruit_bus_device/i2c_device.mpy"} <= set(modules)


def test_the_manifest_says_what_there_is(files, app):
    said = bundle.manifest_of(app)
    modules = bundle.modules_of(app)
    assert said["files"] == {path: told(data) for path, data in modules.items()}
    start = {path: told(files[path]) for path in ("boot.py", "bundle.mpy", "main.py")}
    assert said["start"] == start
    assert said["v"] == manifest.VERSION
    assert said["mpy"] == list(manifest.bytecode_version(modules)) == [6, 3]
    assert f'VERSION = "{said["firmware"]}"' in (ROOT / "firmware/companion/app.py").read_text()
    assert set(said["made_from"]) == set(manifest.MADE_FROM)


def told(data):
    return [len(data), hashlib.sha256(data).hexdigest()]


def test_a_traceback_names_our_files_and_not_the_makers_folders(files, app):
    for path, data in files.items():
        assert str(ROOT).encode() not in data, path
    assert b"companion.app" in bundle.modules_of(app)["companion/app.mpy"]


def test_drawing_is_machine_code_for_the_picos_processor(app):
    head = bundle.modules_of(app)["companion/ui/pixels.mpy"][:3]
    assert head[0:1] == b"M" and head[2] >> 2 == 4  # armv6m


def test_a_module_that_does_not_compile_is_named(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("def f(:\n")
    with pytest.raises(UserError, match="companion/broken.py does not compile"):
        compiled(broken, "companion/broken.py")


# The bundle


def test_its_front_is_enough_for_the_manifest(app):
    size = bundle.front_size(app[: bundle.HEAD_SIZE])
    assert size < 16384
    assert bundle.manifest_of(app[:size]) == bundle.manifest_of(app)
    with pytest.raises(ValueError, match="cut off"):
        bundle.manifest_of(app[: size - 1])
    for wrong in (b"", b"RKB", b"RKB\x03" + app[4:], b"\xff" * 100):
        with pytest.raises(ValueError, match="no bundle"):
            bundle.manifest_of(wrong)


def test_names_that_the_box_could_not_tell_apart_are_refused():
    with pytest.raises(ValueError, match="same CRC-32"):
        bundle.build({"plumless.mpy": b"1", "buckeroo.mpy": b"2"}, {})


def test_a_bundle_that_is_not_whole_is_noticed_wherever_it_is_not():
    whole = bundle.build(
        {"p/__init__.mpy": b"", "p/one.mpy": b"12345", "two.mpy": b"M"}, {"v": 2, "start": {}}
    )
    bundle.verify(whole)
    assert bundle.modules_of(whole) == {"p/__init__.mpy": b"", "p/one.mpy": b"12345", "two.mpy": b"M"}
    for at in range(len(whole)):
        for changed in (whole[:at], whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]):
            with pytest.raises(ValueError):
                bundle.verify(changed)
    with pytest.raises(ValueError):
        bundle.verify(whole + b"1")


# The image


def test_the_same_files_give_the_same_bytes_in_another_process(built):
    code = (
        "import sys\nfrom robokraft.deploy import image, manifest\n"
        "sys.stdout.buffer.write(image.build(manifest.box_files()))"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT).stdout
    assert hashlib.sha256(again).digest() == hashlib.sha256(built).digest()


def test_the_image_holds_every_file_and_fits_micropythons_place(built, files):
    assert len(built) == image.SIZE == 352 * 4096
    assert image.files_of(built) == files
    system = image.mounted(built)
    assert system.fs_stat().disk_version == image.DISK_VERSION
    assert system.block_count == image.BLOCKS


def test_two_apps_leave_room_for_200_games(files, app):
    during_an_update = image.build({**files, "b.app": app})
    free = image.SIZE - image.used_blocks(during_an_update) * image.BLOCK
    assert free > 200 * 2560 + 64 * 1024


def test_an_image_without_a_file_system_is_not_made_one():
    blank = b"\xff" * image.SIZE
    with pytest.raises(ValueError, match="no file system"):
        image.mounted(blank)


def test_what_does_not_fit_is_refused():
    with pytest.raises(UserError, match="do not fit"):
        image.build({"big": bytes(image.SIZE)})


def test_only_what_is_under_a_folder(built):
    made = image.build({"app": b"a", "data/about": b"1", "data/now/game": b"2"})
    assert image.files_of(made, "data") == {"data/about": b"1", "data/now/game": b"2"}


# UF2


def firmware(board="Raspberry Pi Pico with RP2040", mpy=(6, 3), size=4096, version="1.26.1", base=uf2.FLASH):
    """Flash of a MicroPython as far as it is looked at: banner, board, and the tuple of sys.implementation."""
    flash = bytearray(size)
    banner = f"MicroPython v{version} on 2025-09-11\0; {board}\0".encode()
    flash[512 : 512 + len(banner)] = banner
    name = 512 + banner.index(board.encode())
    text = 1024
    struct.pack_into("<4I", flash, text, 0x10000400, 0, len(board), base + name)
    head = mpy[0] | (mpy[1] | 4 << 2) << 8
    struct.pack_into("<4I", flash, 2048, 0x10000300, 0x39A, base + text, head << 1 | SMALL_INT)
    return bytes(flash)


def as_uf2(flash, address=uf2.FLASH):
    return uf2.blocks([(address, flash)])


def test_an_official_micropython_is_read():
    found = uf2.read(as_uf2(firmware()))
    assert (found.version, found.mpy) == ("1.26.1", (6, 3))
    assert found.flash == firmware()


def test_a_preview_is_read():
    assert uf2.read(as_uf2(firmware(version="1.27.0-preview.12"))).version == "1.27.0-preview.12"


def test_merged_is_numbered_through_and_holds_both(built):
    made = uf2.merged(uf2.read(as_uf2(firmware())), built, (6, 3))
    blocks = [struct.unpack_from("<8I", made, at) for at in range(0, len(made), 512)]
    assert [block[5] for block in blocks] == list(range(len(blocks)))
    assert {block[6] for block in blocks} == {len(blocks)}
    assert {block[7] for block in blocks} == {uf2.FAMILY_RP2040}
    assert {made[at + 508 : at + 512] for at in range(0, len(made), 512)} == {b"\x30\x6f\xb1\x0a"}
    flash = {block[3] - uf2.FLASH: made[n * 512 + 32 : n * 512 + 288] for n, block in enumerate(blocks)}
    assert b"".join(flash[at] for at in range(0, 4096, 256)) == firmware()
    places = range(uf2.FILE_SYSTEM, uf2.FILE_SYSTEM + image.SIZE, 256)
    assert b"".join(flash[at] for at in places) == built
    assert len(flash) == len(blocks) == 16 + len(places)


REFUSED = [
    (b"", "no UF2"),
    (b"x" * 100, "no UF2"),
    (b"x" * 1024, "no UF2"),
    (as_uf2(firmware())[:-512], "damaged"),
    (as_uf2(firmware())[:512] * 16, "damaged"),
    (as_uf2(bytes(4096)), "no MicroPython"),
    (as_uf2(firmware(board="Raspberry Pi Pico W with RP2040")), "for a Raspberry Pi Pico W"),
    (as_uf2(firmware(size=uf2.FILE_SYSTEM + 4096)), "place of the file system"),
    (as_uf2(firmware(), 0x20000000), "another board|place of the file system"),
    (as_uf2(firmware(), 0x00100000), "does not run from the Pico's flash"),
    (as_uf2(firmware()).replace(struct.pack("<I", uf2.FAMILY_RP2040), b"\x59\xff\x8b\xe4"), "another chip"),
]


@pytest.mark.parametrize(("data", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_no_micropython_for_the_pico_is_refused(data, why):
    with pytest.raises(UserError, match=why):
        uf2.read(data)


def test_another_bytecode_version_is_refused(built):
    with pytest.raises(UserError, match=r"runs bytecode 6\.2, the box's is 6\.3"):
        uf2.merged(uf2.read(as_uf2(firmware(mpy=(6, 2)))), built, (6, 3))


def test_merged_is_read_again_only_where_that_is_asked_for(built):
    made = uf2.merged(uf2.read(as_uf2(firmware())), built, (6, 3))
    assert uf2.read(made, with_file_system=True).version == "1.26.1"
    with pytest.raises(UserError, match="place of the file system"):
        uf2.read(made)


# The commands


def test_image_writes_the_file_and_says_what_is_in_it(robokraft, tmp_path, built):
    ended = robokraft("image", "-o", tmp_path / "box.img")
    assert ended.code == 0 and "KB used" in ended.out
    assert (tmp_path / "box.img").read_bytes() == built


def test_uf2_writes_one_file(robokraft, tmp_path, built):
    source = tmp_path / "micropython.uf2"
    source.write_bytes(as_uf2(firmware()))
    ended = robokraft("uf2", "--micropython", source, "-o", tmp_path / "box.uf2")
    assert ended.code == 0 and "MicroPython 1.26.1" in ended.out
    assert (tmp_path / "box.uf2").read_bytes() == uf2.merged(uf2.read(source.read_bytes()), built, (6, 3))


def test_a_file_that_cannot_be_written_or_read_is_one_sentence(refused, tmp_path):
    assert "cannot write" in refused("image", "-o", tmp_path / "nowhere" / "box.img")
    assert "cannot read" in refused("uf2", "--micropython", tmp_path / "none.uf2", "-o", tmp_path / "box.uf2")
    strange = tmp_path / "strange.uf2"
    strange.write_bytes(b"no uf2")
    kept = tmp_path / "box.uf2"
    kept.write_bytes(b"what was there")
    assert "no UF2" in refused("uf2", "--micropython", strange, "-o", kept)
    assert kept.read_bytes() == b"what was there"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["box.uf2", "strange.uf2"]


def test_emulate_says_what_is_wrong_before_it_starts(refused, tmp_path):
    assert "there is no key pink" in refused("emulate", "--grounded", "pink")
    keys = tmp_path / "keys"
    keys.write_text("blu")
    assert "is no key" in refused("emulate", "--keys", keys)
    other = tmp_path / "other.uf2"
    other.write_bytes(as_uf2(firmware()))
    assert "leave out --micropython" in refused("emulate", "--uf2", other, "--micropython", "1.26.1")
    missing = refused("emulate", "--micropython", "no-such-file.uf2")
    assert "micropython.org/download" in missing and "--micropython" in missing
    short = tmp_path / "flash.bin"
    short.write_bytes(b"short")
    assert "no flash of a box" in refused("emulate", "--uf2", other, "--data", short)


def test_an_app_of_the_version_before_is_still_one(app):
    """So an update leaves it whole beside the new one, see `deploy.update`."""
    older = b"RKB\x01" + app[4:]
    assert bundle.manifest_of(older) == bundle.manifest_of(app)
    assert bundle.checksum_of(older[: bundle.HEAD_SIZE]) == bundle.checksum_of(app[: bundle.HEAD_SIZE])
