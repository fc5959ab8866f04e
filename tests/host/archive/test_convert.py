"""Games in the forms of other programs, read back by programs that are not ours where there are any."""

import csv
import html
import io
import json
import re
import shutil
import subprocess
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp
from PIL import Image

from host.archive.logs import early, log
from robokraft.archive.reading import read
from robokraft.export import bgstats, qr, sheets
from robokraft.export.record import record

NASTY = [("-5", "=1+1"), ("@x", "+cmd|' /C calc'!A0"), (None, 'a"b,c;d'), ("min", "민준")]


@pytest.fixture
def reading():
    return read(log(1, players=NASTY, ways=["cards", "tricks", "scores", "cards"])[1])


def table(text):
    assert text.startswith("\ufeff") and text.count("\r\n") == text.count("\n")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), quoting=csv.QUOTE_NONNUMERIC))


def test_a_row_a_game_a_round_a_card(reading):
    (game,) = table(sheets.sheet("games", [reading]))
    assert [game[f"points_{seat}"] for seat in range(1, 5)] == reading.verdict["points"]
    rounds = table(sheets.sheet("rounds", [reading]))
    assert [row["points"] for row in rounds] == [
        points for row in reading.verdict["rounds"] for points in row
    ]
    for row in rounds:
        suits = [row[suit] for suit in ("blue", "red", "orange", "green", "other")]
        assert sum(int(points or 0) for points in suits) == row["points"]
    plays = table(sheets.sheet("plays", [reading]))
    events = [record for record in reading.records if record["type"] in ("card", "trick")]
    assert [row["what"] for row in plays] == [event["type"] for event in events]
    assert [row["card"] for row in plays if row["what"] == "card"] == [
        event["card"] for event in events if event["type"] == "card"
    ]
    assert all(type(row["rank"]) is float for row in plays if row["what"] == "card")


def test_a_game_that_does_not_count_has_no_first_places(shelf, archived):
    """Its row stays, and so does that of one the table stopped, which counts."""
    players = [("a", "Ann"), ("b", "Bob"), ("c", "C")]
    (left, abandoned), (short, stopped) = early(2, players, "abandoned"), early(3, players, "stopped")
    shelf(log(1, players=players)[1], abandoned, stopped)
    rows = {row["game_id"]: row for row in table(archived("convert", "--to", "csv").out)}
    assert len(rows) == 3
    for game, row in rows.items():
        ranks = [row[f"rank_{seat}"] for seat in (1, 2, 3)]
        assert row["counts"] == (game != left)
        assert ranks == ["", "", ""] if game == left else 1 in ranks
    assert [rows[left][f"points_{seat}"] for seat in (1, 2, 3)] == [0, 0, 0]
    assert rows[short]["end"] == "stopped" and 2 in [rows[short][f"rank_{seat}"] for seat in (1, 2, 3)]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", " =1", "\u3000-1", "\uff1d1"])
def test_formulas_are_defused(text):
    assert sheets.defused(text) == "'" + text


@pytest.mark.parametrize("text", ["Ann", "1-2", "B0", "", "\u2212 1"])
def test_other_texts_stay(text):
    assert sheets.defused(text) == text


def test_points_below_zero_stay_numbers(reading):
    text = sheets.sheet("rounds", [reading])
    assert re.search(r",-\d+,", text) and "'-" not in text.replace("'-5", "")


SOFFICE = shutil.which("soffice") or shutil.which("libreoffice")


@pytest.mark.slow
@pytest.mark.skipif(SOFFICE is None, reason="no LibreOffice here (Debian: apt-get install libreoffice-calc)")
def test_libreoffice_opens_it_as_it_is_meant(reading, tmp_path):
    """Its own reader, then its own writer: numbers are numbers, names whole, and no cell is a formula."""
    path = tmp_path / "rounds.csv"
    path.write_bytes(sheets.sheet("rounds", [reading]).encode())
    # What its dialog shows for this file: comma and quotes, UTF-8 (from the mark); quoted fields are text, as one ticks
    # there. fods is one XML file that says the type of every cell.
    command = [
        SOFFICE,
        f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}",
        "--headless",
        "--convert-to",
        "fods",
    ]
    command += ["--infilter=CSV:44,34,76,1,,0,true,true", "--outdir", str(tmp_path), str(path)]
    subprocess.run(command, check=True, timeout=180, capture_output=True)
    text = html.unescape((tmp_path / "rounds.fods").read_text("utf-8"))
    assert "table:formula" not in text
    cells = re.findall(
        r"<table:table-cell[^>]*office:value-type=\"(\w+)\"[^>]*>\s*<text:p>([^<]*)</text:p>", text
    )
    assert cells[0] == ("string", "game_id")
    assert {value for kind, value in cells if kind == "string"} >= {"'=1+1", "민준", "'-5"}
    numbers = [int(value) for kind, value in cells if kind == "float"]
    assert min(numbers) < 0 and len(numbers) > 16 * 4


def test_the_text_record_has_fixed_columns_and_tags(reading):
    lines = record([reading]).splitlines()
    assert '[Seat3 "a\\"b,c;d"]' in lines and '[Seat4 "민준"]' in lines
    tricks = [line for line in lines if re.match(r" +\d+ [BROG]{4} ", line)]
    assert len(tricks) == 36
    cards = [record["card"] for record in reading.records if record["type"] == "card"]
    found = []
    for line in tricks:
        columns = [line[12 + 8 * seat : 19 + 8 * seat].strip() for seat in range(4)]
        if "..." not in columns:
            lead = next(seat for seat in range(4) if columns[seat].startswith(">"))
            found += [re.sub("[>*-]", "", columns[(lead + turn) % 4]) for turn in range(4)]
    assert found == cards
    assert all(re.match(r'\[\w+ "(\\.|[^"\\])*"\]$', line) for line in lines if line.startswith("["))


def test_the_link_holds_what_the_app_asks_for(reading):
    link = bgstats.link(reading, location="Küche")
    assert link.isascii() and len(link) < bgstats.LONGEST_LINK
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    play = json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])
    assert set(play) == {
        "sourceName", "sourcePlayId", "playDate", "durationMin", "location", "comments", "game", "players",
    }  # fmt: skip
    assert set(play["game"]) == {"name", "sourceGameId", "highestWins", "noPoints"}
    for player, points, rank in zip(play["players"], reading.verdict["points"], reading.verdict["ranks"]):
        assert set(player) == {"name", "sourcePlayerId", "startPlayer", "winner", "score", "rank"}
        assert (player["score"], player["rank"], player["winner"]) == (points, rank, rank == 1)
    assert sum(player["startPlayer"] for player in play["players"]) == 1
    assert play["playDate"] > reading.header["started"].replace("T", " ")[:19]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])


def test_sources_are_stable_and_a_guest_is_another_each_time():
    players = [(None, "Guest"), ("a", "Ann"), ("b", "Bob")]
    one, other = (read(log(seed, players=players)[1]) for seed in (1, 2))
    ids = [
        [player["sourcePlayerId"] for player in bgstats.play(reading)["players"]] for reading in (one, other)
    ]
    assert ids[0][1:] == ids[1][1:] and ids[0][0] != ids[1][0]
    assert bgstats.link(one) == bgstats.link(read(log(1, players=players)[1]))
    whole = json.loads(bgstats.import_file([one, other], me="a"))
    assert whole == json.loads(bgstats.import_file([one, other], me="a"))
    assert [player["name"] for player in whole["players"]] == ["Guest", "Ann", "Bob", "Guest"]


def test_the_longest_names_fit_the_link():
    players = [(str(seat) * 64, "민" * 40) for seat in range(4)]
    assert len(bgstats.link(read(log(1, players=players)[1]), location="민" * 40)) < bgstats.LONGEST_LINK


def test_the_import_file_refers_to_what_it_holds(reading):
    whole = json.loads(bgstats.import_file([reading, read(log(2)[1])], location="Home", me="min"))
    assert set(whole) == {"about", "games", "locations", "players", "plays", "userInfo"}
    ids = {player["id"]: player["name"] for player in whole["players"]}
    assert ids[whole["userInfo"]["meRefId"]] == "민준"
    for play in whole["plays"]:
        assert {
            "uuid", "gameRefId", "playDate", "entryDate", "modificationDate", "durationMin", "comments", "rounds", "playerScores",
        } <= set(play)  # fmt: skip
        assert play["gameRefId"] == 1 and play["locationRefId"] == 1
        for at, score in enumerate(play["playerScores"], 1):
            assert set(score) == {
                "playerRefId", "score", "winner", "startPlayer", "newPlayer", "rank", "seatOrder",
            }  # fmt: skip
            assert score["playerRefId"] in ids and type(score["score"]) is str and score["seatOrder"] == at


@pytest.mark.parametrize(("blocks", "colours"), [(True, True), (True, False), (False, False)])
def test_the_code_in_the_terminal_is_read_by_another_program(reading, blocks, colours):
    """The printed characters as pixels, as a terminal would show them, read by ZXing."""
    link = bgstats.link(reading)
    text = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in qr.lines(qr.modules(link), blocks, colours)]
    pixels = []
    for line in text:
        if blocks:
            ink = (0, 255) if colours else (255, 0)
            pixels.append([ink[0] if letter in "▀█" else ink[1] for letter in line])
            pixels.append([ink[0] if letter in "▄█" else ink[1] for letter in line])
        else:
            pixels.append([0 if letter == "#" else 255 for letter in line[::2]])
    image = Image.new("L", (len(pixels[0]), len(pixels)))
    image.putdata([value for row in pixels for value in row])
    image = image.resize((image.width * 4, image.height * 4), Image.Resampling.NEAREST)
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [link]


# The command


@pytest.fixture
def two(shelf):
    shelf(log(1, players=NASTY)[1], log(2)[1])


def test_convert_writes_sheets_into_a_folder(two, archived, tmp_path):
    out = tmp_path / "out"
    ended = archived("convert", "--to", "csv", "-o", f"{out}/")
    assert ended.code == 0 and sorted(path.name for path in out.iterdir()) == [
        "games.csv",
        "plays.csv",
        "rounds.csv",
    ]
    assert (out / "games.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert archived("convert", "--to", "csv", "--separator", ";", "--rows", "games").out.count(";") > 20


def test_files_are_named_by_their_titles_legally(two, archived, tmp_path):
    ended = archived("convert", "--to", "text", log(1)[0], "-o", tmp_path)
    name = ended.out.strip().rsplit("/", 1)[-1].rsplit("\\", 1)[-1]
    assert ended.code == 0 and (tmp_path / name).exists()
    assert name.startswith("RoboKraft =1+1, +cmd_' _C calc'!A0, a_b,c;d, 민준 2026-") and name.endswith(
        ".txt"
    )
    assert archived("convert", "--to", "bgsplay", "-o", tmp_path).out.strip().endswith("2 games.bgsplay")


def test_a_link_comes_with_its_code(two, archived):
    ended = archived("convert", "--to", "bgstats-link", log(2)[0])
    assert ended.code == 0 and "█" in ended.out and ended.out.splitlines()[-1].startswith(bgstats.LINK)
    assert len(archived("convert", "--to", "bgstats-link", "--no-qr", log(2)[0]).out.splitlines()) == 1


def test_a_link_and_its_code_on_an_old_console(two, process, folder):
    import os

    environment = {**os.environ, "PYTHONIOENCODING": "cp437", "PYTHONUTF8": "0"}
    ran = process("convert", "--archive", folder, "--to", "bgstats-link", log(2)[0], env=environment)
    assert ran.returncode == 0 and b"##" in ran.stdout and b"?" not in ran.stdout.replace(b".html?data", b"")


def test_a_play_without_a_whole_round_tells_of_none():
    _, data = early(3, [("a", "Ann"), ("b", "Bob"), ("c", "C")], "stopped")
    short, whole = (bgstats.play(read(one))["comments"] for one in (data, log(3)[1]))
    assert "rounds" not in short and ", rounds: " in whole


def test_a_wrong_log_is_refused_by_name_of_its_fault(archived, tmp_path):
    path = tmp_path / "edited.jsonl"
    path.write_bytes(log(3)[1].replace(b'"low": 0', b'"low": 1', 1).replace(b'"rank"', b'"x"'))
    edited = log(3, ways=["cards"] * 3, players=[("a", "A"), ("b", "B"), ("c", "C")])[1]
    path.write_bytes(edited.replace(b'"reason": "complete"', b'"reason": "stopped"'))
    ended = archived("convert", "--to", "text", path)
    assert ended.code == 1 and ": crc: record" in ended.err and ended.out == ""


def test_what_bg_stats_cannot_take(archived, shelf):
    shelf(log(4, drop=1)[1], log(5, started=None)[1])
    ended = archived("convert", "--to", "bgsplay", log(4)[0])
    assert ended.code == 1 and "not over" in ended.err
    ended = archived("convert", "--to", "bgstats-link", log(5)[0])
    assert ended.code == 2 and "--date" in ended.err
    ended = archived("convert", "--to", "bgstats-link", "--no-qr", "--date", "2026-11-30 21:30", log(5)[0])
    assert ended.code == 0 and "2026-11-30%2021:30:00" in ended.out


EDGES = {"9999-12-31T23:59:59Z": "9999-12-31 23:59:59", "0001-01-02T03:04:05Z": "0001-01-02 03:"}


@pytest.mark.parametrize("began", EDGES)
def test_the_first_and_the_last_year_are_written_as_any_other(archived, shelf, began):
    shelf(log(5, started=began)[1], log(6)[1])
    plays = json.loads(archived("convert", "--to", "bgsplay").out)["plays"]
    dates = [play["playDate"] for play in plays]
    assert len(dates) == 2 and sum(date.startswith(EDGES[began]) for date in dates) == 1
    assert archived("convert", "--to", "bgstats-link", "--no-qr", log(5)[0]).code == 0
    assert f"{began[:10]} {began[11:19]}" in archived("convert", "--to", "csv").out
    assert f'[Date "{began[:10].replace("-", ".")}"]' in archived("convert", "--to", "text").out
    assert f"{began[:10]} {began[11:16]} UTC" in archived("games").out


def test_a_date_is_written_with_four_digits_of_the_year(archived, shelf):
    shelf(log(5, started=None)[1])
    (play,) = json.loads(archived("convert", "--to", "bgsplay", "--date", "0026-11-30").out)["plays"]
    assert play["playDate"] == "0026-11-30 00:00:00"


def test_a_day_that_is_none_is_not_called_a_clock_that_was_not_set(archived, shelf):
    shelf(log(5, started="2026-02-29T00:00:00Z")[1])
    ended = archived("convert", "--to", "bgsplay", log(5)[0])
    assert ended.code == 1 and "2026-02-29" in ended.err and "clock" not in ended.err


@pytest.mark.parametrize(
    "arguments",
    [["--to", "pdf"], ["--to", "csv", "--rows", "x"], ["--to", "csv", "--separator", "xx"], ["--to", "text"]],
)
def test_what_cannot_be_asked(archived, arguments):
    assert archived("convert", *arguments).code == 2
