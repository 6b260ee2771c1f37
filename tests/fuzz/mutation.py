"""Alterations of texts by chance: of their characters, their lines, their words, and of the tree that YAML describes."""

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import yaml

from tests.fuzz.attempts import Files

Alter = Callable[[Random, str], str]
ODD_CHARACTERS = (
    "\0",
    "\a",
    "\x1b[2J",
    "\x85",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\ud800",
    "\ufffe",
    "\U0010ffff",
    "\r",
    "\r\n",
    "\t",
    " ",
    "'",
    '"',
    "`",
    "\\",
    "#",
    "&a",
    "*a",
    "!!python",
    "%",
    "@",
    "|",
    ">",
    "?",
    "- ",
    ": ",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    "[[[[",
    "**",
    "_",
    "~~",
    "<b>",
    "</td>",
    "{{",
    "{%",
    "$(",
    "::error::x",
    "é",
    "ß",
    "漢",
    "🎲",
    "\u0301",
    "﷽",
    "²",
    "½",
    "٣",
    "−",
    "–",
    "…",
    "″",
    "×",
)
ODD_VALUES = (
    "",
    "~",
    "null",
    "yes",
    "no",
    "true",
    "0",
    "-0",
    "-1",
    "1",
    "1.5",
    "1e9",
    "010",
    "0x10",
    "1:30",
    "\u0661",
    "½",
    "nan",
    "inf",
    "..",
    "0..",
    "..0",
    "5..1",
    "1..1",
    "0..999999999",
    "-99..99",
    "1d6",
    "1d6 + 0..1",
    "99d99",
    "1000d1000",
    "0d0",
    "d66",
    "d00",
    "2d6",
    "1-2",
    "3–4",
    "6+",
    "≥ 10",
    "any",
    "any, 1",
    "nothing",
    "unknown",
    "boolean",
    "9" * 30,
    "9" * 5000,
    "1" + "0" * 5000,
    "x" * 300,
    "a b",
    "a/b",
    "../x",
    "/etc/passwd",
    "con",
    ".",
    "..",
    "a" * 5000,
    "[[",
    "]]",
    "[[x]]",
    "[[rule:x]]",
    "[[table:]]",
    "[[:x]]",
    "[[fact:a|b|c]]",
    "::error::",
    "<script>",
    "&amp;",
    "{{ 1/0 }}",
    "{% for %}",
    "210 × 297 mm",
    "0 × 0 mm",
    "1 × 1 mm",
    "9999999 × 9999999 mm",
    "-5 × 5 mm",
    "1e9 × 1 mm",
    "0pt",
    "1e6pt",
    "-1pt",
    "0.001mm",
    "#12",
    "#GGGGGG",
    "url(x)",
)
ODD_NODES: tuple[object, ...] = (
    {},
    [],
    [[]],
    {"": ""},
    [{}],
    {"a": {}},
    {"numbers": "0.."},
    {"numbers": "0..100000"},
    {"sets": ["a"] * 3},
    {"sets": [f"e{at}" for at in range(20)]},
    {"measure": "0..", "unit": "″"},
    {"value": "1", "when": {}},
    {"text": "x"},
    {"items": []},
    {"unproved": ""},
    ["x"] * 200,
    {f"k{at}": "v" for at in range(100)},
)


def altered(random: Random, text: str) -> str:
    """After one to four alterations."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        text = random.choice(ALTERATIONS)(random, text)
    return text


def altered_bytes(random: Random, text: str) -> bytes:
    """As UTF-8, or now and then as something else."""
    data = altered(random, text).encode("utf-8", "surrogatepass")
    if random.random() < 0.9:
        return data
    at, until = sorted(random.randrange(len(data) + 1) for _ in range(2))
    forms = (
        data[:at] + bytes(random.randrange(256) for _ in range(4)) + data[at:],
        data[:at] + data[until:],
        b"\xef\xbb\xbf" + data,
        data.decode("utf-8", "replace").encode("utf-16"),
        data.replace(b"\n", b"\r"),
        data.replace(b"\n", b"\r\n"),
    )
    return random.choice(forms)


def _insert(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD_CHARACTERS) * random.choice((1, 1, 1, 2, 50)) + text[at:]


def _cut(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 2, 10, 100)) :]


def _lines(random: Random, text: str) -> str:
    """Lines left out, doubled, moved or set in."""
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(other, lines[at])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines[at] = " " * random.choice((1, 2, 4)) + lines[at]
        case 4:
            lines[at] = lines[at].removeprefix("  ")
    return "\n".join(lines)


def _word(random: Random, text: str) -> str:
    """One word becomes another of the same text, or an odd one."""
    words = text.split(" ")
    at = random.randrange(len(words))
    words[at] = random.choice((random.choice(words), random.choice(ODD_VALUES)))
    return " ".join(words)


def _digits(random: Random, text: str) -> str:
    """A number becomes another, or what looks like one."""
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    at = random.choice(found)
    odd = random.choice(
        ("0", "²", "\u0663", "1e9", "-1", "00", "½", "9" * 18, "9" * 400, "9" * 5000, str(random.randrange(300)))
    )
    return text[: at.start()] + odd + text[at.end() :]


def _link(random: Random, text: str) -> str:
    """A cross reference to anything that has a name here."""
    names = [word.strip(":{}[],\"'") for word in text.split()] or ["x"]
    kinds = ("", "rule:", "table:", "fact:", "term:", "mark:", "cell:", "reference:", "example:", "x:")
    at = random.randrange(len(text) + 1)
    return f"{text[:at]}[[{random.choice(kinds)}{random.choice(names)}{random.choice(('', '', '|', '|x', '/', '#1'))}]]{text[at:]}"


def _tree(random: Random, text: str) -> str:
    """A part of the tree becomes another part of it, an odd value, or the key of another."""
    try:
        tree = yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return _insert(random, text)
    places = list(_places(tree))
    if not places:
        return text
    parent, key = random.choice(places)
    other = _odd_part(random, places)
    match random.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(parent, dict):
            parent[random.choice((random.choice(ODD_VALUES), *_keys(places, random)))] = parent.pop(key)
        case 2 if isinstance(parent, dict):
            parent[next(iter(_keys(places, random)), "x")] = other
        case _:
            parent[key] = other
    return json.dumps(tree, ensure_ascii=False, indent=1)


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(tree, (dict, list)):
        for key, part in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield tree, key
            yield from _places(part)


def _keys(places: list[tuple[Any, Any]], random: Random) -> Iterator[str]:
    found = random.choice(places)[1]
    if isinstance(found, str):
        yield found


def _odd_part(random: Random, places: list[tuple[Any, Any]]) -> Any:
    parent, key = random.choice(places)
    parts = (parent[key], random.choice(ODD_VALUES), random.choice(ODD_NODES))
    return json.loads(json.dumps(random.choice(parts)))  # a copy


ALTERATIONS: tuple[Alter, ...] = (_insert, _cut, _lines, _word, _word, _digits, _link, _tree, _tree, _tree)


def one_altered(random: Random, files: Files, ending: str) -> dict[str, bytes | None]:
    """One of the files whose names end so, altered."""
    names = [name for name in files if name.endswith(ending)]
    if not names:
        return {}
    name = random.choice(names)
    return {name: altered_bytes(random, files[name].decode("utf-8", "replace"))}
