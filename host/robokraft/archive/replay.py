"""A game played again from what its log left standing: undone events are gone, corrected cards are what they were.

Knows no game: it walks the contract of docs/architecture.md.
"""


def live_events(game):
    """(number, event) of all that is not undone, oldest first; `fix` is already in the cards it corrected."""
    events = [game.event(back) for back in range(game.events(), 0, -1)]
    return [(n, event) for n, event in events if event["type"] != "fix"]


def walk(game):
    """Plays a history.Game again and yields (moment, event, state).

    `before` and `after` stand around every event, `over` (with an empty event) at the end of a round, before the next opens, and
    at the end of the log. The state goes on changing: take from it what you keep.
    """
    state = game.module.State(game.header)
    for n, event in live_events(game):
        if state.begins_round(event):
            yield "over", {}, state
            state.open_round()
        yield "before", event, state
        state.apply(event, n)
        yield "after", event, state
    yield "over", {}, state
