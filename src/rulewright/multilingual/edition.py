"""One translation of a game: its sources as decoding reads them, and the findings of comparing it with the original."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cache, cached_property

from rulewright.entries.entry import wrong_type
from rulewright.entries.names import did_you_mean
from rulewright.entries.text import Target, read_text
from rulewright.findings import Finding, FindingKind, Findings, Label, Severity, Span, counted
from rulewright.grid import PrintedCell, grid, printed_cells
from rulewright.markup.links import LINK, NOT_PROSE
from rulewright.model.about import Translated
from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.multilingual.entries import (
    Changes,
    Originals,
    Translation,
    address_text,
    by_entry,
    changes,
    dated,
    originals_of,
    read_translation,
    translated_sources,
)
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import Sources, TranslatedFiles
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence
from rulewright.translation.catalogues import spoken
from rulewright.wording import plain

MISSING = FindingKind("missing-translation", Severity.WARNING)
STALE = FindingKind("stale-translation", Severity.WARNING)
DIFFERS = FindingKind("translation-differs", Severity.WARNING)
FIRST = 3
"""The number of places that a finding about many places lists."""


def editions(sources: Sources, languages: Iterable[str]) -> Iterator["Edition"]:
    """Yield the translations of a game whose original has no errors."""
    originals = originals_of(sources)
    for language in languages:
        yield edition(sources, language, originals)


def edition(sources: Sources, language: str, originals: Originals) -> "Edition":
    findings = Findings()
    translation = read_translation(sources.translations.get(language, TranslatedFiles()), findings)
    findings.extend(_unknown_texts(translation, originals.all(), sources))
    return Edition(sources, language, originals, translation, tuple(findings.items))


@dataclass(frozen=True)
class Edition:
    """A game in one of its languages. `findings` are those of reading its files."""

    sources: Sources
    language: str
    originals: Originals
    translation: Translation
    findings: tuple[Finding, ...]

    @cached_property
    def translated(self) -> Sources:
        return translated_sources(self.sources, self.language, self.originals, self.translation)

    @cached_property
    def _texts(self) -> tuple[PrintedText, ...]:
        return self.originals.all()

    @cached_property
    def _addresses(self) -> dict[Address, PrintedText]:
        """The address of each text, with the first text there."""
        return {each.address: each for each in reversed(self._texts)}

    @cached_property
    def stale_entries(self) -> list[tuple[Address, Changes]]:
        """Return the entries with translated texts whose originals have changed since."""
        stale = []
        for entry, texts in by_entry(self._texts):
            if entry in self.translation.of:
                since = changes(texts, self.translation.of[entry].value)
                if (translated := since.among(self.translation.texts)).both():
                    stale.append((entry, translated))
        return stale

    def share(self, cells: int = 0, differing: int = 0) -> Translated:
        """Return how much of it is translated."""
        done = sum(each in self.translation.texts for each in self._addresses)
        stale = sum(len(since.both()) for _, since in self.stale_entries)
        return Translated(self.language, len(self._addresses), done, stale, cells, differing)

    def warnings(self) -> Iterator[Finding]:
        """Yield findings about what is missing or out of date."""
        yield from self._missing()
        yield from self._stale()
        yield from self._undated()

    @property
    def _command(self) -> str:
        """The command that writes what is missing."""
        return f"rulewright translate {self.sources.game} {self.language}"

    def _missing(self) -> Iterator[Finding]:
        """Yield one finding for all texts that are not translated."""
        keys, texts = self.translation.keys, dict.fromkeys(text.address for text in self._texts)
        missing = [each for each in texts if each not in self.translation.texts]
        if missing:
            verb, every = "is" if len(missing) == 1 else "are", counted(len(self._addresses), "text")
            message = f"{len(missing):,} of {every} {verb} not translated into {self.language!r}"
            places = [keys[each].span if each in keys else self._addresses[each].original.span for each in missing]
            labels = tuple(
                Label(span, f"not translated: {address_text(each)}")
                for span, each in zip(places[:FIRST], missing, strict=False)
            )
            hint = f"{self._command} writes the keys that are missing, with the originals as comments"
            yield MISSING.at(places[0], message, hint, labels, about=self.language)

    def _stale(self) -> Iterator[Finding]:
        """Yield a finding for each entry with changed originals, and for each entry with moved list items."""
        for entry, since in self.stale_entries:
            if texts := since.altered:
                what = "has changed since it was" if len(texts) == 1 else "have changed since they were"
                yield self._stale_entry(entry, texts, what, "correct the translation")
            if texts := since.moved:
                one, many = "was elsewhere in its list when it was", "were elsewhere in their lists when they were"
                what = one if len(texts) == 1 else many
                hint = "put the items in the order of the originals"
                yield self._stale_entry(entry, texts, what, hint, ": order")

    def _stale_entry(self, entry: Address, texts: list[PrintedText], what: str, hint: str, about: str = "") -> Finding:
        name, originals = address_text(entry), "original" if len(texts) == 1 else "originals"
        names = ", ".join(address_text(each.address[len(entry) :]) for each in texts)
        share = f"{len(texts)} of {counted(len(self._addresses), 'text')} of {self.language!r}"
        message = f"{name}: the {originals} of {names} {what} translated ({share})"
        hint = f"{hint}, then {self._command} --reviewed {'.'.join(entry)!r}"
        span = self.translation.texts[texts[0].address].span
        labels = tuple(Label(each.original.span, "the original now") for each in texts[:FIRST])
        return STALE.at(span, message, hint, labels, about=f"{self.language}: {name}{about}")

    def _undated(self) -> Iterator[Finding]:
        """Yield one finding for all translated entries without digests of their originals."""
        undated = [
            translated
            for entry, texts in by_entry(self._texts)
            if entry not in self.translation.of
            and (translated := [each for each in dated(texts) if each.address in self.translation.texts])
        ]
        if undated:
            one, many = "does not record which originals it translates", "do not record which originals they translate"
            entries = counted(len(undated), "entry", "entries")
            message = f"{entries} of {self.language!r} {one if len(undated) == 1 else many}"
            hint = f"{self._command} writes them under 'of', so that later changes are noticed"
            span = self.translation.texts[undated[0][0].address].span
            yield STALE.at(span, message, hint, about=self.language)

    def differences(self, original: Book, book: Book) -> tuple[int, list[Finding]]:
        """Return how many printed cells were compared, and findings where the translation contradicts the original."""
        compared, printed = print_differences(original, book)
        cells = {each.span for each in printed}
        texts = (each for each in self._text_differences(original, book) if each.span not in cells)
        return compared, [*printed, *texts]

    def _text_differences(self, original: Book, translated: Book) -> Iterator[Finding]:
        """Yield a finding for each text with other figures or links than its original."""
        languages = original.game.language, translated.game.language
        for address in dict.fromkeys(each.address for each in self._texts):
            new, old = self.translation.texts.get(address), self._addresses[address].original
            if new is None:
                continue
            numbers = difference(figures(old.value, *languages), figures(new.value, *reversed(languages)))
            for what in filter(None, (numbers, _link_difference(old, new, original, translated))):
                message = f"{address_text(address)}: {what}"
                hint = "correct it, or waive this if the language says it in another way"
                about = f"{translated.game.language}: {address_text(address)}"
                yield DIFFERS.at(new.span, message, hint, (Label(old.span, "the original"),), about=about)


def of_language(language: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings of a translation; one at a place of the original also names the language."""
    for each in findings:
        named = each.about.startswith(f"{language}: ") or each.about == language
        about = each.about if named or not each.about else f"{language}: {each.about}"
        inside = f"/{language}/" in each.span.file or named
        yield replace(each, about=about, message=each.message if inside else f"{each.message} (in {language!r})")


# Texts of a translation that the original does not have


def _unknown_texts(translation: Translation, texts: tuple[PrintedText, ...], sources: Sources) -> Iterator[Finding]:
    """Report values that translate nothing or have the wrong form, but nothing below a reported value."""
    of_texts = {each.address for each in texts}
    above = {address[:at] for address in of_texts for at in range(1, len(address))}
    every = of_texts | above
    reported: set[Address] = set()
    for address, written in translation.written.items():
        if any(address[:at] in reported for at in range(len(address))):
            continue
        if address not in every:
            reported.add(address)
            yield _unknown_text(address, translation.keys[address].span, of_texts, sources)
        elif not _fits(written, is_text=address in of_texts, has_texts=address in above):
            reported.add(address)
            yield _wrong_form(address, written, texts)
    for address, of in translation.of.items():
        if address not in every and not any(address[:at] in reported for at in range(len(address) + 1)):
            yield _unknown_text(address, of.span, of_texts, sources)


def _fits(written: Node, *, is_text: bool, has_texts: bool) -> bool:
    return (is_text or written.empty) if isinstance(written, Scalar) else has_texts


def _wrong_form(address: Address, written: Node, texts: Iterable[PrintedText]) -> Finding:
    """Return the finding about a list in the place of a text, or a text in the place of an entry or a list."""
    name, first = address_text(address), next(each for each in texts if each.address[: len(address)] == address)
    if first.address == address:
        finding = wrong_type(written, f"{name!r} is text", f"as in {address[-1]}: …")
    else:
        expected = f"{name!r} is a mapping of names to values"
        finding = wrong_type(written, expected, f"as in {address[-1]}: {{{first.address[len(address)]}: …}}")
    return replace(finding, labels=(Label(first.original.span, "the original"),))


def _unknown_text(address: Address, span: Span, of_texts: Iterable[Address], sources: Sources) -> Finding:
    original, name = _node_at(address, sources), address_text(address)
    if original is None:
        at = len(address) - 1
        near = sorted({each[at] for each in of_texts if len(each) > at and each[:at] == address[:-1]})
        hint = did_you_mean(address[-1], near, "remove it, or correct its name to that of the original")
        return Finding("unknown-translation", span, f"the original has no text {name}", hint, about=name)
    hint = "remove it: numbers, ids and what rules code sees are written once, in the original"
    labels = (Label(original.span, "the original"),)
    return Finding("unknown-translation", span, f"{name} is not a text to translate", hint, labels, about=name)


def _node_at(address: Address, sources: Sources) -> Node | None:
    """Return the node of the original at an address; None if there is none."""
    trees: list[tuple[Address, Node]] = [((), tree) for tree in sources.content]
    trees += [((f"cards/{name}",), tree) for name, tree in sources.cards]
    nodes = (_below(tree, address[len(begin) :]) for begin, tree in trees if address[: len(begin)] == begin)
    return next((node for node in nodes if node is not None), None)


def _below(node: Node | None, address: Address) -> Node | None:
    for step in address:
        match node:
            case Mapping():
                node = node.get(step)
            case Sequence(items=items) if step.isdecimal() and 0 < int(step) <= len(items):
                node = items[int(step) - 1]
            case _:
                return None
    return node


# What a translation says otherwise: numbers in figures and in words, and links

NUMBER_WORDS: Lookup[str, str] = {
    "en": "two/twice/both three/thrice four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "de": "zwei/zweimal/beide/beiden/beider/beides drei/dreimal vier/viermal fünf/fünfmal sechs/sechsmal "
    "sieben/siebenmal acht/achtmal neun/neunmal zehn/zehnmal - zwölf/zwölfmal",
}
"""Number words from two on by language, with the words for that many times, and for both together."""
FIGURE = re.compile(r"(?<!\w)(\d*)[dDwWkK](\d+)(?!\w)|\d+(?:[.,\u202f\u00a0'’]\d+| \d{3}(?!\d))*|[½¼¾⅓⅔]")
"""Dice with the letter of any language, or a number with the signs that languages put between its digits."""
SEPARATORS = re.compile(r"\D")


@cache
def number_words(language: str, other: str) -> Lookup[str, str]:
    """Return the number words that both languages have, each with its figures."""
    mine, theirs = (NUMBER_WORDS.get(spoken(each) or "", "").split() for each in (language, other))
    both = zip(mine, theirs, strict=False)
    return {word: str(at) for at, (own, its) in enumerate(both, 2) if "-" not in (own, its) for word in own.split("/")}


@dataclass(frozen=True, slots=True)
class Figures:
    """The numbers of a text: those in figures, and those in words."""

    digits: Counter[str]
    words: Counter[str]

    @property
    def all(self) -> Counter[str]:
        return self.digits + self.words


def figures(text: str, language: str = "", other: str = "") -> Figures:
    """Return the numbers and dice of a source text in a form that is the same in all languages.

    `other` is the language to compare with.
    """
    shown = LINK.sub(lambda link: link[2] or "", text)
    return figures_shown(NOT_PROSE.sub(" ", shown), language, other)


def figures_shown(text: str, language: str = "", other: str = "") -> Figures:
    """Return the numbers and dice of a text as readers see it."""
    number_of = number_words(language, other)
    words = re.findall(r"(?<![\w-])[^\W\d_]+(?![\w-])", text.casefold()) if number_of else ()
    digits = (
        f"{each[1] or 1}d{each[2]}" if each[2] else SEPARATORS.sub("", each[0]) or each[0]
        for each in FIGURE.finditer(text)
    )
    return Figures(Counter(digits), Counter(number_of[word] for word in words if word in number_of))


def difference(original: Figures, translated: Figures) -> str:
    """Say what is in one text and not in the other; empty if both say the same.

    A number word that the other text lacks does not count: `with both hands` may be `à deux mains`.
    """
    lost, new = original.all - translated.all, translated.all - original.all
    if not lost or not new:
        lost, new = lost & original.digits, new & translated.digits
    return _contrast("say", lost.elements(), new.elements())


def _contrast(verb: str, lost: Iterable[str], new: Iterable[str]) -> str:
    """Describe what only the original says and what only the translation says."""
    less, more = ", ".join(lost), ", ".join(new)
    if less and more:
        return f"{verb}s {more} where the original {verb}s {less}"
    if less:
        return f"does not {verb} {less} as the original does"
    return f"{verb}s {more}, which the original does not" if more else ""


def _link_difference(original: Scalar, new: Scalar, book: Book, translated: Book) -> str:
    before, now = _targets(original, book), _targets(new, translated)
    lost = (f"[[{before[each]}]]" for each in before if each not in now)
    return _contrast("link", lost, (f"[[{now[each]}]]" for each in now if each not in before))


def _targets(scalar: Scalar, book: Book) -> dict[Target | str, str]:
    """Return the targets of the links of a text, each with the spelling of its first link."""
    targets: dict[Target | str, str] = {}
    for link in read_text(scalar).links:
        targets.setdefault(book.targets.get(link.target, link.target), link.target)
    return targets


def print_differences(original: Book, translated: Book) -> tuple[int, list[Finding]]:
    """Return how many printed cells were compared, and an error for each that prints other numbers."""
    language = translated.game.language

    def finding(span: Span, table: Table, name: str, what: str) -> Finding:
        message = f"table {table.id!r}: {name}: {what}"
        hint = "both languages must print the same numbers: correct it"
        return DIFFERS.at(span, message, hint, severity=Severity.ERROR, about=f"{language}: {table.id}: {name}")

    compared, cells = _cell_differences(original, translated)
    differing = [finding(cell.case.span, cell.table, f"the cell {cell.text!r}", what) for cell, what in cells]
    before = {table.id: table for table in original.game.tables}
    for table in translated.game.tables:
        old = _heading_figures(before[table.id], original, translated)
        if what := difference(old, _heading_figures(table, translated, original)):
            differing.append(finding(table.span, table, "a heading", what))
    return compared, differing


def _cell_differences(original: Book, translated: Book) -> tuple[int, list[tuple[PrintedCell, str]]]:
    """Return how many cells were compared, and those of the translation that print other figures, with the difference.

    Cells are matched by their keys, because records may be sorted by their names.
    """
    before, now = dict(_cells(original)), dict(_cells(translated))
    languages = original.game.language, translated.game.language
    differing = []
    for key, cell in now.items():
        if key not in before:
            differing.append((cell, "the original has no such cell"))
            continue
        old = figures_shown(before[key].text, *languages)
        if what := difference(old, figures_shown(cell.text, *reversed(languages))):
            differing.append((cell, what))
    differing += [(cell, "the translation has no such cell") for key, cell in before.items() if key not in now]
    return len(now), differing


def _cells(book: Book) -> Iterator[tuple[tuple[str, str, int], PrintedCell]]:
    """Yield each printed cell with its table, its keys, and its number among the cells with the same keys."""
    seen: Counter[tuple[str, str]] = Counter()
    for cell in printed_cells(book):
        place = cell.table.id, repr([sorted(keys.items()) for keys in cell.keys])
        yield (*place, seen[place]), cell
        seen[place] += 1


def _heading_figures(table: Table, book: Book, other: Book) -> Figures:
    shown = grid(table)
    cells = (cell for row in (*shown.head, *shown.body) for cell in row.cells)
    texts = (plain(part.text, book) for cell in cells for part in cell.parts if part.case is None)
    return figures_shown(" ; ".join(texts), book.game.language, other.game.language)
