"""Lay a draft out as the files of a game, by their paths in the project.

    Draft ─ draft_files ─ content/GAME/game.yaml, content/GAME/CHAPTER.yaml, cards/GAME/LAYOUT.yaml, pictures

Each source becomes a file, or a file for each numbered chapter if it is long. `draft_yaml` writes their text. `plan`
compares the files with those of an earlier import, and the command writes them to disk.

An entry has a section, such as `rules`, an id and a value; a layout is a card or another product; `Guessed(value, why)`
is a value with a comment.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from pathlib import PurePath

from rulewright.base.boundary import Failure, cause
from rulewright.base.findings import Span
from rulewright.importing.draft import Draft, Entry, Guessed, Ids, Value
from rulewright.importing.draft_yaml import comment, document
from rulewright.readback.faces import has_character

SECTIONS = ("domains", "facts", "terms", "rules", "tables", "references", "examples", "errata", "rulings", "waivers")
"""The sections of a file in their usual order."""
FEWEST_RULES = 3
"""Fewest rules per chapter, on average, at which each chapter gets its own file."""


@dataclass(slots=True)
class DraftFile:
    """A file of the game: its text or bytes, its source, and the place in the source of each (section, id)."""

    source: str
    content: str | bytes
    places: Mapping[tuple[str, str], Span] = field(default_factory=dict)


def draft_files(draft: Draft, game: str) -> dict[str, DraftFile]:
    """The files of a draft by their paths in the project; `Failure` if a picture cannot be read."""
    files: dict[str, DraftFile] = {}
    file_names = Ids(taken=("game",))
    for name, entries in _files_of_entries(draft.entries):
        files[f"content/{game}/{file_names.new(name)}.yaml"] = _content_file(entries)
    layout_names = Ids()
    for layout in draft.layouts:
        guesses = "".join(f"{line}\n" for guess in layout.guesses for line in comment(guess, 0))
        assert isinstance(layout.value, dict)
        text = _with_source(layout.origin.file, guesses + document(layout.value))
        files[f"cards/{game}/{layout_names.new(layout.name)}.yaml"] = DraftFile(layout.origin.file, text)
    files = {f"content/{game}/game.yaml": _game_file(draft, game, files)} | files
    for picture in draft.pictures:
        try:
            data = picture.file.read_bytes()
        except OSError as error:
            raise Failure(f"{picture.origin!s}: {picture.file}: {cause(error)}") from None
        files[f"content/{game}/{picture.name}"] = DraftFile(picture.origin.file, data)
    return files


def _game_file(draft: Draft, game: str, files: Mapping[str, DraftFile]) -> DraftFile:
    """Write the section `game`, and waivers for characters of all `files` that cannot print."""
    title = Guessed(game.replace("-", " ").title(), "no source has a title")
    sections: dict[str, Value] = {"game": {"title": title, "language": "en", **draft.game}}
    origins = [entry.origin for entry in draft.entries] + [layout.origin for layout in draft.layouts]
    source = origins[0].file if origins else ""
    texts = (document(sections), *(file.content for file in files.values() if isinstance(file.content, str)))
    if waivers := _waivers(_missing_characters(texts)):
        sections["waivers"] = waivers
    return DraftFile(source, _with_source(source, document(sections)))


def _content_file(entries: list[Entry]) -> DraftFile:
    """Write entries of one source by section; the guesses about an entry become comments above it."""
    source = entries[0].origin.file
    present = {entry.section for entry in entries}
    ordered = (*(section for section in SECTIONS if section in present), *sorted(present.difference(SECTIONS)))
    # `reduce` puts a `Guessed` around the value for each guess, the first outermost
    sections: dict[str, Value] = {
        section: {
            entry.id: reduce(Guessed, reversed(entry.guesses), entry.value)
            for entry in entries
            if entry.section == section
        }
        for section in ordered
    }
    places = {(entry.section, entry.id): entry.origin for entry in entries}
    return DraftFile(source, _with_source(source, document(sections)), places)


def _with_source(source: str, text: str) -> str:
    """Put a comment before a text that names its source; none if the source is ""."""
    remark = f"From {PurePath(source).name}, by rulewright import."
    return "".join(f"{line}\n" for line in comment(remark, 0)) + text if source else text


def _files_of_entries(entries: Iterable[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the name and the entries of each file. A file has the name of its numbered chapter, or of the source."""
    by_source: dict[str, list[Entry]] = {}
    for entry in entries:
        by_source.setdefault(entry.origin.file, []).append(entry)
    for source, of_source in by_source.items():
        chapters = sum(map(_is_chapter, of_source))
        rules = sum(entry.section == "rules" for entry in of_source)
        by_chapter = chapters > 1 and rules >= FEWEST_RULES * chapters
        name, of_file = PurePath(source).stem, list[Entry]()
        for entry in of_source:
            if by_chapter and _is_chapter(entry):
                if of_file:
                    yield name, of_file
                name, of_file = entry.id, []
            of_file.append(entry)
        yield name, of_file


def _is_chapter(entry: Entry) -> bool:
    """Return whether this is a numbered rule at the top. Only numbers give an order independent of file names."""
    if entry.section != "rules" or not isinstance(entry.value, dict) or "parent" in entry.value:
        return False
    number = entry.value.get("number")
    number = number.value if isinstance(number, Guessed) else number
    return isinstance(number, str) and number.isalnum() and "external" not in entry.value


# Waivers for characters that no font of Rulewright has

FONTS = ("Source-Serif-Pro", "Source-Sans-Pro")
"""The fonts of texts and of tables."""
FIRST_DOUBTFUL = "\u0180"
"""Both fonts have all characters below this one."""
MOST_WAIVERS = 12
"""Up to this number each missing character gets its own waiver; more are an alphabet that needs another font."""
REASON = "No font of Rulewright has it: use another character, draw a mark, or add a font."


def _missing_characters(texts: Iterable[str]) -> list[str]:
    """The visible characters of some texts that one of the fonts lacks, in order."""
    doubtful = {sign for text in texts if not text.isascii() for sign in text if sign >= FIRST_DOUBTFUL}
    invisible = ("Cc", "Cf", "Mn")
    visible = (sign for sign in sorted(doubtful) if sign.strip() and unicodedata.category(sign) not in invisible)
    return [sign for sign in visible if not all(has_character(font, sign) for font in FONTS)]


def _waivers(characters: list[str]) -> dict[str, Value]:
    """Waive the findings about these characters, with the reason; empty if there are none."""
    if not characters:
        return {}
    if len(characters) > MOST_WAIVERS:
        waivers: dict[str, Value] = {"missing-glyph/*": f"{''.join(characters[:MOST_WAIVERS])}… {REASON}"}
    else:
        names = {sign: unicodedata.name(sign, "A character without a name") for sign in characters}
        waivers = {f"missing-glyph/*: U+{ord(sign):04X}": f"{name}. {REASON}" for sign, name in names.items()}
    return {**waivers, "foreign-font/*": REASON}
