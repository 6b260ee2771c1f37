"""Write a draft as files of a game."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from rulewright.boundary import Failure, cause
from rulewright.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Layout, Value
from rulewright.importing.yaml_text import comment, document
from rulewright.readback.faces import has

FACES = ("Source-Serif-Pro", "Source-Sans-Pro")
"""The faces of texts and of tables."""
KNOWN = "\u0180"
"""All characters below it are in both."""
FEW_GLYPHS = 12
"""So many characters have a waiver each; more are an alphabet that needs other fonts."""
WHY = "The fonts of the tool lack it: take another character, draw it as a mark, or bring a font."


def lacking(texts: Iterable[str]) -> list[str]:
    """The characters that a face lacks, in order."""
    characters = sorted({character for text in texts if not text.isascii() for character in text if character >= KNOWN})
    return [each for each in characters if _inked(each) and not all(has(face, each) for face in FACES)]


def _inked(character: str) -> bool:
    return bool(character.strip()) and unicodedata.category(character) not in ("Cc", "Cf", "Mn")


def waivers(characters: list[str]) -> dict[str, Value]:
    """The findings that these characters would be, waived with the reason."""
    if not characters:
        return {}
    each: dict[str, Value] = {f"missing-glyph/*: U+{ord(one):04X}": f"{_name(one)}. {WHY}" for one in characters}
    all_of: dict[str, Value] = {"missing-glyph/*": f"{''.join(characters[:FEW_GLYPHS])}… {WHY}"}
    return {**(each if len(characters) <= FEW_GLYPHS else all_of), "foreign-font/*": WHY}


def _name(character: str) -> str:
    return unicodedata.name(character, "A character without a name")


SECTIONS = ("domains", "facts", "terms", "rules", "tables", "references", "examples", "errata", "rulings", "waivers")
"""The sections of a file, in the order of the house."""
FEW = 3
"""Fewest rules per chapter, on average, at which each chapter gets its own file."""
FROM = "From {source}, by rulewright import."


@dataclass(slots=True)
class DraftFile:
    """A file of the game: its text or its bytes, the source that it comes from, and where in that each entry is."""

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
        files[f"cards/{game}/{layouts.new(layout.name)}.yaml"] = _card_file(layout)
    files = {f"content/{game}/game.yaml": _game_file(draft, game, files)} | files
    for picture in draft.pictures:
        files[f"content/{game}/{picture.name}"] = DraftFile(picture.origin.file, _bytes(picture.file, picture.origin))
    return files


def _bytes(path: Path, origin: Span) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Failure(f"{origin!s}: {path}: {cause(error)}") from None


def _game_file(draft: Draft, game: str, files: Mapping[str, DraftFile]) -> DraftFile:
    """Write the section `game` and waivers for glyphs that cannot print."""
    title = "no source says a title"
    default: dict[str, Value] = {"title": Guessed(game.replace("-", " ").title(), title), "language": "en"}
    section: dict[str, Value] = {**default, **draft.game}
    parts: tuple[Entry | Layout, ...] = (*draft.entries, *draft.layouts)
    source = parts[0].origin.file if parts else ""
    sections: dict[str, Value] = {"game": section}
    texts = (document(sections), *(each.content for each in files.values() if isinstance(each.content, str)))
    if waived := waivers(lacking(texts)):
        sections["waivers"] = waived
    return DraftFile(source, _headed(source, document(sections)))


def _content_file(entries: list[Entry]) -> DraftFile:
    source = entries[0].origin.file
    sections: dict[str, Value] = {}
    for name in sorted({each.section for each in entries}, key=_place_of):
        sections[name] = {each.id: _with_guesses(each) for each in entries if each.section == name}
    places = {(each.section, each.id): each.origin for each in entries}
    return DraftFile(source, _headed(source, document(sections)), places)


def _place_of(section: str) -> tuple[int, str]:
    return SECTIONS.index(section) if section in SECTIONS else len(SECTIONS), section


def _with_guesses(entry: Entry | Layout) -> Value:
    value = entry.value
    for guess in reversed(entry.guesses):
        value = Guessed(value, guess)
    return value


def _card_file(layout: Layout) -> DraftFile:
    guesses = "".join(f"{line}\n" for guess in layout.guesses for line in comment(guess, 0))
    assert isinstance(layout.value, dict)
    return DraftFile(layout.origin.file, _headed(layout.origin.file, guesses + document(layout.value)))


def _headed(source: str, text: str) -> str:
    if not source:
        return text
    return "".join(f"{line}\n" for line in comment(FROM.format(source=PurePath(source).name), 0)) + text


def _parts(entries: list[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Group the entries by file. A file has the name of its numbered chapter, or of the source."""
    for source in dict.fromkeys(each.origin.file for each in entries):
        own = [each for each in entries if each.origin.file == source]
        chapters = [each for each in own if _is_chapter(each)]
        rules = [each for each in own if each.section == "rules"]
        if len(chapters) > 1 and len(rules) >= FEW * len(chapters):
            yield from _chapters(PurePath(source).stem, own)
        else:
            yield PurePath(source).stem, own


def _chapters(stem: str, entries: Iterable[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """What is before the first chapter has the name of the source."""
    name, part = stem, list[Entry]()
    for each in entries:
        if _is_chapter(each):
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
