"""What is committed in hardware/ is what `make hardware` makes now."""

import pytest

from hardware import dims, make, outputs

FOUND = outputs.all_of_them()


@pytest.mark.parametrize("name", FOUND)
def test_it_is_what_would_be_made(name):
    assert FOUND[name].same((make.ROOT / name).read_bytes()), f"run `make hardware`: hardware/{name} differs"


def test_another_picture_or_solid_is_seen(monkeypatch):
    """The comparison is not blind: the lid of another display, its picture, and a drawing with one wire's colour changed."""
    lids = [FOUND[f"enclosure/lid-{size}.stl"] for size in ("0.96", "1.3")]
    assert not lids[0].same(lids[1].content())
    moved = [(x, y + 1.27 if y > dims.BOARD_Y else y - 1.27) for x, y in dims.PILLARS]
    with monkeypatch.context() as other_place:  # as much material in the same bounds
        other_place.setattr(dims, "PILLARS", moved)
        assert not FOUND["enclosure/base.stl"].same((make.ROOT / "enclosure" / "base.stl").read_bytes())
    box, other = ((make.ROOT / "pictures" / name).read_bytes() for name in ("box.png", "box-small.png"))
    assert not FOUND["pictures/box.png"].same(other) and box != other
    drawn = (make.ROOT / "pictures" / "wiring-breadboard.svg").read_bytes()
    changed = drawn.replace(b"#2f7fd6", b"#ffffff")
    assert changed != drawn and not FOUND["pictures/wiring-breadboard.svg"].same(changed)


def test_make_writes_what_is_missing_and_check_only_tells(tmp_path, monkeypatch, capsys):
    few = {name: FOUND[name] for name in ("companion.kicad_sch", "companion.kicad_pro")}
    monkeypatch.setattr(make, "ROOT", tmp_path)
    monkeypatch.setattr(outputs, "all_of_them", lambda: few)
    assert make.main(["--check"]) == 1 and not list(tmp_path.iterdir())
    assert make.main([]) == 0 and make.main(["--check"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == set(few)
    (tmp_path / "companion.kicad_pro").write_text("{}")
    capsys.readouterr()
    assert make.main(["--check"]) == 1 and "companion.kicad_pro" in capsys.readouterr().out


def test_every_picture_is_shown_in_a_document():
    texts = "".join(path.read_text("utf-8") for path in make.ROOT.glob("*.md"))
    shown = {path.name for path in (make.ROOT / "pictures").iterdir() if f"pictures/{path.name})" in texts}
    made = {name.split("/")[1] for name in FOUND if name.startswith("pictures/")}
    assert shown == made == {path.name for path in (make.ROOT / "pictures").iterdir()}
    assert {path.name for path in (make.ROOT / "enclosure").iterdir()} == {
        name.split("/")[1] for name in FOUND if name.startswith("enclosure/")
    }
