"""Guess where comments end in a text of Lout that has lost its line ends.

A comment of Lout reaches to the end of its line. If a card was pasted as one long line, everything after the first `#`
would be a comment: `# a note @Row { 1 }`. `with_lines` puts a line end before the unit that cannot belong to it.
"""

import re

LONG_LINE = 1000
"""Characters of a line in which a comment is assumed not to reach to its end."""
UNIT = re.compile(r"[{}]|[^\s{}]+")
"""A brace, or a word up to a blank or a brace."""
BEGINS_LINE = re.compile(r"@(?:Row[a-h]?|(?:Raw)?End\w*List|EndList|\w*List|ListItem|LI|TagItem|Tbl|End|Begin)\b")
"""Symbols that authors write at the start of a line: `@Row`, `@EndList`, `@Begin`."""


def with_lines(text: str) -> tuple[str, bool]:
    """Add line ends after comments of a text in one long line, and return whether any were added."""
    if len(text) < LONG_LINE:
        return text, False
    lines = text.split("\n")
    new_lines = [_with_line_ends(line) if len(line) > LONG_LINE and "#" in line else line for line in lines]
    return "\n".join(new_lines), new_lines != lines


def _with_line_ends(line: str) -> str:
    """Replace the sign after each comment by a line end."""
    signs, start = list(line), line.find("#")
    while start >= 0:
        end = _comment_end(line, start + 1)
        if end < len(line):
            signs[end] = "\n"
        start = line.find("#", max(end, start + 1))
    return "".join(signs)


def _comment_end(line: str, start: int) -> int:
    """Guess the position at which a comment in a long line ends; the length of the line if it ends with the line.

    `start` is the position after the `#`. The comment ends before a brace that it does not open, a symbol that begins a
    line, or the next `#`; or after the braces of a symbol that is commented out, as in `#Row { 1 }`.
    """
    depth, first_unit = 0, ""
    for match in UNIT.finditer(line, start):
        unit, unit_start = match[0], match.start()
        is_after_blank = unit_start > start and line[unit_start - 1].isspace()
        begins_line = bool(first_unit) and BEGINS_LINE.match(unit) is not None
        ends_comment = unit[0] == "#" or (depth <= 0 and (unit == "}" or begins_line))
        if is_after_blank and ends_comment:
            return unit_start - 1
        depth += {"{": 1, "}": -1}.get(unit, 0)
        first_unit = first_unit or unit
        is_before_blank = not line[match.end() : match.end() + 1].strip()  # the line end replaces this blank
        if unit == "}" and depth == 0 and first_unit.isalpha() and is_before_blank:
            return match.end()
    return len(line)
