"""Find what no text of a game may hold: control characters, numbers of over 40 digits, long texts and long runs.

A run is a row of letters, of white space or of other signs: `Fire!!` has the runs `Fire` and `!!`. A run of thousands
of letters cannot be broken into lines. `tree.py` checks the texts of YAML; cells of spreadsheets go to `text_findings`.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulewright.base.findings import Finding, Span, over_limit
from rulewright.base.limits import RUN, TEXT
from rulewright.base.visible import CONTROL
from rulewright.source.nodes import Scalar, place_in

ESCAPE = r"\\(?:x(..)|u(.{4})|U(.{8})|(.))"
"""An escape in a double-quoted YAML text: `\\x07`, `\\u0007`, `\\U00000007` or `\\a`."""
ESCAPE_LETTERS = {"0": 0, "a": 7, "b": 8, "v": 0xB, "f": 0xC, "r": 0xD, "e": 0x1B, "N": 0x85, "L": 0x2028, "P": 0x2029}
"""One-letter escapes and the control characters that they stand for."""
REFUSED = re.compile(f"[{CONTROL}]")
CONTROL_CHARACTER = re.compile(f"(?!\r)([{CONTROL}])")
"""A control character as such; a plain carriage return ends a line."""
CONTROL_OR_ESCAPE = re.compile(f"{CONTROL_CHARACTER.pattern}|{ESCAPE}", re.DOTALL)
RUNS = re.compile(r"\w+|\s+|[^\w\s]+")
"""Runs of letters, of white space and of other signs."""
MOST_DIGITS = 40
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1},}}")
"""A number that no game needs, and that neither Python nor a browser can compute with."""


def text_findings(text: Scalar) -> Iterator[Finding]:
    """Yield the findings about a text from another format than YAML."""
    if number := LONG_NUMBER.search(text.value):
        yield too_many_digits(number[0], text.span)
    if control := first_control_character(text.raw, escapes=False):
        yield unprintable_character(text, control)
    if too_long := text_too_long(text):
        yield too_long


class ControlCharacter(NamedTuple):
    """A control character: its position in the source of a text, and its Unicode number."""

    position: int
    code: int


def first_control_character(raw: str, *, escapes: bool) -> ControlCharacter | None:
    """Return the first control character of `raw`, the source of a text; None if it has none.

    With `escapes`, a control character that is written as an escape counts too.
    """
    for match in (CONTROL_OR_ESCAPE if escapes else CONTROL_CHARACTER).finditer(raw):
        code = _unicode_number(*match.groups())
        if code is not None and REFUSED.match(chr(code)):
            return ControlCharacter(match.start(), code)
    return None


def _unicode_number(character: str, *escape: str | None) -> int | None:
    """Return the number for the groups of a match; None for an escape of another character or a malformed one.

    `escape` has the groups of `ESCAPE`; it is empty if the pattern has no escapes.
    """
    if character or not escape:
        return ord(character)
    *digits, letter = escape
    if letter:
        return ESCAPE_LETTERS.get(letter)
    try:
        return int("".join(filter(None, digits)), 16)
    except ValueError:  # libyaml refuses it
        return None


def too_many_digits(number: str, span: Span) -> Finding:
    """Return the finding about a number that `LONG_NUMBER` has matched."""
    message = f"this number has {len(number):,} digits; the most are {MOST_DIGITS}"
    return Finding("too-large", span, message, "write a shorter one", unreadable=True)


def unprintable_character(text: Scalar, control: ControlCharacter) -> Finding:
    """Return the finding about a control character in a text."""
    message = f"the character U+{control.code:04X} cannot be printed"
    hint = "remove it, or write the words that it stands for"
    return Finding("control-character", place_in(text.raw, text.span, control.position, 1), message, hint)


def text_too_long(text: Scalar) -> Finding | None:
    """Return a finding if a text or one of its runs is too long; else None."""
    if len(text.value) > TEXT.most:
        return over_limit(TEXT, f"this text has {len(text.value):,} characters", text.span, "divide it")
    if _has_short_runs(text.value):
        return None
    longest = max(RUNS.findall(text.value), key=len, default="")
    if len(longest) <= RUN.most:
        return None
    span, hint = text.at(text.value.index(longest), len(longest)), "remove some, or divide the text"
    return over_limit(RUN, f"this text has {len(longest):,} letters or signs in a row", span, hint)


def _has_short_runs(text: str) -> bool:
    """Return true if no run can be too long. This quick test passes nearly all texts; false means unknown.

    All white space together is longer than its longest run by at least 1 for each other gap between words.
    """
    words = text.split()
    white_space = len(text) - sum(map(len, words))
    words_are_short = max(map(len, words), default=0) <= RUN.most
    return words_are_short and white_space < RUN.most + len(words) - 1
