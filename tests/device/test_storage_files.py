"""Frames, and files on real folders and in memory."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage import frames
from companion.storage.files import Files, StorageError, StorageFull
from companion.storage.frames import LONGEST, Reader, frame, unframe, unvarint, varint
from device.cutfiles import CutSystem


@given(st.integers(0, 2**32))
def test_a_varint_comes_back(n):
    data = varint(n)
    assert unvarint(b"xx" + data + b"y", 2) == (n, len(data) + 2)
    for cut in range(len(data)):
        assert unvarint(data[:cut]) is None


def test_a_varint_without_end_is_none():
    assert unvarint(b"\xff" * 20) is None


def test_a_frame_costs_three_bytes():
    assert len(frame(b"12345")) == 8
    assert frame(b"abc") == b"\x03abc\x22\xe8"  # the format of version 1, for ever


@given(st.binary(max_size=300), st.binary(max_size=20))
def test_a_frame_comes_back_and_no_part_of_it_does(payload, after):
    data = frame(payload)
    assert unframe(after + data, len(after)) == (payload, len(after) + len(data))
    for cut in range(len(data)):
        assert unframe(data[:cut]) is None


@given(st.binary(min_size=1, max_size=60), st.data())
def test_one_wrong_bit_is_noticed(payload, data):
    good = frame(payload)
    bit = data.draw(st.integers(0, len(good) * 8 - 1))
    bad = bytearray(good)
    bad[bit // 8] ^= 1 << bit % 8
    got = unframe(bytes(bad))
    assert got is None or got[0] != payload
    if bit >= 8:  # the length is right
        assert got is None


def test_zeros_and_erased_flash_are_no_frames():
    for filler in (b"\0", b"\xff"):
        assert unframe(filler * 600) is None
    assert unframe(frame(b"")) == (b"", 3)


def test_a_payload_has_a_limit():
    assert unframe(frame(bytes(LONGEST))) == (bytes(LONGEST), LONGEST + 4)
    with pytest.raises(ValueError):
        frame(bytes(LONGEST + 1))


@given(st.lists(st.binary(max_size=1200), max_size=8), st.integers(0, 40))
def test_a_reader_takes_all_frames_and_stops_at_a_torn_one(payloads, torn):
    import io

    whole = b"".join(frame(payload) for payload in payloads)
    reader = Reader(io.BytesIO(b"head" + whole + frame(bytes(50))[:torn]), 4)
    assert [reader.next() for _ in payloads] == payloads
    assert reader.next() is None and reader.next() is None
    assert reader.pos == 4 + len(whole)


def test_a_reader_gives_up_on_a_long_stretch_of_junk():
    import io

    file = io.BytesIO(b"\x05" + bytes(100000))
    assert Reader(file).next() is None
    assert file.tell() < LONGEST + 1100
    assert frames.LONGEST == LONGEST


@pytest.fixture(params=("folder", "littlefs", "posix"))
def files(request, tmp_path):
    if request.param == "folder":
        return Files(str(tmp_path / "data"))
    system = CutSystem(request.param)
    return Files("/data", system, system.open_file)


def test_what_files_do(files):
    assert (files.read("a"), files.size("a"), files.names(), files.names("packs")) == (None, None, [], [])
    assert files.remove("a") is False and list(files.pieces("a")) == [] and files.reader("a") is None
    files.append("a", b"12")
    files.append("a", bytearray(b"34"))
    files.append("a", iter((b"56", b"78")))
    assert (files.read("a"), files.read("a", 2, 3), files.size("a")) == (b"12345678", b"345", 8)
    files.write("packs/1", (bytes([k]) * 300 for k in range(4)))
    assert files.size("packs/1") == 1200
    pieces = list(files.pieces("packs/1", 250, 1000))
    assert b"".join(pieces) == files.read("packs/1", 250, 750) and max(map(len, pieces)) <= 512
    files.write("a", b"new")
    files.overwrite("packs/1", b"over")
    assert (files.read("a"), files.read("packs/1")) == (b"new", b"over")
    files.move("packs/1", "a")
    assert (files.read("a"), files.names("packs")) == (b"over", [])
    assert files.names() == ["a", "packs"]
    assert files.remove("a") is True and files.names() == ["packs"]
    files.append("a.new", b"stale")
    files.append("packs/b.new", b"stale")
    files.append("packs/c", b"kept")
    files.tidy()
    files.tidy("packs")
    assert files.names() == ["packs"] and files.names("packs") == ["c"]


def test_free_bytes_or_none(files):
    files.write("a", b"x")
    free = files.free()
    assert free > 0 if hasattr(os, "statvfs") else free is None or free > 0


def test_nothing_is_touched_before_the_first_write(tmp_path):
    files = Files(str(tmp_path / "data"))
    assert files.read("a") is None and files.names() == []
    assert not (tmp_path / "data").exists()


def test_an_error_of_the_system_is_a_class_of_its_own(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    files = Files(str(tmp_path / "file"))  # a file where the folder should be
    for call in (files.append, files.write, files.overwrite):
        with pytest.raises(StorageError) as caught:
            call("a", b"x")
        assert (
            caught.value.code == "storage"
            and caught.value.errno
            and not isinstance(caught.value, StorageFull)
        )


@pytest.mark.parametrize("kind", ("littlefs", "posix"))
def test_full_is_a_class_of_its_own_and_write_keeps_the_old(kind):
    system = CutSystem(kind, room=100)
    files = Files("/data", system, system.open_file)
    files.write("a", b"old")
    for call in (files.append, files.write):
        with pytest.raises(StorageFull) as caught:
            call("a" if call == files.write else "b", bytes(200))
        assert caught.value.code == "full"
    assert files.read("a") == b"old"


@pytest.mark.parametrize("kind", ("littlefs", "posix"))
def test_a_write_is_old_or_new_and_what_returned_is_durable(kind):
    system = CutSystem(kind, {"/data/a": b"old content"})
    files = Files("/data", system, system.open_file)
    files.write("a", b"new")
    assert {image["/data/a"] for image in system.take_images()} == {b"old content", b"new"}
    for call, name, want in (
        (files.append, "a", b"newer"),
        (files.append, "b", b"er"),
        (files.overwrite, "c", b"er"),
        (files.write, "d", b"er"),
    ):
        call(name, b"er")
        system.take_images()
        system.point()
        assert {image.get("/data/" + name) for image in system.take_images()} == {want}, name
    files.remove("a")
    files.move("b", "e")
    system.take_images()
    system.point()
    assert [sorted(image) for image in system.take_images()] == [["/data/c", "/data/d", "/data/e"]]
