"""Texts whose lines were joined, as some pages publish them: a comment would swallow all the rest.

A comment is assumed to end before the next comment; before a brace that stands apart and closes what was opened before
the comment; after an option that it takes out; and before the symbol of the next row, item or end of a list. A blank
there becomes the end of a line, so all places stay as they are.
"""

import re

LONG_LINE = 1000
"""Characters of a line in which a comment is assumed not to reach to its end."""
UNIT = re.compile(r"[{}]|[^\s{}]+")
BEGINS_LINE = re.compile(r"@(?:Row[a-h]?|(?:Raw)?End\w*List|EndList|\w*List|ListItem|LI|TagItem|Tbl|End|Begin)\b")


def with_lines(text: str) -> tuple[str, bool]:
    """The text with ends of lines after its comments, and whether any had to be assumed."""
    if len(text) < LONG_LINE:
        return text, False
    lines = text.split("\n")
    divided = [_divided(line) if len(line) > LONG_LINE and "#" in line else line for line in lines]
    return "\n".join(divided), divided != lines


def _divided(line: str) -> str:
    signs, at = list(line), line.find("#")
    while at >= 0:
        end = _end(line, at + 1)
        if end < len(line):
            signs[end] = "\n"
        at = line.find("#", max(end, at + 1))
    return "".join(signs)


def _end(line: str, start: int) -> int:
    """The blank at which a comment ends."""
    depth, first = 0, ""
    for match in UNIT.finditer(line, start):
        unit, at = match[0], match.start()
        apart = at > start and line[at - 1].isspace()
        if (apart and depth <= 0 and (unit == "}" or (first and BEGINS_LINE.match(unit)))) or (
            apart and unit[0] == "#"
        ):
            return at - 1
        depth += {"{": 1, "}": -1}.get(unit, 0)
        first = first or unit
        if unit == "}" and depth == 0 and first.isalpha():
            return match.end()
    return len(line)
