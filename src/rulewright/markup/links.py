"""Links to things of the game, and the web addresses that texts may link to."""

import re

LINK = re.compile(r"\[\[(?!\s*[|\]])([^\[\]|]+?)(?:\\?\|(?!\s*\])([^\[\]|]+))?\]\]")
"""`[[target]]` or `[[target|shown]]`; in a table, `\\|` is usual."""

THING = "rulewright_link"
"""The token of such a link; its `meta` has the target and the shown text, which may be empty."""

PLACED = "figure:"
"""The prefix of a target that prints a figure if its link is alone in a paragraph."""

NOT_PROSE = re.compile(
    rf"{LINK.pattern}|```[^`]*```|`[^`\n]*`|\]\([^()\s]*|<[a-z]+:[^<>\s]*>|\[\^[^\]\s]*\]|^> \[!\w+\]|&#?\w{{1,32}};",
    re.MULTILINE,
)
"""The parts of a text that are not words: links to things, code, addresses, signs of footnotes and boxes."""

UNMARKED = re.compile(r"[^\W\d_][^\n*_`\\<&~|\[\]]*")
"""A single line without any sign of markup that begins with a letter, like most titles and many texts."""

ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s]+", re.IGNORECASE)
"""An address outside the game that a link may have."""


def target_and_shown(link: re.Match[str]) -> tuple[str, str]:
    """The target of a link and the words that its author gave it, each on one line."""
    return " ".join(link[1].split()), " ".join((link[2] or "").split())


def is_address(url: str) -> bool:
    return ADDRESS.fullmatch(url) is not None
