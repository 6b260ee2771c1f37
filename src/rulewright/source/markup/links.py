"""Links to entries of the game, and the web addresses to which texts can link."""

import re

LINK = re.compile(r"\[\[(?!\s*[|\]])([^\[\]|]+?)(?:\\?\|(?!\s*\])([^\[\]|]+))?\]\]")
r"""`[[target]]` or `[[target|shown]]`; in tables authors often write `\|`."""

LINK_TYPE = "rulewright_link"
"""The token type of such a link. Its `meta` has the target and the shown text, which can be empty."""

PLACED = "figure:"
"""The prefix of a target that prints a figure if its link is alone in a paragraph: `[[figure:gap]]`."""

NOT_PROSE = re.compile(
    rf"{LINK.pattern}|```[^`]*```|`[^`\n]*`|\]\([^()\s]*|<[a-z]+:[^<>\s]*>|\[\^[^\]\s]*\]|^> \[!\w+\]|&#?\w{{1,32}};",
    re.MULTILINE,
)
"""The parts of a text that are not words: links to entries, code, URLs, and the signs of footnotes and boxes."""

UNMARKED = re.compile(r"[^\W\d_][^\n*_`\\<&~|\[\]]*")
"""A single line that begins with a letter and has no markup characters, as most titles and many texts do."""

ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s]+", re.IGNORECASE)
"""An address outside the game to which a text can link."""


def target_and_shown(link: re.Match[str]) -> tuple[str, str]:
    """Return the target of a link and its shown text, both without line breaks."""
    return " ".join(link[1].split()), " ".join((link[2] or "").split())


def is_address(url: str) -> bool:
    """Return whether a text can link to a URL outside the game: `https://…`, `http://…` or `mailto:…`."""
    return ADDRESS.fullmatch(url) is not None
