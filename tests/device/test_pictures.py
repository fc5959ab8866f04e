"""Pictures of names in the box's memory: whole or not there, the newest counts, old ones make room."""

import pytest

from companion.storage import pictures
from companion.storage.files import Files

PICTURE = bytes([4, 5, 6]) + bytes(range(4)) + bytes(range(10)) + bytes(range(18))


@pytest.fixture
def files(tmp_path):
    return Files(str(tmp_path).replace("\\", "/"))


def test_what_is_kept_comes_back(files):
    assert pictures.load(files, "李") is None
    pictures.save(files, "李", PICTURE, [])
    other = bytes([1, 1, 1]) + bytes(6)
    pictures.save(files, "Анна", other, [])
    assert pictures.load(files, "李") == PICTURE and pictures.load(files, "Анна") == other
    pictures.save(files, "李", other, [])
    assert pictures.load(files, "李") == other


@pytest.mark.parametrize(
    "data",
    [b"", b"\1", bytes([0, 5, 6]) + bytes(28), PICTURE[:-1], PICTURE + b"\0", bytes([41, 1, 1]) + bytes(46), bytes([1, 81, 1]) + bytes(166)],
)  # fmt: skip
def test_what_is_no_picture_is_known(data):
    assert not pictures.is_picture(data) and pictures.is_picture(PICTURE)


def test_no_damaged_file_is_believed(files, tmp_path):
    pictures.save(files, "李", PICTURE, [])
    (file,) = (tmp_path / "names").iterdir()
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at])
        assert pictures.load(files, "李") is None
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1 :])
        assert pictures.load(files, "李") is None
    file.write_bytes(whole)
    assert pictures.load(files, "李") == PICTURE


def test_another_name_with_the_same_sum_has_no_picture(files, monkeypatch):
    monkeypatch.setattr(pictures, "crc32", lambda data: 7)
    pictures.save(files, "李", PICTURE, [])
    assert pictures.load(files, "小") is None and pictures.load(files, "李") == PICTURE


def test_where_there_are_too_many_those_that_nobody_needs_go(files, tmp_path):
    names = ["人%d" % k for k in range(pictures.MOST)]
    for name in names:
        pictures.save(files, name, PICTURE, names)
    assert [pictures.load(files, name) for name in names] == [PICTURE] * len(names)
    pictures.save(files, "new", PICTURE, names[:5])
    assert [name for name in names if pictures.load(files, name)] == names[:5]
    assert pictures.load(files, "new") == PICTURE and len(list((tmp_path / "names").iterdir())) == 6
