"""The files of a translation as they should be: with all keys, and with the digests of their originals."""

from collections.abc import Collection, Mapping
from pathlib import PurePosixPath

from rulewright.findings import Findings
from rulewright.limits import NODES, Budget
from rulewright.multilingual.edition import Edition
from rulewright.multilingual.entries import Translation, read_translation
from rulewright.multilingual.findings import by_entry, stale_texts
from rulewright.multilingual.skeleton import Branch, branches
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.multilingual.writing import FileWriter, renewed_of
from rulewright.source.files import TranslatedFiles
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse


class AlteredError(Exception):
    """A text that an author wrote would not be the same: its file must be completed by hand."""


def completed(edition: Edition, reviewed: Collection[Address]) -> Mapping[str, str]:
    """The new text of each file to write, by its path; the entries `reviewed` are up to date."""
    lacking: dict[str, list[PrintedText]] = {}
    dates: dict[str, dict[Address, str]] = {}
    for entry, texts in by_entry(edition.originals.all()):
        file = _file_of(entry, texts, edition)
        lacking.setdefault(file, []).extend(each for each in texts if each.address not in edition.translation.written)
        of = renewed_of(texts, edition.translation, entry, reviewed=entry in reviewed)
        dates.setdefault(file, {})[entry] = of
    new = {file: _text(file, lacking[file], dates[file], edition) for file in lacking}
    return {file: text for file, text in new.items() if text != edition.sources.texts.get(file)}


def _text(file: str, lacking: list[PrintedText], dates: Mapping[Address, str], edition: Edition) -> str:
    """One file with what it lacks. That of a card has no section: its keys stand at the left."""
    old, of_card = edition.sources.texts.get(file, ""), file.startswith("cards/")
    writer, missing = FileWriter.of(old), branches(lacking, dates)
    for entry, changes in stale_texts(edition.translation, edition.originals.all()):
        for text in changes.both() if entry in dates else ():
            writer.mark(text, text.address[of_card:])
    (card,) = missing.inner.values() if of_card else (missing,)
    assert isinstance(card, Branch)
    new = writer.add(card)
    _check(file, old, new)
    return new


def _file_of(entry: Address, texts: list[PrintedText], edition: Edition) -> str:
    """The file of the translation that has an entry, or would: it is called like that of the original.

    Texts of a game below are translated by the game itself, in a file with the name of their folder too; a card goes
    by the name of its file.
    """
    files = edition.sources.translations.get(edition.language, TranslatedFiles())
    for tree in files.content:
        inner = tree.get(entry[0])
        if inner is not None and (len(entry) == 1 or (isinstance(inner, Tree) and inner.get(entry[1]) is not None)):
            return tree.span.file
    places = [each.original.span for each in texts]  # words in a spreadsheet belong to the table that names it
    original = PurePosixPath(next((span for span in places if not span.cell), places[0]).file)
    kind, game, *_ = original.parts
    if game != edition.sources.game:
        name = original.name if kind == "cards" else f"{game}-{original.name}"
        return PurePosixPath(kind, edition.sources.game, edition.language, name).as_posix()
    return (original.parent / edition.language / original.name).as_posix()


def _check(file: str, old: str, new: str) -> None:
    """Each text that was there is there, and says the same."""
    before, after = (_texts(file, text) for text in (old, new))
    if any(after.texts.get(address) != written for address, written in before.texts.items()):
        raise AlteredError(file)


def _texts(file: str, text: str) -> Translation:
    faults = Findings()
    tree = parse(text, file, faults, Budget(NODES)) if text.strip() else None
    found = read_translation(TranslatedFiles((tree,) if isinstance(tree, Tree) else ()), faults)
    if faults.findings:
        raise AlteredError(file)
    return found
