"""Bring the PO file of a translation up to date, and add a language to a game."""

from collections.abc import Sequence
from dataclasses import replace

from rulewright.base.findings import Span
from rulewright.book.translations.edition import Edition
from rulewright.book.translations.texts import PrintedText, Role
from rulewright.book.translations.translation import Match, matches
from rulewright.source.edits import Edit, edited
from rulewright.source.nodes import Mapping, Scalar, place_in
from rulewright.source.nodes import Sequence as List
from rulewright.source.po import PoEntry, new_head, po_text

NAME_OF_TERM = "name of a term; other spellings that link to it follow after |, as in: line of sight | lines of sight"


def updated(edition: Edition) -> str:
    """Return the text of the file of a translation with an entry for each text, in the order of the originals.

    An entry is fuzzy if its original has changed. What translates nothing now is kept as obsolete.
    """
    file, *below = edition.sources.translations[edition.language]
    known = {entry for each in below for entry in each.entries}
    in_file = matches(edition.originals, file.entries)
    entries = list[PoEntry]()
    for key, texts in edition.originals.items():
        match = edition.translation.matches.get(key)
        if match is None or not match.entry.translated:
            match = in_file.get(key) or Match(PoEntry(*key, Scalar("", Span(file.file))))
        elif match.entry in known and not match.stale:
            continue  # the game below has it
        entry = match.entry.changed(*key) if match.changed else match.entry
        entries.append(_renewed(replace(entry, context=key[0], original=key[1], obsolete=False), texts))
    used = {id(match.entry) for match in in_file.values()}
    unused = (each for each in file.entries if id(each) not in used and each.translated)
    entries += (replace(each, obsolete=True) for each in unused)
    return po_text(file.head or new_head(edition.sources.game, edition.language), entries)


def _renewed(entry: PoEntry, texts: Sequence[PrintedText]) -> PoEntry:
    """Return an entry with the places of its originals, and a note for the translator if it is a term."""
    is_term = texts[0].role is Role.KEY and texts[0].address[0] == "terms"
    return replace(entry, note=NAME_OF_TERM if is_term else "", places=tuple(dict.fromkeys(map(_place, texts))))


def _place(text: PrintedText) -> str:
    """Return the file and line of an original; gettext encloses names of files with spaces."""
    span = text.place.span
    return f"\u2068{span.file}\u2069:{span.line}" if " " in span.file else f"{span.file}:{span.line}"


def with_language(text: str, file: str, game: Mapping, language: str) -> str:
    """Return the text of the file with the section `game`, with the language added to its `translations`."""
    lines = text.split("\n")
    values = {key.value: value for key, value in game.entries if key.span.file == file}
    listed = values.get("translations")
    if isinstance(listed, Scalar):
        codes = language if listed.empty else f"{listed.raw}, {language}"
        edit = Edit(file, listed.span.line, listed.span.column, listed.raw, f"{'' if listed.raw else ' '}[{codes}]")
    elif isinstance(listed, List) and not listed.items:
        edit = Edit(file, listed.span.line, listed.span.column, "[", f"[{language}")
    elif isinstance(listed, List) and isinstance(last := listed.items[-1], Scalar):
        flow = lines[listed.span.line - 1].startswith("[", listed.span.column - 1)
        edit = _after(last, f", {language}" if flow else f"\n{' ' * (listed.span.column - 1)}- {language}")
    else:
        anchor = values.get("language") or values["title"]
        assert isinstance(anchor, Scalar)
        flow = lines[game.span.line - 1].startswith("{", game.span.column - 1)
        separator = ", " if flow else f"\n{' ' * (game.span.column - 1)}"
        edit = _after(anchor, f"{separator}translations: [{language}]")
    return edited(text, [edit])


def _after(scalar: Scalar, new: str) -> Edit:
    """Return the edit that adds a text behind a value."""
    end = place_in(scalar.raw, scalar.span, len(scalar.raw), 0)
    return Edit(end.file, end.line, end.column, "", new)
