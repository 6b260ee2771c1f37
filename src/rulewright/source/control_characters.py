"""Characters that no text of a game may hold: they print as nothing, and some break lines in some programs only."""

import re

from rulewright.visible import CONTROL

RARE_BREAKS = "\x85\u2028\u2029"
"""What YAML 1.1 takes for line breaks, and neither editors nor YAML 1.2 do."""
ESCAPE = r"\\(?:x(..)|u(.{4})|U(.{8})|(.))"
"""An escape of YAML in double quotes."""
LETTERS = {"0": 0, "a": 7, "b": 8, "v": 0xB, "f": 0xC, "r": 0xD, "e": 0x1B, "N": 0x85, "L": 0x2028, "P": 0x2029}
"""The escapes of one letter that stand for control characters."""
REFUSED = re.compile(f"[{CONTROL}]")
WRITTEN = re.compile(f"(?!\r)([{CONTROL}])")  # a carriage return as such ends a line
WRITTEN_OR_ESCAPED = re.compile(f"{WRITTEN.pattern}|{ESCAPE}", re.DOTALL)


def control_character(raw: str, *, escapes: bool = True) -> tuple[int, int] | None:
    """The first of a source text: where it is, and its code. `escapes` says whether a backslash begins one."""
    for match in (WRITTEN_OR_ESCAPED if escapes else WRITTEN).finditer(raw):
        code = _code(*match.groups())
        if code is not None and REFUSED.match(chr(code)):
            return match.start(), code
    return None


def without_rare_breaks(text: str) -> str:
    """Spaces in their place."""
    for each in RARE_BREAKS:
        text = text.replace(each, " ")
    return text


def may_hold_control_character(text: str) -> bool:
    """A quick look at a whole file, for most hold none."""
    return "\\" in text or WRITTEN.search(text) is not None


def _code(character: str, *escaped: str | None) -> int | None:
    if character or not escaped:
        return ord(character)
    *digits, letter = escaped
    if letter:
        return LETTERS.get(letter)
    try:
        return int("".join(filter(None, digits)), 16)
    except ValueError:  # libyaml refuses it
        return None
