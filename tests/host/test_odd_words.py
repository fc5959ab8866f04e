"""Words nobody types on purpose: bytes that are no text, names without end, what would steer the terminal. One sentence."""

import pytest

from host.archive.logs import log

HALF, LONG, ESCAPE, TURN = "\udcff", "x" * 300, "\x1b[2J", "\u202ex"
PLAYERS = [("ann", "Ann"), ("bo", "Bo"), ("cy", "Cy")]
WISH = '{"game":"robokraft","mode":"cards","players":["ODD","b","c"],"setup":{"lead":0,"discs":"BROG"}}'
LINES = [
    "show ODD", "show ODD.jsonl", "convert ODD --to csv", "convert LOG --to text -o ODD", "convert LOG --to csv -o ODD/",
    "convert LOG --to bgstats-link --no-qr --location ODD", "games --device ODD", "games --player ODD", "games --since ODD",
    "games --archive ODD", "stats --device ODD", "stats --player ann --versus ODD", "players --rename ann ODD",
    "players --merge ODD ann", "players --split ODD", "report LOG -o ODD", "report LOG --png ODD", "report --device ODD",
    "verify ODD", "add ODD", "simulate --keys ODD", "simulate --keys KEYS --data ODD", f"simulate --keys KEYS --start {WISH}",
    "simulate --keys KEYS --png ODD", "demo --log ODD", "image -o ODD", "uf2 --micropython ODD -o new", "status --port ODD",
    "config get ODD", "config set roster ODD", "config set roster Ann --font ODD", "config set language ODD",
    "start robokraft --players ODD,b,c", "start robokraft --players a,b,c --font ODD", "setup --font ODD --wait 0",
    "export --to ODD", "backup ODD", "restore ODD", "delete ODD", "doctor --port ODD", "ODD",
]  # fmt: skip


@pytest.fixture
def place(tmp_path, monkeypatch, robokraft):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROBOKRAFT_ARCHIVE", str(tmp_path / "archive"))
    monkeypatch.setenv("ROBOKRAFT_PORT", "socket://127.0.0.1:1")
    (tmp_path / "log.jsonl").write_bytes(log(1, players=PLAYERS)[1])
    (tmp_path / "keys").write_text("wait:1")
    assert robokraft("add", "log.jsonl").code == 0


@pytest.mark.parametrize("odd", [HALF, LONG, ESCAPE, TURN], ids=["half", "long", "escape", "turn"])
@pytest.mark.parametrize("line", LINES)
def test_a_word_that_nobody_types_is_a_sentence_and_steers_nothing(line, odd, robokraft, place):
    words = [
        word.replace("ODD", odd).replace("LOG", "log.jsonl").replace("KEYS", "keys") for word in line.split()
    ]
    ended = robokraft(*words)
    assert ended.code in (0, 1, 2, 4), ended
    said = ended.out + ended.err
    assert not set(said) & {"\x1b", "\u202e", HALF}, ascii(said)


def test_what_is_no_text_is_called_by_its_option(robokraft, refused, place):
    assert refused("games", "--device", HALF) == "robokraft: --device is no UTF-8 text\n"
    assert refused("show", HALF) == "robokraft: the archive has no game ?; 'robokraft games' lists them\n"
    assert "--start is no UTF-8 text" in refused(
        "simulate", "--keys", "keys", "--start", WISH.replace("ODD", HALF)
    )
    assert refused("restore", "x", "--font", LONG).startswith("robokraft: there is no font file xxx")
