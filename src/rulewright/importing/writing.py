"""Write a draft as files of a game."""

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import PurePath
from textwrap import TextWrapper
from typing import Any, TypeGuard

from yaml import SafeLoader
from yaml.nodes import ScalarNode

from rulewright.boundary import Failure, cause
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Value
from rulewright.readback.faces import has

# Plain data as YAML that an author continues with

WIDTH = 110
"""Width of a line, in columns, at which text wraps."""
LONGEST_KEY = 100
"""Most characters of a key on the line of its value. YAML takes longer ones only after a question mark."""
ODD = r"\x7f-\x9f\ufeff\ufffe\uffff\ud800-\udfff\u2028\u2029"
"""Characters that YAML, or an editor, does not keep as they are."""
PLAIN = re.compile(rf"(?![-?:,\[\]{{}}#&*!|>'\"%@`\s])[^\x00-\x1f\xa0{ODD}]+")
"""Text that needs no quotes, unless one of the next two patterns occurs in it."""
BREAKS_PLAIN = re.compile(r":(?:\s|$)|\s#|\s$|^(?:---|\.\.\.)")
BREAKS_FLOW = re.compile(r"[,\[\]{}]|:(?![\w/])|\?")
BLOCK = re.compile(rf"(?:(?! *\t)[^\x00-\x1f{ODD}]|[\n\t])+")
"""Text that a block of lines can hold unchanged."""
FOLDED = re.compile(r"\S+(?: \S+)*")
"""A text that may wrap: it has single spaces only."""
NUMBER_LIKE = re.compile(r"[-+.0-9~<=nNyYtTfFoO]")
Known = str | int | bool | list[Value] | dict[str, Value]
"""A value without a guess around it."""
RESOLVER: Any = SafeLoader("")


def document(sections: Mapping[str, Value]) -> str:
    """Write a whole file. Each entry of a section begins on a new line."""
    lines: list[str] = []
    for name, section in sections.items():
        if isinstance(section, dict) and section:
            lines.append(f"{_key(name)}:")
            lines += (line for key, value in section.items() for line in _entry(key, value, 2, flat=False))
        else:
            lines += _entry(name, section, 0)
    return "\n".join(lines) + "\n"


def comment(text: str, indent: int) -> list[str]:
    """Write a remark as lines that begin with #."""
    margin = " " * indent + "# "
    visible = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("\\\\", "\\").replace("\x7f", "")
    return [f"{margin}{line}" for line in TextWrapper(max(WIDTH - len(margin), 40)).wrap(visible)]


TEXTS = frozenset({"number", "title", "subtitle", "edition", "version", "text"})
"""Keys whose value is text even if it is a number: `"4.10"` is not 4.1."""
WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")


def _entry(key: str, value: Value, indent: int, *, flat: bool = True) -> Iterator[str]:
    """Write a key and its value; without `flat` each key of a mapping has its own line."""
    margin, lead = " " * indent, f"{_key(key)}:"
    if len(lead) > LONGEST_KEY:
        lead = f"? {_key(key)}\n{margin}:"
    plain, comments = _without_guesses(value, indent)
    yield from comments
    first, *others = [_quoted(plain)] if _is_text(plain, key) else _value(plain, indent, len(lead) + 1, flat=flat)
    yield f"{margin}{lead}{first and ' '}{first}"
    yield from others


def _is_text(value: Value, key: str) -> TypeGuard[str]:
    return key in TEXTS and isinstance(value, str) and WHOLE.fullmatch(value) is not None


def _without_guesses(value: Value, indent: int) -> tuple[Known, list[str]]:
    """A value without the guesses around it, and their reasons as comments."""
    comments: list[str] = []
    while isinstance(value, Guessed):
        comments += comment(value.why, indent)
        value = value.value
    return value, comments


def _value(value: Known, indent: int, used: int, *, flat: bool = True) -> list[str]:
    """Write the rest of the line of a key, after `used` columns, and the lines below."""
    if not isinstance(value, list | dict):
        return _scalar(value, indent, used)
    line = flow(value) if flat or not value else None
    if line is not None and (not value or indent + used + len(line) <= WIDTH):
        return [line]
    if isinstance(value, dict):
        return ["", *(line for key, each in value.items() for line in _entry(key, each, indent + 2))]
    return ["", *(line for each in value for line in _item(each, indent + 2))]


def _item(value: Value, indent: int) -> Iterator[str]:
    """Write an item of a list; a mapping begins on the line of its hyphen."""
    plain, comments = _without_guesses(value, indent)
    yield from comments
    first, *others = _value(plain, indent, 2)
    if first or not isinstance(plain, dict):
        yield f"{' ' * indent}- {first}".rstrip()
        yield from others
        return
    at = next(at for at, line in enumerate(others) if not line.lstrip().startswith("#"))
    yield from (*others[:at], f"{' ' * indent}- {others[at].lstrip()}", *others[at + 1 :])


def flow(value: Value) -> str | None:
    """Write a value on one line, in brackets; None if it holds a guess or a text of several lines."""
    if isinstance(value, Guessed) or (isinstance(value, str) and ("\n" in value or len(value) > WIDTH)):
        return None
    if isinstance(value, dict):
        pairs = [(key, _quoted(each) if _is_text(each, key) else flow(each)) for key, each in value.items()]
        if any(each is None or len(key) > LONGEST_KEY for key, each in pairs):
            return None
        return "{" + ", ".join(f"{_key(key)}: {each}" for key, each in pairs) + "}"
    if isinstance(value, list):
        items = [flow(each) for each in value]
        return None if any(each is None for each in items) else "[" + ", ".join(filter(None, items)) + "]"
    return _short(value, inner=True)


def _scalar(value: str | int | bool, indent: int, used: int) -> list[str]:
    if not isinstance(value, str):
        return [_short(value)]
    margin = " " * (indent + 2)
    if "\n" in value and BLOCK.fullmatch(value) and value.strip("\n"):
        text = value.rstrip("\n")
        ending = {0: "-", 1: ""}.get(len(value) - len(text), "+")
        indented = "2" if value.lstrip("\n").startswith(" ") else ""
        lines = (value.removesuffix("\n") if ending == "+" else text).split("\n")
        return [f"|{indented}{ending}", *(f"{margin}{line}" if line else "" for line in lines)]
    if indent + used + len(value) > WIDTH and FOLDED.fullmatch(value) and BLOCK.fullmatch(value):
        lines = TextWrapper(max(WIDTH - indent - 2, 40), break_long_words=False, break_on_hyphens=False).wrap(value)
        if " ".join(lines) == value and len(lines) > 1:
            return [">-", *(f"{margin}{line}" for line in lines)]
    return [_short(value)]


def _short(value: str | int | bool, *, inner: bool = False) -> str:
    """Write a scalar on one line; `inner` if it is in brackets."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    plain = PLAIN.fullmatch(value) or re.fullmatch(r"-[\w.]+", value)
    broken = BREAKS_PLAIN.search(value) or (inner and BREAKS_FLOW.search(value))
    return _quoted(value) if not plain or broken or _means_else(value) else value


def _key(key: str) -> str:
    """Write a key, which is always text."""
    return _quoted(key) if key.startswith("-") else _short(key, inner=True)


def _means_else(value: str) -> bool:
    """Whether other YAML readers would read a text as a number, a date, or yes or no."""
    if not NUMBER_LIKE.match(value) or WHOLE.fullmatch(value):
        return False
    return bool(RESOLVER.resolve(ScalarNode, value, (True, False)) != "tag:yaml.org,2002:str")


def _quoted(value: str) -> str:
    rare = re.search(f"[{ODD}]", value)
    return json.dumps(value, ensure_ascii=rare is not None).replace("\x7f", "\\x7f")


FACES = ("Source-Serif-Pro", "Source-Sans-Pro")
"""The fonts of texts and of tables."""
KNOWN = "\u0180"
"""Both fonts have all characters below this one."""
FEW_GLYPHS = 12
"""Up to this number each missing character gets its own waiver; more are an alphabet that needs another font."""
WHY = "No font of Rulewright has it: use another character, draw a mark, or add a font."


def lacking(texts: Iterable[str]) -> list[str]:
    """The characters that one of the fonts lacks, in order."""
    characters = {character for text in texts if not text.isascii() for character in text if character >= KNOWN}
    invisible = ("Cc", "Cf", "Mn")
    inked = (each for each in sorted(characters) if each.strip() and unicodedata.category(each) not in invisible)
    return [each for each in inked if not all(has(face, each) for face in FACES)]


def waivers(characters: list[str]) -> dict[str, Value]:
    """Waive the findings about these characters, with the reason."""
    if not characters:
        return {}
    if len(characters) > FEW_GLYPHS:
        waived: dict[str, Value] = {"missing-glyph/*": f"{''.join(characters[:FEW_GLYPHS])}… {WHY}"}
    else:
        names = {one: unicodedata.name(one, "A character without a name") for one in characters}
        waived = {f"missing-glyph/*: U+{ord(one):04X}": f"{name}. {WHY}" for one, name in names.items()}
    return {**waived, "foreign-font/*": WHY}


SECTIONS = ("domains", "facts", "terms", "rules", "tables", "references", "examples", "errata", "rulings", "waivers")
"""The sections of a file in their usual order."""
FEW = 3
"""Fewest rules per chapter, on average, at which each chapter gets its own file."""
FROM = "From {source}, by rulewright import."


@dataclass(slots=True)
class DraftFile:
    """A file of the game: its text or bytes, its source, and the place of each entry in the source."""

    source: str
    content: str | bytes
    places: Mapping[tuple[str, str], Span] = field(default_factory=dict)


def draft_files(draft: Draft, game: str) -> dict[str, DraftFile]:
    """The files of a draft by their paths in the project."""
    files: dict[str, DraftFile] = {}
    names = Ids(taken=("game",))
    for name, entries in _parts(list(draft.entries)):
        files[f"content/{game}/{names.new(name)}.yaml"] = _content_file(entries)
    layouts = Ids()
    for layout in draft.layouts:
        guesses = "".join(f"{line}\n" for guess in layout.guesses for line in comment(guess, 0))
        assert isinstance(layout.value, dict)
        text = _headed(layout.origin.file, guesses + document(layout.value))
        files[f"cards/{game}/{layouts.new(layout.name)}.yaml"] = DraftFile(layout.origin.file, text)
    files = {f"content/{game}/game.yaml": _game_file(draft, game, files)} | files
    for picture in draft.pictures:
        try:
            data = picture.file.read_bytes()
        except OSError as error:
            raise Failure(f"{picture.origin!s}: {picture.file}: {cause(error)}") from None
        files[f"content/{game}/{picture.name}"] = DraftFile(picture.origin.file, data)
    return files


def _game_file(draft: Draft, game: str, files: Mapping[str, DraftFile]) -> DraftFile:
    """Write the section `game` and waivers for glyphs that cannot print."""
    title = Guessed(game.replace("-", " ").title(), "no source has a title")
    sections: dict[str, Value] = {"game": {"title": title, "language": "en", **draft.game}}
    origins = [entry.origin for entry in draft.entries] + [layout.origin for layout in draft.layouts]
    source = origins[0].file if origins else ""
    texts = (document(sections), *(each.content for each in files.values() if isinstance(each.content, str)))
    if waived := waivers(lacking(texts)):
        sections["waivers"] = waived
    return DraftFile(source, _headed(source, document(sections)))


def _content_file(entries: list[Entry]) -> DraftFile:
    source = entries[0].origin.file
    present = {each.section for each in entries}
    sections: dict[str, Value] = {}
    for name in (*(each for each in SECTIONS if each in present), *sorted(present.difference(SECTIONS))):
        values = sections[name] = dict[str, Value]()
        for entry in entries:
            if entry.section == name:
                values[entry.id] = reduce(Guessed, reversed(entry.guesses), entry.value)
    places = {(each.section, each.id): each.origin for each in entries}
    return DraftFile(source, _headed(source, document(sections)), places)


def _headed(source: str, text: str) -> str:
    if not source:
        return text
    return "".join(f"{line}\n" for line in comment(FROM.format(source=PurePath(source).name), 0)) + text


def _parts(entries: list[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Group the entries by file. A file has the name of its numbered chapter, or of the source."""
    for source in dict.fromkeys(each.origin.file for each in entries):
        own = [each for each in entries if each.origin.file == source]
        chapters = sum(map(_is_chapter, own))
        in_chapters = chapters > 1 and sum(each.section == "rules" for each in own) >= FEW * chapters
        name, part = PurePath(source).stem, list[Entry]()
        for each in own:
            if in_chapters and _is_chapter(each):
                if part:
                    yield name, part
                name, part = each.id, []
            part.append(each)
        yield name, part


def _is_chapter(entry: Entry) -> bool:
    """Return whether this is a numbered rule at the top. Only numbers give an order independent of file names."""
    if entry.section != "rules" or not isinstance(entry.value, dict) or "parent" in entry.value:
        return False
    number = entry.value.get("number")
    number = number.value if isinstance(number, Guessed) else number
    return isinstance(number, str) and number.isalnum() and "external" not in entry.value
