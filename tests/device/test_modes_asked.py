"""What the box asks in every mode, step by step: phase and turn, nothing that it could know, and sums that cannot be."""

import random

import pytest

from device.known_piles import pile_of, possible_piles
from device.modes import MODES, Disturbed, Table
from robokraft.virtual.entering import suit_key
from rules import games
from rules.oracle import Wrong, judge

SEATS = (4, 3)
SUITS = games.SUITS


def dealt(seed, seats):
    return games.deal_game(random.Random(seed), seats)


# Phase and turn


def cards_steps(played):
    for trick in played["tricks"]:
        lead = trick["plays"][0][1]
        for turn, (seat, card) in enumerate(trick["plays"]):
            if turn == 0 or card[0] != lead[0]:
                yield ("suit", seat)
                yield ("half", seat)
            else:
                yield ("suit", seat)  # UP or DOWN first: the led suit
            yield ("rank", seat)
    yield ("left_over", None)


def tricks_steps(played):
    for trick in played["tricks"]:
        leader, lead = trick["plays"][0]
        yield ("suit", leader)
        yield ("half", leader)
        yield ("winner", None)
        yield ("low", None)
        if trick["winner"] != leader and trick["discs"][0] != lead[0]:
            yield ("won", None)
    yield from piles_steps(played)


def scores_steps(played):
    seats = len(played["points"])
    for seat in range(seats):
        yield ("cubes", seat)
    left = 12
    for seat in range(seats - 1):
        if left:  # nobody else can have won a trick
            yield ("tricks_won", seat)
        left -= sum(trick["winner"] == seat for trick in played["tricks"])
    yield from piles_steps(played)


def piles_steps(played):
    for seat, cards in enumerate(played["cards"]):
        if cards and played["cubes"][seat]:
            yield ("piles", seat)


STEPS = {"cards": cards_steps, "tricks": tricks_steps, "scores": scores_steps}


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mode", MODES)
def test_phase_and_turn_are_told_at_every_step(mode, seats):
    rounds = dealt(5, seats)
    expected = []
    for number, played in enumerate(rounds):
        expected += STEPS[mode](played)
        expected.append(("round_end" if number + 1 < seats else "game_end", None))
    with Table(rounds, mode) as table:
        table.enter()
        assert table.asked == expected


def test_a_round_is_not_scored_before_its_last_pile():
    rounds = dealt(5, 4)
    with Table(rounds, "tricks") as table:
        last = [seat for phase, seat in piles_steps(rounds[0])][-1]
        table.enter(until=lambda game: (game["phase"], game["turn"]) == ("piles", last))
        game = table.game
        assert (game["rounds"], game["points"], game["trick"], game["round"]) == ([], [0] * 4, 12, 1)
        assert game["won"][last] is None and game["round_points"] is None
        table.enter(until=lambda game: game["phase"] == "round_end")
        assert table.game["points"] == rounds[0]["points"]
        expected = [sum(card[0] == suit for card in rounds[0]["cards"][last]) for suit in SUITS]
        asked = [suit in rounds[0]["cubes"][last] for suit in SUITS]
        won = table.game["won"][last]
        assert [won[suit] for suit in SUITS] == [
            n if a else None for n, a in zip(expected, asked, strict=True)
        ]


# Nothing that is known


def known(table):
    """(totals, told, named) of `possible_piles`, as the log and the piles of this entry that were finished tell it."""
    state = judge(table.log())
    seats = range(table.seats)
    totals = [table.seats * tricks for tricks in state["tricks_won"]]
    named = [[] for _ in seats]
    for trick in state["tricks"]:
        named[trick["winner"]] += [card for _, card, _ in trick["plays"] or []]
    played = table.rounds[state["round"] - 1]
    told = {}
    for seat in seats:
        for suit in SUITS:
            if state["won"][seat][suit] is not None:
                told[seat, suit] = pile_of(played, seat, suit)
    return totals, told, named, played, state


class Watched(Disturbed):
    """Looks at every pile that is asked: more than one must be possible, and its suit must have a cube."""

    looked = 0

    def disturb(self, game):
        if game["phase"] == "piles" and self.screen == "piles" and self.texts[4] == "0 cards":
            seat, suit = game["turn"], self.texts[0]
            totals, told, named, played, state = known(self)
            assert state["cubes"][seat][suit], "no cube, no question"
            for earlier in SUITS[: SUITS.index(suit)]:
                if state["cubes"][seat][earlier]:
                    told[seat, earlier] = pile_of(played, seat, earlier)
            possible = possible_piles(totals, told, named, seat, suit)
            assert len(possible) > 1 and pile_of(played, seat, suit) in possible, (seat, suit, possible)
            self.looked += 1
        return super().disturb(game)


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("mode", ("tricks", "scores", "mixed"))
def test_no_pile_is_asked_that_follows_from_what_is_entered(mode, seats, tmp_path):
    looked = 0
    for seed in range(4):
        rng = random.Random(f"known {mode} {seats} {seed}")
        start = "cards" if mode == "mixed" else mode
        rounds = games.deal_game(rng, seats)
        with Watched(rounds, start, tmp_path / str(seed), rng, set(), 0.01, way=mode == "mixed") as table:
            table.numbers = False
            table.play()
            table.check_log()
            looked += table.looked
    assert looked > 8 * seats


# A deal, found among many, in which a pile follows: (seed of the deal, seat, suits that are not asked though it has
# cubes of them, suits asked). The others have told all thirteen cards of that suit.
LEFT_OUT = ((100, 3, "B", "OG"), (118, 3, "G", "BRO"), (164, 3, "R", "BG"), (372, 3, "B", "O"))
# Here nothing is left to ask of the seat at all.
SEAT_LEFT_OUT = ((1854, 3, "R"), (2590, 2, "G"))


@pytest.mark.parametrize(("seed", "seat", "out", "asked"), LEFT_OUT)
@pytest.mark.parametrize("numbers", (False, True))
def test_a_pile_that_follows_is_left_out(seed, seat, out, asked, numbers):
    rounds = dealt(seed, 4)
    seen = []

    def look(game):
        if (game["phase"], game["turn"]) == ("piles", seat) and table.texts[0] not in seen:
            seen.append(table.texts[0])

    with Table(rounds, "tricks", numbers=numbers) as table:
        table.enter(until=lambda game: game["phase"] == "round_end", before=look)
        assert "".join(seen) == asked
        event = [record for record in table.log() if record["type"] == "piles"][-1]
        assert event["seat"] == seat
        assert {suit: event["piles"][suit] for suit in out + asked} == {
            suit: list(pile_of(rounds[0], seat, suit)) for suit in out + asked
        }
        assert table.game["rounds"] == [rounds[0]["points"]]


@pytest.mark.parametrize(("seed", "seat", "suit"), SEAT_LEFT_OUT)
def test_a_seat_whose_piles_all_follow_is_not_asked(seed, seat, suit):
    rounds = dealt(seed, 4)
    with Table(rounds, "tricks") as table:
        table.enter(until=lambda game: game["phase"] == "round_end")
        assert ("piles", seat) not in table.asked
        piles = [record for record in table.log() if record["type"] == "piles"]
        assert {"B": None, "R": None, "O": None, "G": None, suit: [0, 0]} in [
            record["piles"] for record in piles
        ]
        ended = table.game
        before = [turn for phase, turn in table.asked if phase == "piles"]
        table.press("back")
        table.press("ok")
        # BACK takes back what a person entered, and with it what followed.
        assert (table.game["phase"], table.game["turn"]) == ("piles", before[-1])
        assert table.game["events"] == ended["events"] - (2 if seat == 3 else 1)
        table.press("ok:hold")
        assert table.game == ended
        table.press("back back back ok")
        table.enter(until=lambda game: game["phase"] == "round_end")
        assert table.game == ended


def test_a_pile_ends_by_itself_when_no_card_can_be_left():
    rounds = dealt(5, 4)
    by_itself = 0
    with Table(rounds, "tricks") as table:

        def count(game):
            nonlocal by_itself
            if game["phase"] == "piles" and table.texts[0] in SUITS:
                seat, suit = game["turn"], table.texts[0]
                asked = [s for s in SUITS if s in rounds[0]["cubes"][seat]]
                cards = [
                    card for card in rounds[0]["cards"][seat] if card[0] in asked[: asked.index(suit) + 1]
                ]
                if len(cards) == len(rounds[0]["cards"][seat]):
                    by_itself += table.next() == "ok" and table.texts[4] != "0 cards"

        table.enter(until=lambda game: game["phase"] == "round_end", before=count)
        assert by_itself == 0, "OK was asked though no card was left"


# Sums that cannot be


def at_piles(seed, mode="tricks"):
    table = Table(dealt(seed, 4), mode)
    table.enter(until=lambda game: game["phase"] == "piles")
    return table


def refused(table, suit, text):
    """The notice says so; nothing is scored, and the same suit is asked again from its first card."""
    game = table.game
    assert table.screen == "notice" and game["rounds"] == [] and game["phase"] == "piles"
    shown = " ".join(table.texts)
    assert text in shown, shown
    table.press("ok")
    assert table.screen == "piles" and table.texts[0] == suit and table.texts[4:6] == ["0 cards", "0 wedges"]
    assert table.game == game


def test_wedges_that_the_cards_cannot_show():
    with at_piles(5) as table:
        seat, suit, events = table.game["turn"], table.texts[0], table.game["events"]
        asked = [s for s in SUITS if s in table.rounds[0]["cubes"][seat]]
        table.press("green green green green ok")
        while table.screen == "piles":
            table.press(table.next())
        refused(table, suit, f"{suit}: 12 wedges, 2 more than 4 cards can show")
        assert table.game["events"] == events and len(asked) > 0
        table.enter(until=lambda game: game["phase"] == "round_end")
        assert table.game["rounds"] == [table.rounds[0]["points"]]


def test_every_wrong_sum_is_refused_and_every_other_taken():
    """Piles flipped at random, most of them wrong: the box takes what the independent scorer takes, and nothing else."""
    rng = random.Random("sums")
    taken = wrong = 0
    for seed in range(12):
        with at_piles(seed) as table:
            told = {}
            for _ in range(6):
                game, log = table.game, table.log()
                if game["phase"] != "piles":
                    break
                while table.screen == "piles" and (table.game["events"], table.game["turn"]) == (
                    game["events"],
                    game["turn"],
                ):
                    suit = table.texts[0]
                    told[suit] = flip(table, rng, game["turn"], suit)
                if table.game["events"] > game["events"]:
                    taken += 1
                    event = [record for record in table.log() if record["type"] == "piles"][-1]
                    assert all(
                        event["piles"][suit] == told[suit] for suit in told if event["seat"] == game["turn"]
                    )
                    judge(table.log())
                    told = {}
                    continue
                wrong += 1
                assert table.screen == "notice" and table.log() == log
                piles = {
                    suit: told.get(suit) or ([0, 0] if game["cubes"][game["turn"]][suit] else None)
                    for suit in SUITS
                }
                event = {"type": "piles", "seat": game["turn"], "n": len(log), "piles": piles}
                with pytest.raises(Wrong, match="piles"):
                    judge(log + [event])
                text = " ".join(table.texts)
                suit = text[11] if text[12:13] == ":" else ""
                assert suit in told or " cards are missing" in text or " cards more than the " in text, text
                table.press("ok")
                told = {s: told[s] for s in told if suit and SUITS.index(s) < SUITS.index(suit)}
    assert taken > 5 and wrong > 5


def flip(table, rng, seat, suit):
    """Flips a pile that is like the right one, or not; returns [cards, wedges] as they went in."""
    right = [games.WEDGES[int(card[1:])] for card in table.rounds[0]["cards"][seat] if card[0] == suit]
    flips = [int(wedges) for wedges in right]
    for _ in range(rng.choice((0, 1, 1, 3))):
        flips.append(rng.choice((0, 1, 2, 3, 3)))
    entered = []
    while flips:
        events, shown = table.game["events"], table.texts[4]
        entered.append(flips.pop())
        table.press(("blue", "red", "orange", "green")[entered[-1]])
        if table.game["events"] != events or table.screen != "piles" or table.texts[0] != suit:
            return [len(entered), sum(entered)]
        if table.texts[4] == shown:
            entered.pop()
            break
    table.press("ok")
    return [len(entered), sum(entered)]


def until_green(table, seat):
    at = ("piles", seat)
    table.enter(until=lambda game: (game["phase"], game["turn"]) == at and table.texts[0] == "G")


def test_the_last_of_four_suits_says_how_many_cards_are_left():
    for seed in range(40):
        rounds = dealt(seed, 4)
        four = [s for s in range(4) if len(set(rounds[0]["cubes"][s])) == 4 and rounds[0]["cards"][s]]
        if not four or not any(card[0] == "G" for card in rounds[0]["cards"][four[0]]):
            continue
        with Table(rounds, "tricks") as table:
            until_green(table, four[0])
            cards = pile_of(rounds[0], four[0], "G")[0]
            table.press("ok")
            assert table.screen == "notice" and f"G: 0 cards, {cards} are left" in " ".join(table.texts)
            table.press("ok")
            table.enter(until=lambda game: game["phase"] == "round_end")
            assert table.game["rounds"] == [rounds[0]["points"]]
        return
    raise AssertionError("no such deal was found")


def test_counts_that_cannot_be():
    rounds = dealt(5, 4)
    with Table(rounds, "scores") as table:
        table.press("blue blue red red orange ok ok ok ok")
        table.press("up " * 5 + "ok")
        assert (table.game["phase"], table.game["turn"]) == ("tricks_won", 1)
        table.press("ok ok")
        shown = " ".join(table.texts)
        assert table.screen == "notice" and "5 cubes and 8 tricks: 1 too many" in shown
        table.press("back")
        assert (table.game["phase"], table.game["turn"], table.game["events"]) == ("tricks_won", 0, 4)


def test_more_cubes_than_there_are_are_not_taken():
    with Table(dealt(5, 3), "scores") as table:
        table.press("blue " * 5)
        assert table.texts[3] == "3" and table.texts[7] == "left 0"
        table.press("ok blue red")
        assert table.texts[3:5] == ["0", "1"]
        assert suit_key(SUITS[0]) == "blue"
