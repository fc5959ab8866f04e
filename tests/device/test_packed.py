"""A game's events in bytes are the same events, whatever is done to them."""

import random

import pytest

from companion.packed import Packed
from shared_rules import robokraft
from shared_rules.codec import Codec
from shared_rules.live import Live

CARDS = [suit + str(rank) for suit in "BROG" for rank in range(12)]


def random_event(rng):
    seat = rng.randrange(4)
    return rng.choice(
        [
            {"type": "card", "seat": seat, "card": rng.choice(CARDS)},
            {"type": "adjust", "field": "leader", "seat": seat, "note": "a longer one " * rng.randrange(4)},
            {"type": "void", "round": rng.randrange(1, 5)},
        ]
    )


def told(live):
    return [(live.number(at), live.event(at)) for at in range(len(live))]


@pytest.mark.parametrize("seed", range(20))
def test_packed_events_are_those_that_were_put_in(seed):
    rng = random.Random(seed)
    packed, plain = Packed(Codec(robokraft, 4)), Live()
    number = 0
    for _ in range(300):
        what = rng.choice(("append", "append", "append", "pop", "put", "copy"))
        number += 1
        if what == "append":
            event = random_event(rng)
            packed.append(number, event)
            plain.append(number, event)
        elif what == "pop" and len(plain):
            packed.pop()
            plain.pop()
        elif what == "put" and len(plain):
            at, event = rng.randrange(len(plain)), random_event(rng)
            packed.put(at, event)
            plain.put(at, event)
        elif what == "copy":
            before = told(plain)
            old, packed, plain = packed, packed.copy(), plain.copy()
            old.append(number, random_event(rng))
            assert told(packed) == before
        assert told(packed) == told(plain)
        assert packed.find(number) == plain.find(number)
        if len(plain):
            assert (packed.number(-1), packed.event(-1)) == (plain.number(-1), plain.event(-1))
