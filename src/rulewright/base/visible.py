r"""Escape invisible characters in output, as Python and JSON do.

ESC becomes `\x1b`, a line break inside a message `\n`, the character that reverses text `\u202e`. So text from an
author, rules code or a file name cannot clear a terminal, hide words, begin a line or damage XML.
GitHub runs lines that begin with two colons, or contain `##[`, as commands: there the first character is escaped too.
"""

import json
import re
from typing import Any

CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
"""Inside brackets of a regular expression: control characters, rare line breaks, surrogates."""
HIDDEN = re.compile(f"[{CONTROL}\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]")
"""Also characters without width and those that change the direction of text."""
COMMAND = re.compile(r"(?<!\S):(?=:)|(?<=#)#(?=\[)")
"""The character to escape so that GitHub sees no command."""


def visible(text: str) -> str:
    """Return text as one line."""
    return visible_lines(text).replace("\n", r"\n")


def visible_lines(text: str) -> str:
    """Return text whose line breaks stay."""
    return COMMAND.sub(
        lambda sign: f"\\x{ord(sign[0]):02x}",
        HIDDEN.sub(lambda hidden: hidden[0].encode("unicode_escape").decode(), text),
    )


def escape_hidden(text: str) -> str:
    """Escape JSON text without changing its meaning."""
    return HIDDEN.sub(lambda hidden: f"\\u{ord(hidden[0]):04x}", text).replace("##[", r"#\u0023[")


def json_text(value: Any) -> str:
    """Return JSON text; invisible characters are escaped."""
    return escape_hidden(json.dumps(value, ensure_ascii=False, indent=1)) + "\n"
