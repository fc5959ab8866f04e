"""RoboTroc's third stage: what a robot is worth, and the best one that a stock allows.

Promises: `best` is the exact optimum over every head, body, legs and set of weapons; of equal robots it gives the same one
on every machine. Pure and in integers. Cards are codes: kind * 9 + place, the kinds being head, body, legs, weapon,
bonus; places 0 … 8 have the powers of POWERS. `pictured` is a table bonus → tuple of codes its card shows (4: the female
parts). Rulebook, Third Stage and Bonus Cards; RULES 3.4–3.6.
"""

HEAD, BODY, LEGS, WEAPON, BONUS = range(5)
POWERS = (1, 2, 3, 3, 4, 5, 5, 6, 10)
_PLACES = ("1", "2", "3a", "3b", "4", "5a", "5b", "6", "10")
PARTS = tuple([kind + place for kind in "HBLW" for place in _PLACES])
SHOWN = (2, 3, 4, 6, 8)  # bonuses whose conditions are pictures on the cards
AUXILIARY = 10

NEEDED = {2: 2, 6: 3}  # so many pictured components
_WORTH = {1: 15, 2: 15, 3: 10, 6: 15, 8: 10}


def power(code):
    """Printed power of a part or weapon."""
    return POWERS[code % 9]


def by_kind(cards):
    """Heads, bodies, legs, weapons and bonuses (as numbers 1 … 9) of a stock, each in order."""
    kinds = [[], [], [], [], []]
    for code in sorted(cards):
        kinds[code // 9].append(code if code < 36 else code - 35)
    return kinds


def met(robot, bonuses, pictured, rules):
    """Which of the bonuses the robot's condition meets; 5, 7 and 9 have none. A tuple of numbers, in order."""
    out = []
    for bonus in bonuses:
        shown = pictured.get(bonus, ())
        inside = len([code for code in robot if code in shown])
        if bonus == 1:
            good = _same(robot, rules)
        elif bonus in NEEDED:
            good = len(shown) == NEEDED[bonus] == inside
        elif bonus == 3:
            good = robot[0] in shown
        elif bonus == 4:
            good = robot[0] in shown and robot[1] in shown and robot[2] in shown
        elif bonus == 8:
            good = not inside
        else:
            good = False
        if good:
            out.append(bonus)
    return tuple(out)


def _same(robot, rules):
    """Bonus 1: one printed power, not 10; the weapons too, but for the house rule."""
    counted = robot[:3] if rules.get("same_power") == "parts" else robot
    first = power(counted[0])
    return first != 10 and not [code for code in counted if power(code) != first]


def score(robot, bonuses, pictured, rules, auxiliaries):
    """The lines of a complete robot: (what, number, times, points).

    `what` is "part" (number: its code; times: how often its power counts), "bonus" (number 1 … 9; times 1 met, 0 not) or
    "auxiliary" (times: how many). Bonuses 5, 7 and 9 have no line: they show in the parts. `robot` is a tuple: head,
    body, legs, weapons.
    """
    times = [1] * len(robot)
    if 7 in bonuses:
        times[0] = 2
    if 9 in bonuses:
        gains = [_second(k, times, rules) * power(robot[k]) for k in range(len(robot))]
        at = gains.index(max(gains))
        times[at] += _second(at, times, rules)
    lines = [("part", robot[k], times[k], times[k] * power(robot[k])) for k in range(len(robot))]
    good = met(robot, bonuses, pictured, rules)
    for bonus in bonuses:
        if bonus == 4:
            lines.append(("bonus", 4, int(4 in good), 15 if 4 in good else 5))
        elif bonus in _WORTH:
            lines.append(("bonus", bonus, int(bonus in good), _WORTH[bonus] if bonus in good else 0))
    if auxiliaries:
        lines.append(("auxiliary", 0, auxiliaries, AUXILIARY * auxiliaries))
    return lines


def _second(at, times, rules):
    """How often more the power of component `at` counts when bonus 9 is laid on it."""
    return times[at] if rules.get("head_twice") != "times_3" else 1


def best(cards, pictured, rules):
    """(robot, lines, {bonus: points}) of the best robot of a stock; None where it has no complete robot.

    The dict tells, for each bonus the best robot leaves unmet, the most points with it met, None where the stock cannot.
    """
    heads, bodies, legs, weapons, bonuses = by_kind(cards)
    if not (heads and bodies and legs):
        return None
    auxiliaries = min(len(heads), len(bodies), len(legs)) - 1
    search = _Search(bonuses, pictured, rules)
    most = 3 if 5 in bonuses else 1
    armed = _armed(search, weapons, most)
    search.over([search.leading(part) for part in (heads, bodies, legs)], armed)
    if 1 in bonuses:
        for value in (1, 2, 3, 4, 5, 6):
            row = [[code for code in part if power(code) == value] for part in (heads, bodies, legs)]
            if rules.get("same_power") == "parts":
                search.over(row, armed)
            else:
                search.over(row, _subsets([code for code in weapons if power(code) == value], most))
    alone = AUXILIARY * auxiliaries
    robot = tuple(sorted(search.robot))
    good = met(robot, bonuses, pictured, rules)
    others = {}
    for bonus in bonuses:
        if (bonus in _WORTH or bonus == 4) and bonus not in good:
            points = [search.most[mask] + alone for mask in search.most if mask >> bonus & 1]
            others[bonus] = max(points) if points else None
    return robot, score(robot, bonuses, pictured, rules, auxiliaries), others


def _subsets(codes, most):
    """All sets of at most `most` of the codes, as tuples."""
    out = [()]
    for code in codes:
        out += [chosen + (code,) for chosen in out if len(chosen) < most]
    return out


def _armed(search, weapons, most):
    """Sets of weapons of which one is the best whatever the parts are, as long as bonus 1 is not met with weapons.

    Of the weapons that some card shows any may be in or out; the places left go to the most powerful of the others,
    which makes both their sum and the one to double as high as can be.
    """
    shown = [code for code in weapons if search.marks(code)]
    others = [code for code in reversed(weapons) if not search.marks(code)]
    return [chosen + tuple(others[: most - len(chosen)]) for chosen in _subsets(shown, most)]


class _Search:
    """Looks at robots, keeps the best, and the most points for every set of met bonuses."""

    def __init__(self, bonuses, pictured, rules):
        self.robot: "tuple" = ()
        self.most = {}
        self._points = -1
        self._rules = rules
        self._one = 1 in bonuses
        self._four = 4 in bonuses
        self._head = 2 if 7 in bonuses else 1
        self._nine = 9 in bonuses
        self._more = self._head if rules.get("head_twice") != "times_3" else 1
        self._bits = {}
        full = 0
        self._sets = []
        for bonus in bonuses:
            shown = pictured.get(bonus, ())
            if bonus not in SHOWN:
                continue
            for code in shown:
                self._bits[code] = self._bits.get(code, 0) | 1 << bonus
            if bonus in NEEDED and len(shown) == NEEDED[bonus]:
                self._sets.append((bonus, NEEDED[bonus], _WORTH[bonus]))
            full |= 1 << bonus
        self._held = full

    def marks(self, code):
        """Bit b: the held bonus b shows this card."""
        return self._bits.get(code, 0)

    def leading(self, part):
        """Of the cards that the same bonuses show, only the most powerful."""
        found = {}
        for code in part:
            found[self.marks(code)] = code
        return sorted([found[mark] for mark in found])

    def over(self, row, armed):
        """Looks at every robot of these parts and sets of weapons."""
        heads, bodies, legs = row
        if not (heads and bodies and legs):
            return
        arms = []
        for weapons in armed:
            powers = [power(code) for code in weapons]
            arms.append(
                (weapons, sum(powers), max(powers) if powers else 0, [self.marks(c) for c in weapons])
            )
        for head in heads:
            for body in bodies:
                for leg in legs:
                    self._with_arms(head, body, leg, arms)

    def _with_arms(self, head, body, leg, arms):
        mark = (self.marks(head), self.marks(body), self.marks(leg))
        ph, pb, pl = power(head), power(body), power(leg)
        base = self._head * ph + pb + pl
        twice = max(self._more * ph, pb, pl) if self._nine else 0
        fixed = 0
        if self._held >> 3 & mark[0] >> 3 & 1:
            base += 10
            fixed = 1 << 3
        if self._four:
            female = mark[0] & mark[1] & mark[2] & 1 << 4
            base += 15 if female else 5
            fixed |= female
        one = self._one and ph == pb == pl and ph != 10
        for weapons, total, top, marks in arms:
            points = base + total + (max(twice, top) if self._nine else 0)
            good = fixed
            if one and _same((head, body, leg) + weapons, self._rules):
                points += 15
                good |= 1 << 1
            if self._held & 1 << 8 and not (mark[0] | mark[1] | mark[2] | _any(marks)) & 1 << 8:
                points += 10
                good |= 1 << 8
            for bonus, needed, worth in self._sets:
                inside = (mark[0] >> bonus & 1) + (mark[1] >> bonus & 1) + (mark[2] >> bonus & 1)
                for bits in marks:
                    inside += bits >> bonus & 1
                if inside == needed:
                    points += worth
                    good |= 1 << bonus
            if points > self.most.get(good, -1):
                self.most[good] = points
                if points > self._points:
                    self._points = points
                    self.robot = (head, body, leg) + weapons


def _any(marks):
    bits = 0
    for mark in marks:
        bits |= mark
    return bits
