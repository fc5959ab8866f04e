"""RoboTroc told slowly and apart from the rules core: every robot of a stock is tried, whose turn it is counted out.

Cards are names here (`H6`, `B5a`), bonuses numbers. Nothing of shared_rules is used.
"""

import itertools

PLACES = ("1", "2", "3a", "3b", "4", "5a", "5b", "6", "10")
PARTS = [kind + place for kind in "HBLW" for place in PLACES]


def power(name):
    return int(name[1:].strip("ab"))


def worth(robot, bonuses, shown, rules):
    """(points of a head, body, legs and weapons, bonuses whose condition is met) as the cards read."""
    head, body, legs, *weapons = robot
    points = []
    for doubled in robot if 9 in bonuses else [None]:
        total = 0
        for card in robot:
            times = 2 if card == head and 7 in bonuses else 1
            if card == doubled:
                times = times + 1 if rules.get("head_twice") == "times_3" else times * 2
            total += times * power(card)
        points.append(total)
    points = max(points)
    good = set()
    alike = robot[:3] if rules.get("same_power") == "parts" else robot
    if {power(card) for card in alike} in ({1}, {2}, {3}, {4}, {5}, {6}):
        good.add(1)
    for bonus, count in ((2, 2), (6, 3)):
        if len(shown.get(bonus, ())) == count and set(shown[bonus]) <= set(robot):
            good.add(bonus)
    if head in shown.get(3, ()):
        good.add(3)
    if {head, body, legs} <= set(shown.get(4, ())):
        good.add(4)
    if not set(robot) & set(shown.get(8, ())):
        good.add(8)
    good &= set(bonuses)
    for bonus in bonuses:
        if bonus == 4:
            points += 15 if 4 in good else 5
        elif bonus in good:
            points += 10 if bonus in (3, 8) else 15
    return points, good


def best(cards, bonuses, shown, rules):
    """(points, {bonus: most points with it met}) over every robot there is; (0, {}) for none."""
    kinds = [[card for card in cards if card[0] == kind] for kind in "HBLW"]
    more = 10 * (min(len(kind) for kind in kinds[:3]) - 1)
    most, having = 0, {}
    for parts in itertools.product(*kinds[:3]):
        for count in range(4 if 5 in bonuses else 2):
            for weapons in itertools.combinations(kinds[3], count):
                points, good = worth(parts + weapons, bonuses, shown, rules)
                most = max(most, points + more)
                for bonus in good:
                    having[bonus] = max(having.get(bonus, 0), points + more)
    return most, having


def random_stock(rng):
    """(cards, bonuses, shown, rules) with the pictures near enough to the stock to matter."""
    some = rng.choice((0.15, 0.25, 0.4))
    cards = [card for card in PARTS if rng.random() < some]
    bonuses = [bonus for bonus in range(1, 10) if rng.random() < 0.6]
    near = cards if len(cards) > 3 and rng.random() < 0.6 else PARTS
    heads = [card for card in near if card[0] == "H"] or PARTS[:9]
    shown = {
        2: rng.sample(near, 2),
        3: rng.sample(heads, rng.randint(1, min(3, len(heads)))),
        4: sorted(rng.sample(PARTS[:27], 12)),
        6: rng.sample(near, 3),
        8: [rng.choice(near)],
    }
    rules = {}
    if rng.random() < 0.3:
        rules["same_power"] = "parts"
    if rng.random() < 0.3:
        rules["head_twice"] = "times_3"
    return cards, bonuses, shown, rules


def turns(seats, lead, count, second="neighbour"):
    """Whose turn it is, `count` turns long: everyone once to the right, then round and round to the left."""
    first = [(lead - k) % seats for k in range(seats)]
    begins = {"neighbour": first[-1] + 1, "last": first[-1], "starter": lead}[second]
    return (first + [(begins + k) % seats for k in range(count)])[:count]


def markers(log, seats):
    """Markers still in the bag after [(seat, picked)]: every space without card and without character has one."""
    spaces = set()  # emptied, by number of the turn
    stands = [None] * seats
    for number, (seat, picked) in enumerate(log):
        stands[seat] = number if picked else None  # None: on a space that has its marker
        if picked:
            spaces.add(number)
    return 50 - len(spaces - set(stands))
