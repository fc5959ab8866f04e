"""Random legal RoboKraft games, really dealt and played, as lists of event dicts and as whole logs.

`deal_game` plays a game with hands out of 52 cards, following suit; `render` writes the same game down as `cards`,
`tricks`, `scores` or `mixed`, a way for each round, with `score` and `end` in place; the points are counted here,
card by card, and not by the oracle. For logs:
`header`, `numbered`, `complete` (t and crc), `lines`.
All chance comes from the random.Random handed in. Games with undo, fixes and decisions of the table: `stories.py`.
"""

import json
import zlib

SUITS = "BROG"
WEDGES = "011223322111"
WAYS = ("cards", "tricks", "scores", "mixed")
NAMES = ("Ann", "Bob", "Carol", "Dave", "Zoë", "Jürgen", "민준", "Łucja", "J. R. R.")


# ---- playing ---------------------------------------------------------------------------------------------------


def pack():
    return [s + str(r) for s in SUITS for r in range(12)] + [s + "0" for s in SUITS]


def after_lead(discs, card):
    """The discs after this lead: its place in the ring of four goes one on."""
    step = -1 if int(card[1:]) < 6 else 1
    place = (discs.index(card[0]) + step) % 4
    rest = discs.replace(card[0], "")
    return rest[:place] + card[0] + rest[place:]


def decide(discs, plays):
    """(winner, low) by one number for each card: value of the suit, then rank, then earlier before later."""
    worth = {}
    for turn, (seat, card) in enumerate(plays):
        worth[seat] = -discs.index(card[0]) * 1000 + int(card[1:]) * 10 - turn
    return max(worth, key=worth.get), min(worth, key=worth.get)


def count_points(cards, cubes):
    """Points for a list of cards and a list of cubes (suit letters), card by card."""
    points = 0
    for card in cards:
        points += int(WEDGES[int(card[1:])]) * cubes.count(card[0]) if card[0] in cubes else -1
    return points - sum(all(card[0] != cube for card in cards) for cube in cubes)


def choose(rng, hand, led_suit):
    """A random card the rules allow."""
    return rng.choice([card for card in hand if card[0] == led_suit] or hand)


def deal(rng, seats):
    """(hands, cards left over)."""
    cards = pack()
    rng.shuffle(cards)
    return [cards[12 * seat : 12 * seat + 12] for seat in range(seats)], cards[12 * seats :]


def play_round(rng, seats, first, discs):
    """One whole round as a dict: first, before, discs (after), tricks, cubes and cards per seat, points, left.
    A trick is {leader, plays [(seat, card)], discs (after the lead), winner, low, won, cube}."""
    hands, left = deal(rng, seats)
    tricks, cubes, cards = [], [[] for _ in range(seats)], [[] for _ in range(seats)]
    before, leader = discs, first
    for _ in range(12):
        plays = []
        for turn in range(seats):
            seat = (leader + turn) % seats
            card = choose(rng, hands[seat], plays[0][1][0] if plays else None)
            hands[seat].remove(card)
            if not plays:
                discs = after_lead(discs, card)
            plays.append((seat, card))
        winner, low = decide(discs, plays)
        won = dict(plays)[winner][0]
        cube = won if sum(mine.count(won) for mine in cubes) < seats else None
        if cube:
            cubes[low].append(cube)
        cards[winner] += [card for _, card in plays]
        tricks.append(
            {
                "leader": leader,
                "plays": plays,
                "discs": discs,
                "winner": winner,
                "low": low,
                "won": won,
                "cube": cube,
            }
        )
        leader = winner
    points = [count_points(cards[seat], cubes[seat]) for seat in range(seats)]
    return {
        "first": first, "before": before, "discs": discs, "tricks": tricks,
        "cubes": cubes, "cards": cards, "points": points, "left": sorted(left),
    }  # fmt: skip


def deal_game(rng, seats):
    """A whole game as a list of rounds; disc order and first leader at random."""
    discs = "".join(rng.sample(SUITS, 4))
    lead = rng.randrange(seats)
    rounds = []
    for number in range(seats):
        rounds.append(play_round(rng, seats, (lead + number) % seats, discs))
        discs = rounds[-1]["discs"]
    return rounds


# ---- writing down ----------------------------------------------------------------------------------------------


def card_events(trick):
    return [{"type": "card", "seat": seat, "card": card} for seat, card in trick["plays"]]


def trick_event(trick):
    led = trick["plays"][0][1]
    return {
        "type": "trick", "suit": led[0], "dir": "up" if int(led[1:]) < 6 else "down",
        "winner": trick["winner"], "won": trick["won"], "low": trick["low"],
    }  # fmt: skip


def suit_counts(letters):
    return {s: sum(letter == s for letter in letters) for s in SUITS}


def piles_event(seat, cards, cubes):
    """Asked are only the suits of which the seat has cubes."""
    piles = {}
    for s in SUITS:
        mine = [card for card in cards if card[0] == s]
        piles[s] = [len(mine), sum(int(WEDGES[int(card[1:])]) for card in mine)] if s in cubes else None
    return {"type": "piles", "seat": seat, "piles": piles}


def round_events(rng, played, way):
    """The events of one round in one of the WAYS."""
    seats = len(played["points"])
    counts = [sum(trick["winner"] == seat for trick in played["tricks"]) for seat in range(seats)]
    unknown = set()  # seats with cards the log does not name
    events = []
    if way == "scores":
        for seat in range(seats):
            events.append({"type": "cubes", "seat": seat, "cubes": suit_counts(played["cubes"][seat])})
        events.append({"type": "tricks_won", "counts": counts})
        unknown = {seat for seat in range(seats) if counts[seat]}
    else:
        by_trick = {"cards": 0.0, "tricks": 1.0, "mixed": 0.3}[way]
        for trick in played["tricks"]:
            if rng.random() < by_trick:
                events.append(trick_event(trick))
                unknown.add(trick["winner"])
            else:
                events += card_events(trick)
    for seat in sorted(unknown):
        if played["cubes"][seat]:
            events.append(piles_event(seat, played["cards"][seat], played["cubes"][seat]))
    return events


def places(totals):
    return [1 + len([other for other in totals if other > mine]) for mine in totals]


def end_event(totals):
    ranks = places(totals)
    winners = [seat for seat in range(len(totals)) if ranks[seat] == 1]
    return {"type": "end", "points": totals, "ranks": ranks, "winners": winners, "reason": "complete"}


def render(rng, rounds, ways):
    """The whole game as events, round r in ways[r]. Where a round by scores hid how the discs moved, the table sets
    them before the next round."""
    events, discs = [], rounds[0]["before"]
    for number, (played, way) in enumerate(zip(rounds, ways, strict=True)):
        if way != "scores" and discs != played["before"]:
            events.append({"type": "adjust", "field": "discs", "value": played["before"]})
        events += round_events(rng, played, way)
        events.append({"type": "score", "round": number + 1, "points": played["points"]})
        if way != "scores":
            discs = played["discs"]
    events.append(end_event(totals_of(rounds)))
    return events


def totals_of(rounds):
    return [sum(points) for points in zip(*[played["points"] for played in rounds], strict=True)]


def random_ways(rng, seats):
    return [rng.choice(WAYS) for _ in range(seats)]


# ---- logs ------------------------------------------------------------------------------------------------------


def header(rng, seats, lead, discs, mode="cards"):
    """Record 0, without t and crc."""
    return {
        "n": 0,
        "type": "game",
        "v": 1,
        "id": f"T{rng.randrange(10**6):06d}-{rng.randrange(10**4):04x}-1",
        "game": "robokraft",
        "mode": mode,
        "players": [
            {"id": rng.choice([None, f"p{seat}"]), "name": name}
            for seat, name in enumerate(rng.sample(NAMES, seats))
        ],
        "setup": {"lead": lead, "discs": discs},
        "rules": {},
        "device": "E6614103E7",
        "firmware": "1.0.0",
        "started": rng.choice([None, "2026-11-30T19:02:11Z"]),
    }


def header_of(rng, rounds, ways):
    mode = "cards" if ways[0] == "mixed" else ways[0]
    return header(rng, len(rounds), rounds[0]["first"], rounds[0]["before"], mode)


def numbered(head, events):
    """Records: the header and the events with their n."""
    return [head] + [{"n": n, **event} for n, event in enumerate(events, 1)]


def chain(records):
    """The crc of each record: over the crc before and the record as plain JSON, keys sorted."""
    crcs, last = [], "00000000"
    for record in records:
        bare = {key: value for key, value in record.items() if key != "crc"}
        text = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        last = format(zlib.crc32((last + text).encode("utf-8")), "08x")
        crcs.append(last)
    return crcs


def complete(rng, records):
    """The records with t (ms of play, random steps) and crc."""
    t, timed = 0, []
    for record in records:
        timed.append({**record, "t": t})
        t += rng.randrange(0, 9000)
    return [{**record, "crc": crc} for record, crc in zip(timed, chain(timed), strict=True)]


def lines(records):
    """The text of a log file."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
