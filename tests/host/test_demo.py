"""`robokraft demo`: one whole game through the keys, with its mistakes, its log and its chart."""

import json
import re

import pytest

from robokraft.virtual.table import DECK, Hands, card_keys


@pytest.mark.parametrize("seed", [1, 2])
def test_the_demo_is_a_whole_good_game(robokraft, tmp_path, seed):
    log = tmp_path / "game.jsonl"
    ended = robokraft("demo", "--seed", seed, "--log", log)
    assert (ended.code, ended.err) == (0, "")
    assert len(re.findall(r"^R[1-4] T\d+ +A |^R[1-4] T\d+ +[BCD] ", ended.out, re.MULTILINE)) == 48
    assert ended.out.splitlines()[1].startswith("R1 T1 is round 1, trick 1: ")
    assert len(re.findall(r"^  .*(BACK takes|is in already|left over lies)", ended.out, re.MULTILINE)) == 4
    assert "verify  good" in ended.out
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    kinds = [record["type"] for record in records]
    assert kinds.count("card") == 193 and kinds.count("undo") == 1 and kinds.count("fix") == 1
    assert (records[-1]["type"], records[-1]["reason"]) == ("end", "complete")
    for points in records[-1]["points"]:
        assert re.search(rf" {str(points).replace('-', '−')} ", ended.out.split("place")[1])
    found = robokraft("verify", log, "--json").json[0]
    assert (found["ok"], found["warnings"]) == (True, [])


def test_without_a_name_the_log_is_not_kept(robokraft, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert robokraft("demo").code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_could_not_be_kept_is_said_before_the_game(refused, tmp_path):
    assert "cannot write" in refused("demo", "--log", tmp_path / "nowhere" / "x.jsonl")


def test_the_deal_is_a_deal():
    import random

    hands = Hands(random.Random(3), 4)
    assert len(DECK) == 52
    assert sorted(sum(hands.hands, hands.left)) == sorted(DECK)
    assert [len(hand) for hand in hands.hands] == [12] * 4


def test_people_follow_suit():
    import random

    for seed in range(20):
        hands = Hands(random.Random(seed), 4)
        for _ in range(12):
            for seat in range(4):
                could = (
                    [card for card in hands.hands[seat] if card[0] == hands.led]
                    if len(hands.trick) % 4
                    else []
                )
                card = hands.play(seat)
                assert not could or card in could


@pytest.mark.parametrize(
    ("card", "led", "keys"),
    [
        ("B6", None, "blue down blue"),
        ("O11", "B", "orange down down"),
        ("B10", "B", "down up"),
        ("G0", None, "green up blue"),
    ],
)
def test_the_keys_of_a_card(card, led, keys):
    assert card_keys(card, led) == keys.split()
