"""Words without markup as a text of ours that prints them as they are."""

import re

from rulewright.markup.refused import refusals
from rulewright.markup.words import words

SIGNS = re.compile(r"[\\`*_\[\]<>|#~&!]")
"""What may mean something in Markdown."""


def literal(text: str) -> str:
    """The same words on one line; only where they would mean something else is anything before a sign."""
    line = " ".join(text.split())
    return line if not SIGNS.search(line) or _prints_itself(line) else SIGNS.sub(r"\\\g<0>", line)


def _prints_itself(line: str) -> bool:
    shown = words(line, lambda target, _: f"link {target}", blocks=False)
    return shown == line and next(refusals(line, blocks=False), None) is None
