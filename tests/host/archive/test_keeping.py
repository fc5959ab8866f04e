"""The folder of the archive: nothing is lost, nothing stands there twice, file names are legal everywhere."""

import json

import pytest

from host.archive.logs import log
from robokraft.archive import keeping
from robokraft.archive.place import archive_folder, log_path
from robokraft.files import LONGEST, legal_name
from robokraft.logfile import Unreadable


def edited(data, old, new):
    assert old in data
    return data.replace(old, new, 1)


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_log_is_kept_as_it_is_and_only_once(folder):
    name, data = log(1)
    assert keeping.keep(folder, data).how == keeping.NEW
    assert keeping.keep(folder, data).how == keeping.KNOWN
    assert files(folder) == [f"{name}.jsonl"] and (folder / f"{name}.jsonl").read_bytes() == data


def test_a_log_that_goes_on_takes_the_place_of_its_beginning(folder):
    name, whole = log(2)
    _, half = log(2, drop=30)
    assert keeping.keep(folder, half).how == keeping.NEW
    assert keeping.keep(folder, whole).how == keeping.LONGER
    assert keeping.keep(folder, half).how == keeping.KNOWN
    assert files(folder) == [f"{name}.jsonl"] and (folder / f"{name}.jsonl").read_bytes() == whole


def test_the_same_records_written_otherwise_are_the_same_log(folder):
    _, data = log(3)
    keeping.keep(folder, data)
    other = b"\r\n".join(json.dumps(json.loads(line), indent=None).encode() for line in data.splitlines())
    assert other != data and keeping.keep(folder, other).how == keeping.KNOWN


def test_another_log_of_the_same_game_is_kept_beside_it(folder):
    name, data = log(4)
    _, other = log(5, id=name)
    keeping.keep(folder, data)
    for expected in (keeping.CONFLICT, keeping.KNOWN):
        kept = keeping.keep(folder, other)
        assert kept.how == expected and kept.path.read_bytes() == other
    assert len(files(folder)) == 2 and (folder / f"{name}.jsonl").read_bytes() == data


def test_an_edited_log_never_replaces_a_good_one_however_long(folder):
    name, data = log(6)
    keeping.keep(folder, data)
    longer = data + b'{"n":9999,"t":1,"type":"undo","of":1,"crc":"00000000"}\n'
    kept = keeping.keep(folder, longer)
    assert (kept.how, kept.reading.ok) == (keeping.CONFLICT, False)
    assert (folder / f"{name}.jsonl").read_bytes() == data


def test_a_log_without_a_usable_id_is_kept_too(folder):
    _, data = log(7)
    kept = keeping.keep(folder, edited(data, b'"id": "BOX1-K7QX2M-7"', b'"id": "../../x"'))
    assert kept.path.parent == folder and kept.path.name.startswith("unknown-")


def test_what_is_no_log_is_not_kept(folder):
    for data in (b"", b"hello\n", b"\x89PNG\r\n\x1a\n"):
        with pytest.raises(Unreadable):
            keeping.keep(folder, data)
    assert files(folder) == []


@pytest.mark.parametrize("name", ["CON", "nul", "COM1", "lpt9"])
def test_ids_that_windows_keeps_for_itself(folder, name):
    _, data = log(8, id=name)
    assert keeping.keep(folder, data).path == log_path(folder, name)
    assert files(folder) == [f"_{name}.jsonl"]


def test_where_the_archive_is(monkeypatch, tmp_path):
    monkeypatch.delenv("ROBOKRAFT_ARCHIVE", raising=False)
    assert archive_folder().parts[-2:] == ("robokraft-companion", "archive")
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path))
    assert archive_folder() == tmp_path
    assert archive_folder("x").name == "x"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("RoboKraft Ann, Zoë 2026-11-30", "RoboKraft Ann, Zoë 2026-11-30"),
        ('a<b>c:d"e/f\\g|h?i*j', "a_b_c_d_e_f_g_h_i_j"),
        ("the end...  ", "the end"),
        ("con", "_con"),
        ("Aux.games", "_Aux.games"),
        ("COM¹", "_COM¹"),
        ("...", "_"),
        ("", "_"),
        ("..", "_"),
        ("a\x00b\x1fc\u202egnp.exe", "abcgnp.exe"),
        ("민준 אבי 🤖", "민준 אבי 🤖"),
        ("e\u0301", "\u00e9"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\ud800x", "x"),
    ],
)
def test_titles_become_legal_file_names(title, name, tmp_path):
    assert legal_name(title) == name
    (tmp_path / legal_name(title)).write_text("x")


def test_long_titles_are_cut_between_characters():
    for letter in "aé민🤖":
        name = legal_name(letter * 300)
        assert set(name) == {letter} and LONGEST - 4 < len(name.encode()) <= LONGEST
