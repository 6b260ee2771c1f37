"""Tables of eight inputs, too large to be tried: for benchmarks, and for tests that count steps."""

import random

from rulewright.entries.domains import Domain, key_text
from rulewright.entries.keyset import Box, KeySet

SIZES = (6, 6, 10, 4, 2, 100, 3, 8)
"""How many keys each input has: nearly seven million combinations."""
WHOLE: Box = tuple(KeySet.of(range(1, size + 1)) for size in SIZES)
ROWS = 200


def divided(count: int = ROWS, seed: int = 1) -> list[Box]:
    """A sound table: its domain, divided at random until there are so many rows."""
    chance = random.Random(seed)
    boxes = [WHOLE]
    while len(boxes) < count:
        box = boxes.pop(chance.randrange(len(boxes)))
        at = chance.choice([at for at, keys in enumerate(box) if keys.size > 1])
        keys = list(box[at])
        cut = chance.randrange(1, len(keys))
        boxes += [(*box[:at], KeySet.of(part), *box[at + 1 :]) for part in (keys[:cut], keys[cut:])]
    return boxes


def scattered(narrowed: int, count: int = ROWS) -> list[Box]:
    """Rows that take most keys of some inputs each, at random: many nearly take all of another."""
    chance = random.Random(narrowed)
    boxes = []
    for _ in range(count):
        box = list(WHOLE)
        for at in chance.sample(range(len(SIZES)), narrowed):
            share = 0.9 if narrowed > 4 else 0.6
            box[at] = KeySet.of(chance.sample(range(1, SIZES[at] + 1), max(1, int(SIZES[at] * share))))
        boxes.append(tuple(box))
    return boxes


def source(boxes: list[Box], policy: str) -> str:
    """A game with one table of these rows; their values are few, so that many agree."""
    domains = [Domain(f"input-{at}", keys) for at, keys in enumerate(WHOLE)]
    text = 'game: {title: Big, language: en}\nrules: {base: {number: "1", title: Base, text: "[[table:big]]"}}\n'
    text += "domains:\n" + "".join(f"  {each.id}: 1..{each.keys.size}\n" for each in domains)
    text += f"tables:\n  big:\n    title: Big\n    rule: base\n    policy: {policy}\n    cases:\n"
    for at, box in enumerate(boxes):
        told = [f'{each.id}: "{key_text(each, keys)}"' for each, keys in zip(domains, box, strict=True)]
        when = ", ".join(key for key in told if not key.endswith('"any"'))
        text += f"      - {{value: value {at % 5}{f', when: {{{when}}}' if when else ''}}}\n"
    return text
