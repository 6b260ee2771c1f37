"""Write the plain data of a draft as YAML that an author continues with.

`writing` calls `document` with the sections of a file, and `comment` for remarks above them:

    {"rules": {"fire": Guessed({"title": "Fire", "number": "4.10"}, "no heading says so")}}

becomes

    rules:
      # no heading says so
      fire:
        title: Fire
        number: "4.10"

A mapping or a list that fits on a line stands in brackets ("flow" in the words of YAML).
"""

import json
import re
from collections.abc import Iterator, Mapping
from textwrap import TextWrapper
from typing import Any, TypeGuard

from yaml import SafeLoader
from yaml.nodes import ScalarNode

from rulewright.importing.draft import Guessed, Value

WIDTH = 110
"""Width of a line, in columns, at which text wraps."""
LONGEST_KEY = 100
"""Most characters of a key on the line of its value. YAML takes longer ones only after a question mark."""
TEXT_KEYS = frozenset({"number", "title", "subtitle", "edition", "version", "text"})
"""Keys whose value is text even if it looks like a whole number: `number: "10"`."""
UNSAFE = r"\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff\u2028\u2029"
"""Characters, inside a class of a regular expression, that YAML or an editor does not keep as they are."""
SURROGATE = re.compile(r"[\ud800-\udfff]")
"""Half of a character of UTF-16, which JSON may hold alone."""
PLAIN = re.compile(rf"(?![-?:,\[\]{{}}#&*!|>'\"%@`\s])[^\x00-\x1f\xa0{UNSAFE}]+")
"""Text that needs no quotes, unless `BREAKS_PLAIN` or, inside brackets, `BREAKS_FLOW` occurs in it."""
PLAIN_WITH_HYPHEN = re.compile(r"-[\w.]+")
"""Text that needs no quotes although it begins with a hyphen: `-2`, `-x`."""
BREAKS_PLAIN = re.compile(r":(?:\s|$)|\s#|\s$|^(?:---|\.\.\.)")
"""Signs that end text without quotes: `a: b`, `a #b`, a blank at the end, `---`."""
BREAKS_FLOW = re.compile(r"[,\[\]{}]|:(?![\w/])|\?")
"""Signs that end text without quotes inside brackets: `a, b`, `a]`."""
BLOCK = re.compile(rf"(?:(?! *\t)[^\x00-\x1f{UNSAFE}]|[\n\t])+")
"""Text that a block of lines can hold unchanged."""
FOLDED = re.compile(r"\S+(?: \S+)*")
"""A text that may wrap: it has single spaces only."""
NUMBER_LIKE = re.compile(r"[-+.0-9~<=nNyYtTfFoO]")
"""First characters of all texts that YAML can read as a number, a date, null, yes or no."""
WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
"""A whole number, such as `-12`."""
RESOLVER: Any = SafeLoader("")

Scalar = str | int | bool
Plain = Scalar | list[Value] | dict[str, Value]
"""A value without a guess around it."""


def document(sections: Mapping[str, Value]) -> str:
    """Write a whole file. Each entry of a section begins on a new line."""
    lines: list[str] = []
    for name, section in sections.items():
        if isinstance(section, dict) and section:
            lines.append(f"{_key(name)}:")
            lines += (line for key, value in section.items() for line in _pair(key, value, 2, flat=False))
        else:
            lines += _pair(name, section, 0)
    return "\n".join(lines) + "\n"


def comment(text: str, indent: int) -> list[str]:
    """Write a remark as lines that begin with #."""
    margin = " " * indent + "# "
    visible = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("\\\\", "\\").replace("\x7f", "")
    return [f"{margin}{line}" for line in TextWrapper(max(WIDTH - len(margin), 40)).wrap(visible)]


def _pair(key: str, value: Value, indent: int, *, flat: bool = True) -> Iterator[str]:
    """Write a key and its value; without `flat` each key of a mapping has its own line."""
    margin, key_text = " " * indent, f"{_key(key)}:"
    if len(key_text) > LONGEST_KEY:
        key_text = f"? {_key(key)}\n{margin}:"
    plain, comments = _without_guesses(value, indent)
    yield from comments
    if _is_number_as_text(plain, key):
        first, *others = [_quoted(plain)]
    else:
        first, *others = _value(plain, indent, len(key_text) + 1, flat=flat)
    yield f"{margin}{key_text} {first}" if first else f"{margin}{key_text}"
    yield from others


def _is_number_as_text(value: Value, key: str) -> TypeGuard[str]:
    """Whether the value looks like a number and the key says that it is text."""
    return key in TEXT_KEYS and isinstance(value, str) and WHOLE.fullmatch(value) is not None


def _without_guesses(value: Value, indent: int) -> tuple[Plain, list[str]]:
    """A value without the guesses around it, and their reasons as comments."""
    comments: list[str] = []
    while isinstance(value, Guessed):
        comments += comment(value.why, indent)
        value = value.value
    return value, comments


def _value(value: Plain, indent: int, used: int, *, flat: bool = True) -> list[str]:
    """Write the rest of the line of a key, after `used` columns, and the lines below."""
    if not isinstance(value, list | dict):
        return _scalar(value, indent, used)
    if not value:
        return ["{}" if isinstance(value, dict) else "[]"]
    line = _flow(value) if flat else None
    if line is not None and indent + used + len(line) <= WIDTH:
        return [line]
    if isinstance(value, dict):
        return ["", *(line for key, each in value.items() for line in _pair(key, each, indent + 2))]
    return ["", *(line for each in value for line in _item(each, indent + 2))]


def _item(value: Value, indent: int) -> Iterator[str]:
    """Write an item of a list; a mapping begins on the line of its hyphen, below the comments on its first key."""
    plain, comments = _without_guesses(value, indent)
    yield from comments
    first, *others = _value(plain, indent, 2)
    if first or not isinstance(plain, dict):
        yield f"{' ' * indent}- {first}".rstrip()
        yield from others
        return
    key_index = next(index for index, line in enumerate(others) if not line.lstrip().startswith("#"))
    yield from others[:key_index]
    yield f"{' ' * indent}- {others[key_index].lstrip()}"
    yield from others[key_index + 1 :]


def _flow(value: Value) -> str | None:
    """Write a value on one line, in brackets; None if it holds a guess or a text of several lines."""
    if isinstance(value, Guessed) or (isinstance(value, str) and ("\n" in value or len(value) > WIDTH)):
        return None
    if isinstance(value, dict):
        pairs = [(key, _quoted(each) if _is_number_as_text(each, key) else _flow(each)) for key, each in value.items()]
        if any(text is None or len(key) > LONGEST_KEY for key, text in pairs):
            return None
        return "{" + ", ".join(f"{_key(key)}: {text}" for key, text in pairs) + "}"
    if isinstance(value, list):
        items = [_flow(each) for each in value]
        return None if any(item is None for item in items) else "[" + ", ".join(filter(None, items)) + "]"
    return _one_line(value, in_brackets=True)


def _scalar(value: Scalar, indent: int, used: int) -> list[str]:
    """Write a text on one line or as a block of lines; a number, yes or no on one line."""
    if not isinstance(value, str):
        return [_one_line(value)]
    margin = " " * (indent + 2)
    if "\n" in value and BLOCK.fullmatch(value) and value.strip("\n"):
        return _literal_block(value, margin)
    if indent + used + len(value) > WIDTH and FOLDED.fullmatch(value) and BLOCK.fullmatch(value):
        lines = TextWrapper(max(WIDTH - indent - 2, 40), break_long_words=False, break_on_hyphens=False).wrap(value)
        if " ".join(lines) == value and len(lines) > 1:
            return [">-", *(f"{margin}{line}" for line in lines)]
    return [_one_line(value)]


def _literal_block(value: str, margin: str) -> list[str]:
    """Write a text after `|`, line by line. `-` drops the last line end, and `+` keeps all of several."""
    text = value.rstrip("\n")
    line_ends = len(value) - len(text)
    ending = {0: "-", 1: ""}.get(line_ends, "+")
    indented = "2" if value.lstrip("\n").startswith(" ") else ""
    lines = (value.removesuffix("\n") if ending == "+" else text).split("\n")
    return [f"|{indented}{ending}", *(f"{margin}{line}" if line else "" for line in lines)]


def _one_line(value: Scalar, *, in_brackets: bool = False) -> str:
    """Write a scalar on one line, in quotes if it needs them."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    is_plain = PLAIN.fullmatch(value) or PLAIN_WITH_HYPHEN.fullmatch(value)
    is_broken = BREAKS_PLAIN.search(value) or (in_brackets and BREAKS_FLOW.search(value))
    return value if is_plain and not is_broken and not _is_read_as_other_type(value) else _quoted(value)


def _key(key: str) -> str:
    """Write a key, which is always text."""
    return _quoted(key) if key.startswith("-") else _one_line(key, in_brackets=True)


def _is_read_as_other_type(text: str) -> bool:
    """Whether other YAML readers would read a text as a number, a date, or yes or no. Whole numbers may stay."""
    if not NUMBER_LIKE.match(text) or WHOLE.fullmatch(text):
        return False
    return bool(RESOLVER.resolve(ScalarNode, text, (True, False)) != "tag:yaml.org,2002:str")


def _quoted(text: str) -> str:
    """Write a text in double quotes, with escapes for characters that would be lost."""
    quoted = json.dumps(SURROGATE.sub("\ufffd", text), ensure_ascii=False)
    return re.sub(f"[{UNSAFE}]", lambda match: f"\\u{ord(match[0]):04x}", quoted)
