"""Links to things of the game, and the addresses that texts may lead to."""

import re

LINK = re.compile(r"\[\[(?!\s*[|\]])([^\[\]|]+?)(?:\\?\|(?!\s*\])([^\[\]|]+))?\]\]")
"""`[[target]]` or `[[target|shown]]`; in a table many are used to write `\\|`."""

THING = "rulewright_link"
"""The parser's token for such a link; its `meta` has the target and the text shown, which may be empty."""

PLACED = "figure:"
"""How the target of a link begins that prints a figure where it is alone in a paragraph."""

NOT_PROSE = re.compile(
    rf"{LINK.pattern}|```[^`]*```|`[^`\n]*`|\]\([^()\s]*|<[a-z]+:[^<>\s]*>|\[\^[^\]\s]*\]|^> \[!\w+\]|&#?\w{{1,32}};",
    re.MULTILINE,
)
"""What stands in a text beside its words: links to things, code, addresses, signs of footnotes and boxes."""

UNMARKED = re.compile(r"[^\W\d_][^\n*_`\\<&~|\[\]]*")
"""A single line without any sign of markup that begins with a letter, as most titles and many texts are."""

ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s]+", re.IGNORECASE)
"""Where a link may lead out of the game."""


def target_and_shown(link: re.Match[str]) -> tuple[str, str]:
    """What a link names, and the words that its author gave it, each on one line."""
    return " ".join(link[1].split()), " ".join((link[2] or "").split())


def is_address(url: str) -> bool:
    return ADDRESS.fullmatch(url) is not None
