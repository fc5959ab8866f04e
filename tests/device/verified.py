"""What `verify` says of the game on a box."""

import json

from shared_rules.verify import Verifier


def logged(box) -> list[dict]:
    """The records of its log."""
    return [json.loads(line) for line in box.log_lines()]


def verified(box) -> dict:
    verifier = Verifier()
    for record in logged(box):
        verifier.feed(record)
    return verifier.result()
