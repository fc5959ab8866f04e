"""Plays for the app BG Stats: its play link, and its import file. Built from the published shape, not tried in the app.

Sources are stable: the same game, player and title have the same ids whenever they are exported, so that the app can see that
it has a play already. A guest is another player in every game.
"""

import json
import uuid
from urllib.parse import quote

from robokraft.archive.kinds import title
from robokraft.archive.names import plain
from robokraft.archive.telling import ended, minutes, second

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK = 8000  # characters the app takes
SOURCE = "RoboKraft Companion"
_SPACE = uuid.uuid5(uuid.NAMESPACE_URL, "https://robokraft-companion.invalid/bgstats")


def play_date(reading, date=None):
    """The end of play as the app writes it (UTC), or `date` for a log that has none; None where nobody knows."""
    end = ended(reading.header["started"], reading.play_ms)
    return second(end) if end else date


def _player_id(reading, seat):
    person = reading.players[seat]["id"]
    return person if person is not None else f"guest-{reading.id}-{seat + 1}"


def _starts(reading, seat):
    return reading.header["setup"].get("lead") == seat


def _comments(reading):
    rounds = reading.verdict["rounds"]
    scores = "; ".join(" ".join(map(str, row)) for row in rounds)
    return f"{SOURCE} {reading.id}" + (f", rounds: {scores}" if 0 < len(scores) <= 200 else "")


def play(reading, date=None, location=None):
    """The JSON of the play link."""
    verdict = reading.verdict
    out = {"sourceName": SOURCE, "sourcePlayId": reading.id, "playDate": play_date(reading, date)}
    out["durationMin"] = minutes(reading.play_ms)
    if location:
        out["location"] = location
    out["comments"] = _comments(reading)
    name = reading.header["game"]
    out["game"] = {"name": title(name), "sourceGameId": name, "highestWins": True, "noPoints": False}
    out["players"] = [
        {
            "name": plain(player["name"]),
            "sourcePlayerId": _player_id(reading, seat),
            "startPlayer": _starts(reading, seat),
            "winner": verdict["ranks"][seat] == 1,
            "score": verdict["points"][seat],
            "rank": verdict["ranks"][seat],
        }
        for seat, player in enumerate(reading.players)
    ]
    return out


def link(reading, date=None, location=None):
    """The play link of a good, finished reading."""
    text = json.dumps(play(reading, date, location), ensure_ascii=False, separators=(",", ":"))
    # Colons and commas may stand in a query as they are; the shorter link is the smaller QR code.
    return LINK + quote(text, safe=":,")


def _uuid(kind, name):
    return str(uuid.uuid5(_SPACE, f"{kind}/{name}")).upper()


class _Numbers:
    """Numbers things from 1 as they come, and remembers what was said of them."""

    def __init__(self, kind):
        self.kind = kind
        self.found = {}

    def number(self, key, **fields):
        if key not in self.found:
            self.found[key] = {"id": len(self.found) + 1, "uuid": _uuid(self.kind, key), **fields}
        return self.found[key]["id"]

    def all(self):
        return list(self.found.values())


def import_file(readings, date=None, location=None, me=None):
    """The text of an import file with all these plays; `me` is the id of the player who owns the app."""
    games, players, places = _Numbers("game"), _Numbers("player"), _Numbers("location")
    plays = []
    for reading in readings:
        when = play_date(reading, date)
        name = reading.header["game"]
        one = {
            "uuid": _uuid("play", reading.id),
            "playDate": when,
            "entryDate": when,
            "modificationDate": when,
        }
        one["gameRefId"] = games.number(
            name, name=title(name), highestWins=True, noPoints=False, cooperative=False, usesTeams=False, bggId=0,
            modificationDate=when,
        )  # fmt: skip
        if location:
            one["locationRefId"] = places.number(location, name=location, modificationDate=when)
        one.update(durationMin=minutes(reading.play_ms), comments=_comments(reading))
        one["rounds"] = len(reading.verdict["rounds"])
        one["playerScores"] = []
        for seat, player in enumerate(reading.players):
            number = players.number(
                _player_id(reading, seat),
                name=plain(player["name"]),
                isAnonymous=False,
                modificationDate=when,
            )
            one["playerScores"].append(
                {
                    "playerRefId": number,
                    "score": str(reading.verdict["points"][seat]),
                    "winner": reading.verdict["ranks"][seat] == 1,
                    "startPlayer": _starts(reading, seat),
                    "newPlayer": False,
                    "rank": reading.verdict["ranks"][seat],
                    "seatOrder": seat + 1,
                }
            )
        plays.append(one)
    user = players.found.get(me, {}).get("id", 0)
    whole = {"about": f"Made by {SOURCE}", "games": games.all(), "locations": places.all()}
    whole.update(players=players.all(), plays=plays, userInfo={"meRefId": user})
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
