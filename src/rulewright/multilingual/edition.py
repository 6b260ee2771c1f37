"""One translation of a game: its sources as decoding reads them, and its findings."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cache, cached_property

from rulewright.findings import Finding, FindingKind, Findings, Label, Severity, Span
from rulewright.grid import PrintedCell, grid, printed_cells
from rulewright.language.entry import wrong_type
from rulewright.markup.links import LINK, NOT_PROSE
from rulewright.model.about import Translated
from rulewright.model.book import Book, Target
from rulewright.model.names import did_you_mean
from rulewright.model.table import Table
from rulewright.model.text import read_text
from rulewright.multilingual.entries import (
    Changes,
    Originals,
    Translation,
    changes,
    dated,
    originals_of,
    read_translation,
    said,
    translated_sources,
)
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import Sources, TranslatedFiles
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as Items
from rulewright.translation.catalogues import spoken
from rulewright.wording import plain

# Whether a text and its translation, or a cell and its translation, say the same figures

# Words that say a number, in the languages in which the tool knows them

NUMBER_WORDS: Lookup[str, str] = {
    "en": "two/twice/both three/thrice four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "de": "zwei/zweimal/beide/beiden/beider/beides drei/dreimal vier/viermal fünf/fünfmal sechs/sechsmal "
    "sieben/siebenmal acht/achtmal neun/neunmal zehn/zehnmal - zwölf/zwölfmal",
}
"""Number words from two on, with the words for that many times, and for two together."""


@cache
def number_words(language: str, other: str) -> Lookup[str, str]:
    """The words of a language for the numbers that both languages have words for, each with its figures."""
    mine, theirs = (NUMBER_WORDS.get(spoken(each) or "", "").split() for each in (language, other))
    both = zip(mine, theirs, strict=False)
    return {word: str(at) for at, (own, its) in enumerate(both, 2) if "-" not in (own, its) for word in own.split("/")}


FIGURE = re.compile(r"(?<!\w)(\d*)[dDwWkK](\d+)(?!\w)|\d+(?:[.,\u202f\u00a0'’]\d+| \d{3}(?!\d))*|[½¼¾⅓⅔]")
"""Dice by the letter of any language, or a number with the signs that languages put between its digits."""
SEPARATORS = re.compile(r"\D")


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers that a text says in figures, and those that it says in words."""

    digits: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        return self.digits + self.words


def figures(text: str, language: str = "", other: str = "") -> Figures:
    """The numbers and dice of a text as readers see it, however its language writes them; `other` is that beside it."""
    shown = LINK.sub(lambda link: link[2] or "", text)
    return figures_shown(NOT_PROSE.sub(" ", shown), language, other)


def figures_shown(text: str, language: str = "", other: str = "") -> Figures:
    words = number_words(language, other)
    found = re.findall(r"(?<![\w-])[^\W\d_]+(?![\w-])", text.casefold()) if words else ()
    said = Counter(words[word] for word in found if word in words)
    return Figures(Counter(map(_canonical, FIGURE.finditer(text))), said)


def _canonical(found: re.Match[str]) -> str:
    return f"{found[1] or 1}d{found[2]}" if found[2] else SEPARATORS.sub("", found[0]) or found[0]


def difference(original: Figures, translated: Figures) -> str:
    """What one has and the other lacks; no words where they are the same.

    A number word without its like is none: `with both hands` may be `à deux mains`.
    """
    lost, new = original.all - translated.all, translated.all - original.all
    if not lost or not new:
        lost, new = lost & original.digits, new & translated.digits
    lacks, more = ", ".join(lost.elements()), ", ".join(new.elements())
    if lacks and more:
        return f"says {more} where the original says {lacks}"
    if lacks:
        return f"lacks {lacks}, which the original says"
    return f"says {more}, which the original does not" if more else ""


def cell_differences(original: Book, translated: Book) -> tuple[int, list[tuple[PrintedCell, str]]]:
    """How many cells were compared, and those of the translation that print other figures.

    Cells are found by their keys, for records may be sorted by their names. The headings of a table count as one cell.
    """
    before, found = dict(_cells(original)), []
    own, languages = dict(_cells(translated)), (original.game.language, translated.game.language)
    for key, cell in own.items():
        if key not in before:
            found.append((cell, "the original has no such cell"))
        elif what := difference(
            figures_shown(before[key].text, *languages), figures_shown(cell.text, *reversed(languages))
        ):
            found.append((cell, what))
    found += [(cell, "the translation has no such cell") for key, cell in before.items() if key not in own]
    return len(own), found


def heading_differences(original: Book, translated: Book) -> Iterator[tuple[Table, str]]:
    """The tables of the translation whose headings print other figures."""
    before = {table.id: table for table in original.game.tables}
    for table in translated.game.tables:
        if what := difference(
            _headings(before[table.id], original, translated), _headings(table, translated, original)
        ):
            yield table, what


def _cells(book: Book) -> Iterator[tuple[tuple[str, str, int], PrintedCell]]:
    """Each printed cell by its table, its keys, and its number among those of the same keys."""
    seen: Counter[tuple[str, str]] = Counter()
    for cell in printed_cells(book):
        place = cell.table.id, repr([sorted(keys.items()) for keys in cell.keys])
        yield (*place, seen[place]), cell
        seen[place] += 1


def _headings(table: Table, book: Book, other: Book) -> Figures:
    shown = grid(table)
    cells = (cell for row in (*shown.head, *shown.body) for cell in row.cells)
    texts = (plain(part.text, book) for cell in cells for part in cell.parts if part.case is None)
    return figures_shown(" ; ".join(texts), book.game.language, other.game.language)


# What is wrong with a translation

MISSING = FindingKind("missing-translation", Severity.WARNING)
STALE = FindingKind("stale-translation", Severity.WARNING)
DIFFERS = FindingKind("translation-differs", Severity.WARNING)
FIRST = 3
"""Places that a finding about many shows."""


def command(sources: Sources, language: str) -> str:
    """The command that writes what is missing."""
    return f"rulewright translate {sources.game} {language}"


def unknown(translation: Translation, texts: Sequence[PrintedText], sources: Sources) -> Iterator[Finding]:
    """Translations of what is no text of the game, or in no form for it; nothing below one that has been reported."""
    known = {each.address for each in texts}
    above = {address[:at] for address in known for at in range(1, len(address))}
    every = known | above
    reported: set[Address] = set()
    for address, written in translation.written.items():
        if any(address[:at] in reported for at in range(len(address))):
            continue
        if address not in every:
            reported.add(address)
            yield _unknown(address, translation.keys[address].span, known, sources)
        elif not _fits(written, is_text=address in known, has_texts=address in above):
            reported.add(address)
            yield _wrong_form(address, written, texts)
    for address, of in translation.of.items():
        if address not in every and not any(address[:at] in reported for at in range(len(address) + 1)):
            yield _unknown(address, of.span, known, sources)


def _fits(written: Node, *, is_text: bool, has_texts: bool) -> bool:
    return (is_text or written.empty) if isinstance(written, Scalar) else has_texts


def _wrong_form(address: Address, written: Node, texts: Iterable[PrintedText]) -> Finding:
    """A list in the place of a text, or a text in the place of an entry or a list."""
    name, first = said(address), next(each for each in texts if each.address[: len(address)] == address)
    if first.address == address:
        found = wrong_type(written, f"{name!r} is text", "as in {line}".format(line=f"{address[-1]}: …"))
    else:
        expected = f"{name!r} is a mapping of names to values"
        line = f"{address[-1]}: {{{first.address[len(address)]}: …}}"
        found = wrong_type(written, expected, f"as in {line}")
    return replace(found, labels=(Label(first.original.span, "the original"),))


def _unknown(address: Address, span: Span, known: Iterable[Address], sources: Sources) -> Finding:
    original = _node_at(address, sources)
    if original is None:
        at = len(address) - 1
        near = sorted({each[at] for each in known if len(each) > at and each[:at] == address[:-1]})
        hint = did_you_mean(address[-1], near, "remove it, or correct its name to that of the original")
        message = f"the original has no text {said(address)}"
        return Finding("unknown-translation", span, message, hint, about=said(address))
    hint = "remove it: numbers, ids and what rules code sees are written once, in the original"
    message = f"{said(address)} is not a text to translate"
    labels = (Label(original.span, "the original"),)
    return Finding("unknown-translation", span, message, hint, labels, about=said(address))


def _node_at(address: Address, sources: Sources) -> Node | None:
    """What the original has at an address."""
    trees: list[tuple[Address, Node]] = [((), tree) for tree in sources.content]
    trees += [((f"cards/{name}",), tree) for name, tree in sources.cards]
    found = (_below(tree, address[len(begin) :]) for begin, tree in trees if address[: len(begin)] == begin)
    return next((node for node in found if node is not None), None)


def _below(node: Node, address: Address) -> Node | None:
    for step in address:
        if isinstance(node, Mapping):
            inner = node.get(step)
        else:
            items = node.items if isinstance(node, Items) else ()
            inner = items[int(step) - 1] if step.isdecimal() and 0 < int(step) <= len(items) else None
        if inner is None:
            return None
        node = inner
    return node


def texts_text(count: int) -> str:
    """`1 text`, `2 texts`."""
    return f"{count:,} text" if count == 1 else f"{count:,} texts"


def missing(
    translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str
) -> Iterator[Finding]:
    """One finding for a language: the share of what is not translated, and the first places."""
    every = {each.address: each for each in reversed(texts)}
    lacking = [each for each in dict.fromkeys(text.address for text in texts) if each not in translation.texts]
    if not lacking:
        return
    places = [(_place(address, translation, every[address]), address) for address in lacking]
    message = (
        "1 of {all} is not translated into {language!r}"
        if len(lacking) == 1
        else "{n:,} of {all} are not translated into {language!r}"
    ).format(n=len(lacking), all=texts_text(len(every)), language=language)
    labels = tuple(Label(span, f"not translated: {said(address)}") for span, address in places[:FIRST])
    hint = f"{command(sources, language)} writes the keys that are missing, with the originals as comments"
    yield MISSING.at(labels[0].span, message, hint, labels, about=language)


def _place(address: Address, translation: Translation, text: PrintedText) -> Span:
    """The key without a text in the translation, or the original."""
    return translation.keys[address].span if address in translation.keys else text.original.span


def stale_texts(translation: Translation, texts: Sequence[PrintedText]) -> list[tuple[Address, Changes]]:
    """The entries with translated texts whose originals are others than those that the translation was made from."""
    found = []
    for entry, own in by_entry(texts):
        if entry in translation.of:
            since = changes(own, translation.of[entry].value)
            if (translated := since.among(translation.texts)).both():
                found.append((entry, translated))
    return found


def by_entry(texts: Iterable[PrintedText]) -> Iterator[tuple[Address, list[PrintedText]]]:
    """The texts of each entry: all of them, wherever they are."""
    found: dict[Address, list[PrintedText]] = {}
    for text in texts:
        found.setdefault(text.entry, []).append(text)
    yield from found.items()


def stale(translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str) -> Iterator[Finding]:
    """Each entry with texts whose original has changed since, and one finding for all entries that do not say."""
    share = f" of {texts_text(len({each.address for each in texts}))} of {language!r}"
    for entry, since in stale_texts(translation, texts):
        yield from _stale(entry, since, translation, command(sources, language), share, language)
    if undated := [own for entry, own in by_entry(texts) if entry not in translation.of and _begun(translation, own)]:
        span = translation.texts[_begun(translation, undated[0])[0].address].span
        message = (
            "1 entry of {language!r} does not record which originals it translates"
            if len(undated) == 1
            else "{n:,} entries of {language!r} do not record which originals they translate"
        ).format(n=len(undated), language=language)
        hint = f"{command(sources, language)} writes them under 'of', so that later changes are noticed"
        yield STALE.at(span, message, hint, about=language)


def _stale(
    entry: Address, since: Changes, translation: Translation, command: str, share: str, language: str
) -> Iterator[Finding]:
    """What the author has to look at in one entry: texts that are others now, and items that moved."""
    named = {"command": command, "entry": ".".join(entry)}
    if old := since.altered:
        message = (
            "{entry}: the original of {texts} has changed since it was translated ({n}{share})"
            if len(old) == 1
            else ("{entry}: the originals of {texts} have changed since they were translated ({n}{share})")
        ).format(n=len(old), entry=said(entry), texts=_names(old, entry), share=share)
        hint = "correct the translation, then {command} --reviewed {entry!r}".format(**named)
        span, about = translation.texts[old[0].address].span, f"{language}: {said(entry)}"
        yield STALE.at(span, message, hint, _originals(old), about=about)
    if moved := since.moved:
        message = (
            ("{entry}: the original of {texts} was elsewhere in its list when it was translated ({n}{share})")
            if len(moved) == 1
            else (
                "{entry}: the originals of {texts} were elsewhere in their lists when they were translated ({n}{share})"
            )
        ).format(n=len(moved), entry=said(entry), texts=_names(moved, entry), share=share)
        hint = "put the items in the order of the originals, then {command} --reviewed {entry!r}".format(**named)
        span, about = translation.texts[moved[0].address].span, f"{language}: {said(entry)}: order"
        yield STALE.at(span, message, hint, _originals(moved), about=about)


def _names(texts: Iterable[PrintedText], entry: Address) -> str:
    return ", ".join(": ".join(each.address[len(entry) :]) for each in texts)


def _originals(texts: Sequence[PrintedText]) -> tuple[Label, ...]:
    return tuple(Label(each.original.span, "the original now") for each in texts[:FIRST])


def _begun(translation: Translation, texts: Iterable[PrintedText]) -> list[PrintedText]:
    """Those texts of an entry that are translated, and whose originals may change."""
    return [each for each in dated(texts) if each.address in translation.texts]


def text_differences(
    translation: Translation, texts: Iterable[PrintedText], original: Book, translated: Book
) -> Iterator[Finding]:
    """Texts with other figures, or with links to other things, than their originals have."""
    seen: set[Address] = set()
    languages = original.game.language, translated.game.language
    for each in texts:
        new = translation.texts.get(each.address)
        if new is None or each.address in seen:
            continue
        seen.add(each.address)
        numbers = difference(figures(each.original.value, *languages), figures(new.value, *reversed(languages)))
        for what in filter(None, (numbers, _links(each.original, new, original, translated))):
            labels = (Label(each.original.span, "the original"),)
            about = f"{translated.game.language}: {said(each.address)}"
            hint = "correct it, or waive this if the language says it in another way"
            message = f"{said(each.address)}: {what}"
            yield DIFFERS.at(new.span, message, hint, labels, about=about)


def _links(original: Scalar, new: Scalar, book: Book, translated: Book) -> str:
    """What one of two texts links and the other does not; no words where they link the same."""
    before, now = _targets(original, book), _targets(new, translated)
    lacks = ", ".join(f"[[{before[each]}]]" for each in before if each not in now)
    more = ", ".join(f"[[{now[each]}]]" for each in now if each not in before)
    if lacks and more:
        return f"links {more} where the original links {lacks}"
    if lacks:
        return f"does not link {lacks} as the original does"
    return f"links {more}, which the original does not" if more else ""


def _targets(scalar: Scalar, book: Book) -> dict[Target | str, str]:
    """What a text links, each with the words of its first link."""
    found: dict[Target | str, str] = {}
    for link in read_text(scalar).links:
        found.setdefault(book.targets.get(link.target, link.target), link.target)
    return found


def print_differences(original: Book, translated: Book) -> tuple[int, list[Finding]]:
    """How many printed cells were compared, and an error for each that prints other numbers."""
    compared, cells = cell_differences(original, translated)
    language = translated.game.language

    def finding(span: Span, table: Table, name: str, what: str) -> Finding:
        message = f"table {table.id!r}: {name}: {what}"
        hint = "both languages must print the same numbers: correct it"
        return DIFFERS.at(span, message, hint, severity=Severity.ERROR, about=f"{language}: {table.id}: {name}")

    named = [(cell, f"the cell {cell.text!r}", what) for cell, what in cells]
    found = [finding(cell.case.span, cell.table, name, what) for cell, name, what in named]
    tables = heading_differences(original, translated)
    return compared, [*found, *(finding(table.span, table, "a heading", what) for table, what in tables)]


@dataclass(frozen=True)
class Edition:
    """A game in one of its languages. `faults` are those for which it cannot be made."""

    sources: Sources
    language: str
    originals: Originals
    translation: Translation
    faults: tuple[Finding, ...]

    @cached_property
    def translated(self) -> Sources:
        return translated_sources(self.sources, self.language, self.originals, self.translation)

    def warnings(self) -> Iterator[Finding]:
        """What is missing or out of date."""
        texts = self.originals.all()
        yield from missing(self.translation, texts, self.sources, self.language)
        yield from stale(self.translation, texts, self.sources, self.language)

    def differences(self, original: Book, book: Book) -> tuple[int, list[Finding]]:
        """How many printed cells were compared, and what texts and prints say otherwise than the original."""
        compared, printed = print_differences(original, book)
        texts = text_differences(self.translation, self.originals.all(), original, book)
        cells = {each.span for each in printed}
        return compared, [*printed, *(each for each in texts if each.span not in cells)]

    def share(self, cells: int = 0, differing: int = 0) -> Translated:
        """How far it is translated."""
        texts = self.originals.all()
        every = {each.address for each in texts}
        stale = stale_texts(self.translation, texts)
        done = sum(each in self.translation.texts for each in every)
        return Translated(self.language, len(every), done, sum(len(each.both()) for _, each in stale), cells, differing)


def editions(sources: Sources, languages: Iterable[str]) -> Iterator[Edition]:
    """The translations of a game whose original is sound."""
    originals = originals_of(sources)
    for language in languages:
        yield edition(sources, language, originals)


def edition(sources: Sources, language: str, originals: Originals) -> Edition:
    faults = Findings()
    translation = read_translation(sources.translations.get(language, TranslatedFiles()), faults)
    faults.extend(unknown(translation, originals.all(), sources))
    return Edition(sources, language, originals, translation, tuple(faults.findings))


def of_language(language: str, found: Iterable[Finding]) -> Iterator[Finding]:
    """The findings of a translation: one at a place of the original says in which language it holds."""
    for each in found:
        apart = each.about.startswith(f"{language}: ") or each.about == language
        about = each.about if apart or not each.about else f"{language}: {each.about}"
        inside = f"/{language}/" in each.span.file or apart
        yield replace(each, about=about, message=each.message if inside else _in(each.message, language))


def _in(message: str, language: str) -> str:
    return f"{message} (in {language!r})"
