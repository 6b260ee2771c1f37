r"""The one encoder of texts for output: what a reader cannot see becomes a backslash and its code.

ESC becomes `\x1b`, a line break within a message `\n`, the override that reverses text `\u202e`: as in Python and JSON.
So a text from an author, from rules code or from the name of a file cannot clear a terminal, show other words than it
holds, begin a line, or damage XML. GitHub runs a line that begins with two colons, and one that holds `##[`, as a
command: there the first sign becomes its code too.
"""

import re

CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
"""As in the brackets of a regular expression: control characters, rare line breaks, halves of characters."""
HIDDEN = re.compile(f"[{CONTROL}\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
"""Also what has no width, and what changes the direction of text."""
COMMAND = re.compile(r"(?<!\S):(?=:)|(?<=#)#(?=\[)")
"""The sign without which GitHub sees no command."""


def visible(text: str) -> str:
    """One line."""
    return visible_lines(text).replace("\n", r"\n")


def visible_lines(text: str) -> str:
    """Lines that stay lines."""
    return COMMAND.sub(lambda sign: f"\\x{ord(sign[0]):02x}", HIDDEN.sub(_escape, text))


def escape_hidden(text: str) -> str:
    """The same for text that is JSON already: it means what it meant."""
    return HIDDEN.sub(lambda hidden: f"\\u{ord(hidden[0]):04x}", text).replace("##[", r"#\u0023[")


def _escape(hidden: re.Match[str]) -> str:
    return hidden[0].encode("unicode_escape").decode()
