"""Settings and the crash log."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage import settings as declared
from companion.storage.files import Files, StorageFull
from companion.storage.frames import frame
from companion.storage.settings import DECLARED, NAME, Settings, SettingsError
from companion.system.crashlog import CrashLog
from companion.ui import suits
from device.cutfiles import CutSystem

DEFAULTS = {name: default for name, default, _ in DECLARED}

GOOD = {
    "brightness": 1,
    "dim_s": 3600, "off_s": 30, "flip": True, "sound": True, "hold_ms": 500, "double_ms": 300,
    "language": "en", "display": "sh1106", "shapes": ["star", "ring", "bars", "circle"], "coach": False, "developer": True,
    "rules": {"robokraft": {"ties": "last_round"}}, "players": [{"id": None, "name": "김철수"}, {"id": "z", "name": "Zoë"}],
    "roster": [{"id": "p-1", "name": "Ann"}, {"id": "p-2", "name": "Ann"}],
}  # fmt: skip

BAD = {
    "brightness": (0, 256, "1", None, True, 1.0),
    "dim_s": (4, 3601), "off_s": (29,), "flip": (0, 1, "yes", None),
    "sound": (1,), "hold_ms": (499, 2001, -800, [800]), "double_ms": (9, 301), "language": ("xx", 1, None),
    "display": ("ssd1325", "SSD1306", 1306, None),
    "shapes": ([], ["circle"] * 4, ["circle", "ring", "bars", "heart"],
        "circle", [[], {}, 1, None], ["star", "bars"]),
    "coach": ("true",), "developer": (1,),
    "rules": ([], {"robokraft": 1}, {"robokraft": {"ties": 1}}, {"robokraft": {"ties": ""}}, {"": {}}),
    "players": (
        "Ann", ["Ann"], [1], [{"id": None, "name": "a\n"}], [{"id": None, "name": "x" * 41}], [{"name": "Ann"}],
        [{"id": "", "name": "Ann"}], [{"id": None, "name": "Ann"}] * 6,
    ),
    "roster": (
        {}, [1], [{"id": "1"}], [{"id": "1", "name": "A", "x": 1}], [{"id": 1, "name": "A"}],
        [{"id": "1", "name": "A"}, {"id": "1", "name": "B"}],
        [{"id": str(k), "name": "A"} for k in range(33)],
    ),
}  # fmt: skip


def store(kind="posix", content=None, room=1000000):
    system = CutSystem(kind, {} if content is None else {"/data/" + NAME: content}, room)
    return system, Files("/data", system, system.open_file)


def test_the_tables_here_name_every_setting():
    assert sorted(GOOD) == sorted(BAD) == sorted(DEFAULTS)


def test_defaults_are_allowed_and_a_new_box_has_them_without_a_word():
    system, files = store()
    made = Settings(files)
    assert made.values() == DEFAULTS and made.notices == [] and system.operations == 0
    for name, default, may in DECLARED:
        assert declared.allowed(may, default), name
    assert (DEFAULTS["dim_s"], DEFAULTS["off_s"], DEFAULTS["hold_ms"], DEFAULTS["double_ms"]) == (
        60,
        600,
        800,
        25,
    )
    assert DEFAULTS["sound"] is False


def test_the_shapes_are_those_that_can_be_drawn():
    assert declared.ALL_SHAPES == suits.SHAPES and declared.SHAPES == suits.DEFAULT


@pytest.mark.parametrize("name", sorted(GOOD))
def test_a_good_value_is_kept(name):
    _, files = store()
    Settings(files).set(name, GOOD[name])
    again = Settings(files)
    assert again.get(name) == GOOD[name] and again.notices == []
    assert [other for other in DEFAULTS if again.get(other) != DEFAULTS[other]] == (
        [name] if GOOD[name] != DEFAULTS[name] else []
    )


@pytest.mark.parametrize("name, value", [(name, value) for name in sorted(BAD) for value in BAD[name]])
def test_a_bad_value_is_refused_and_in_the_file_its_default_counts(name, value):
    _, files = store()
    made = Settings(files)
    with pytest.raises(SettingsError) as caught:
        made.set(name, value)
    assert (caught.value.code, caught.value.name) == ("value", name) and name in caught.value.message
    assert made.values() == DEFAULTS and files.read(NAME) is None
    saved = dict(GOOD, v=1)
    saved[name] = value
    _, files = store(content=json.dumps(saved).encode())
    again = Settings(files)
    assert again.notices == [("value", name)] and again.values() == dict(GOOD, **{name: DEFAULTS[name]})


def test_missing_and_unknown_values_are_said():
    saved = dict(GOOD, v=1, colour="red")
    del saved["coach"]
    _, files = store(content=json.dumps(saved).encode())
    made = Settings(files)
    assert sorted(made.notices) == [("missing", "coach"), ("unknown", "colour")]
    assert made.values() == dict(GOOD, coach=True)
    for call in (lambda: made.get("colour"), lambda: made.set("colour", "red")):
        with pytest.raises(SettingsError) as caught:
            call()
        assert caught.value.code == "unknown"


@given(
    st.one_of(
        st.binary(max_size=60), st.sampled_from([b"[" * 99999, b"{}", b"[]", b'{"v": true}', b'{"v": "1"}'])
    )
)
def test_a_damaged_file_leaves_the_defaults(content):
    _, files = store(content=content)
    made = Settings(files)
    assert made.values() == DEFAULTS and made.notices == [("damaged", NAME)]
    made.set("sound", True)
    assert Settings(files).get("sound") is True and Settings(files).notices == []


def test_a_newer_file_is_read_and_never_overwritten():
    content = json.dumps(dict(GOOD, v=2, colour="red")).encode()
    system, files = store(content=content)
    made = Settings(files)
    assert made.values() == GOOD and ("newer", NAME) in made.notices
    made.set("sound", True)  # it is so already
    with pytest.raises(SettingsError) as caught:
        made.set("sound", False)
    assert caught.value.code == "newer"
    assert files.read(NAME) == content and made.get("sound") is True


def test_several_changes_are_all_or_none():
    system, files = store()
    made = Settings(files)
    with pytest.raises(SettingsError):
        made.update({"sound": True, "hold_ms": 1})
    assert made.values() == DEFAULTS
    made.update({"sound": True, "hold_ms": 900})
    assert (Settings(files).get("sound"), Settings(files).get("hold_ms")) == (True, 900)
    before = system.operations
    made.update({"sound": True, "hold_ms": 900})
    assert system.operations == before, "nothing new, nothing written"


@pytest.mark.parametrize("kind", ("littlefs", "posix"))
def test_a_change_cut_anywhere_is_old_or_new(kind):
    system, files = store(kind)
    made = Settings(files)
    made.update(GOOD)
    system.take_images()
    made.set("brightness", 99)
    found = set()
    for image in system.take_images():
        cut = CutSystem(kind, image)
        after = Settings(Files("/data", cut, cut.open_file))
        assert after.notices == [] and after.values() in (GOOD, dict(GOOD, brightness=99))
        found.add(after.get("brightness"))
    assert found == {1, 99}


def test_a_change_that_finds_no_room_changes_nothing():
    _, files = store(room=700)
    made = Settings(files)
    made.set("sound", True)
    with pytest.raises(StorageFull):
        made.set("roster", [{"id": "p-%d" % k, "name": "A" * 40} for k in range(20)])
    assert made.get("roster") == [] and Settings(files).values() == made.values()


# The crash log


def crash(depth=0, message="something odd"):
    if depth:
        return crash(depth - 1, message)
    raise ValueError(message)


def crashed(*arguments):
    try:
        crash(*arguments)
    except ValueError as error:
        return error


def test_a_crash_is_kept_with_its_place():
    _, files = store()
    log = CrashLog(files, lambda: 1234)
    assert log.read() == [] and log.write("display", crashed(2)) is True
    ((task, ticks, text),) = CrashLog(files, lambda: 0).read()
    assert (task, ticks) == ("display", 1234)
    assert text.endswith("ValueError: something odd") and "crash" in text


def test_only_the_newest_five_and_at_most_two_kilobytes():
    _, files = store()
    log = CrashLog(files, lambda: 2**30 - 1)
    for k in range(12):
        assert log.write("t" * 50, crashed(20, "é" * 500 + str(k)))
    assert [text[-2:].strip("é") for _, _, text in log.read()] == ["7", "8", "9", "10", "11"]
    assert files.size("crashes") <= 2048


def test_a_crash_that_repeats_is_written_once():
    system, files = store()
    log = CrashLog(files, lambda: 5)
    error = crashed()
    assert log.write("screen", error) is True
    before = system.operations
    assert log.write("screen", error) is False and system.operations == before
    assert log.write("display", error) is True and len(log.read()) == 2


def test_a_crash_log_never_fails_and_leaves_a_newer_one_alone():
    system, files = store(room=1)
    log = CrashLog(files, lambda: 5)
    assert log.write("screen", crashed()) is False and log.read() == []
    system, files = store()
    newer = b"\x02" + frame(b"whatever", b"\x02")
    files.write("crashes", newer)
    log = CrashLog(files, lambda: 5)
    assert log.write("screen", crashed()) is False and log.read() == []
    assert files.read("crashes") == newer
    files.write("crashes", b"\x01" + frame(b"\x05a\nb") + b"torn")
    assert log.read() == [("a", 5, "b")]
    assert log.write("late", crashed()) is True and len(log.read()) == 2


ON_MICROPYTHON = """
from companion.storage.files import Files
from companion.storage.settings import Settings
from companion.system.crashlog import CrashLog
files = Files(%r)
settings = Settings(files)
assert settings.notices == [], settings.notices
settings.update({"sound": False, "players": [{"id": None, "name": "김"}], "shapes": ["ring", "bars", "star", "cross"]})
for name, value in (("flip", 1), ("shapes", [[], {}, 1, None]), ("hold_ms", True), ("players", ["\\n"])):
    try:
        settings.set(name, value)
        assert False, name
    except Exception as error:
        assert error.code == "value", name
log = CrashLog(files, lambda: 77)
def inner():
    raise ValueError("é" * 400 + "!")
try:
    inner()
except ValueError as error:
    assert log.write("display", error) and not log.write("display", error)
"""


def test_the_same_on_micropython(unix, tmp_path):
    files = Files(str(tmp_path / "data"))
    Settings(files).update(GOOD)
    unix.check(ON_MICROPYTHON % str(tmp_path / "data"))
    again = Settings(files)
    changed = {
        "sound": False,
        "players": [{"id": None, "name": "김"}],
        "shapes": ["ring", "bars", "star", "cross"],
    }
    assert again.values() == dict(GOOD, **changed) and again.notices == []
    ((task, ticks, text),) = CrashLog(files, lambda: 0).read()
    assert (task, ticks, text[-1], text[:3]) == ("display", 77, "!", "...")
