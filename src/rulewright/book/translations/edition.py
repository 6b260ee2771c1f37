"""One translation of a game: its sources as decoding reads them, and the findings of comparing it with the original."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cache

from rulewright.base.findings import Finding, FindingKind, Label, Severity, Span, counted
from rulewright.base.messages.catalogues import supported_language
from rulewright.book.book import Book
from rulewright.book.grid import PrintedCell, printed_cells
from rulewright.book.translations import Translated
from rulewright.book.translations.translation import (
    Key,
    Originals,
    Translation,
    originals_of,
    translated_sources,
    translation_of,
)
from rulewright.entries.text import Target, read_text
from rulewright.source.files import Sources
from rulewright.source.markup.links import LINK, NOT_PROSE
from rulewright.source.nodes import Scalar

MISSING = FindingKind("missing-translation", Severity.WARNING)
STALE = FindingKind("stale-translation", Severity.WARNING)
UNKNOWN = FindingKind("unknown-translation", Severity.WARNING)
DIFFERS = FindingKind("translation-differs", Severity.WARNING)
FIRST = 3
"""The number of places that a finding about many places lists."""


def editions(sources: Sources, languages: Iterable[str]) -> Iterator["Edition"]:
    """Yield the translations of a game whose original has no errors."""
    originals = originals_of(sources)
    for language in languages:
        translation = translation_of(originals, sources.translations.get(language, ()))
        yield Edition(sources, language, originals, translation)


@dataclass(frozen=True)
class Edition:
    """A game in one of its languages."""

    sources: Sources
    language: str
    originals: Originals
    translation: Translation

    @property
    def translated(self) -> Sources:
        return translated_sources(self.sources, self.language, self.originals, self.translation)

    def share(self, cells: int = 0, differing: int = 0) -> Translated:
        """Return how much of it is translated."""
        found = [match for match in self.translation.matches.values() if match.entry.translated]
        stale = sum(match.stale for match in found)
        return Translated(self.language, len(self.originals), len(found), stale, cells, differing)

    def warnings(self) -> Iterator[Finding]:
        """Yield findings about what is missing, out of date or left over."""
        yield from self._missing()
        yield from self._stale()
        yield from self._unknown()

    @property
    def _command(self) -> str:
        """The command that brings the file up to date."""
        return f"rulewright translate {self.sources.game} {self.language}"

    def _missing(self) -> Iterator[Finding]:
        """Yield one finding for all texts that are not translated."""
        missing = [key for key in self.originals if self.translation.text(key) is None]
        if missing:
            verb, every = "is" if len(missing) == 1 else "are", counted(len(self.originals), "text")
            message = f"{len(missing):,} of {every} {verb} not translated into {self.language!r}"
            hint = f"translate what has an empty msgstr; {self._command} adds entries that are missing"
            labels = tuple(Label(self._place(key), f"not translated: {key[0]}") for key in missing[:FIRST])
            yield MISSING.at(labels[0].span, message, hint, labels, about=self.language)

    def _place(self, key: Key) -> Span:
        """Return the place of a text in the PO file; that of its original if it has no entry."""
        match = self.translation.matches.get(key)
        return match.entry.text.span if match else self.originals[key][0].original.span

    def _stale(self) -> Iterator[Finding]:
        """Yield a finding for each translation of an earlier original, and for each that is marked fuzzy."""
        for key, match in self.translation.matches.items():
            if match.changed:
                what = "the original has changed since it was translated"
                hint = f"correct the translation; {self._command} writes what the original says now"
            else:
                what = "the translation is marked fuzzy"
                hint = "compare it with the original, then remove the mark (Poedit: Needs Work)"
            if match.stale:
                labels = (Label(self.originals[key][0].original.span, "the original now"),)
                about = f"{self.language}: {key[0]}"
                yield STALE.at(self._place(key), f"{key[0]}: {what}", hint, labels, about=about)

    def _unknown(self) -> Iterator[Finding]:
        """Yield a finding for each translation whose original does not exist."""
        contexts = {context for context, _ in self.originals}
        for each in self.translation.unknown:
            message = f"the original has no text {each.context}"
            if each.context in contexts:
                message = f"{each.context}: the original no longer says {each.original!r}"
            hint = f"{self._command} puts it aside, at the end of the file"
            yield UNKNOWN.at(each.text.span, message, hint, about=f"{self.language}: {each.context}")

    def differences(self, original: Book, book: Book) -> tuple[int, list[Finding]]:
        """Return how many printed cells were compared, and findings where the translation contradicts the original."""
        compared, printed = print_differences(original, book)
        cells = {each.span for each in printed}
        texts = (each for each in self._text_differences(original, book) if each.span not in cells)
        return compared, [*printed, *texts]

    def _text_differences(self, original: Book, translated: Book) -> Iterator[Finding]:
        """Yield a finding for each text with other figures or links than its original."""
        languages = original.game.language, translated.game.language
        for key, (first, *_) in self.originals.items():
            new, old = self.translation.text(key), first.original
            if new is None:
                continue
            numbers = difference(figures(old.value, *languages), figures(new.value, *reversed(languages)))
            for what in filter(None, (numbers, _link_difference(old, new, original, translated))):
                hint = "correct it, or waive this if the language says it in another way"
                about = f"{translated.game.language}: {first.context}"
                labels = (Label(old.span, "the original"),)
                yield DIFFERS.at(new.span, f"{first.context}: {what}", hint, labels, about=about)


def of_language(language: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings of a translation; one at a place of the original also names the language."""
    for each in findings:
        named = each.about.startswith(f"{language}: ") or each.about == language
        about = each.about if named or not each.about else f"{language}: {each.about}"
        inside = each.span.file.endswith(f"/{language}.po") or named
        yield replace(each, about=about, message=each.message if inside else f"{each.message} (in {language!r})")


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
    mine, theirs = (NUMBER_WORDS.get(supported_language(each) or "", "").split() for each in (language, other))
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
    """Return how many printed cells were compared, and an error for each that prints other numbers.

    Cells are matched by their keys, because records may be sorted by their names.
    """
    before, now = dict(_cells(original)), dict(_cells(translated))
    languages = original.game.language, translated.game.language
    differing = []
    for key in before | now:
        old, new = before.get(key), now.get(key)
        if old is None or new is None:
            what = f"the {'original' if old is None else 'translation'} has no such cell"
        else:
            numbers = figures_shown(old.text, *languages), figures_shown(new.text, *reversed(languages))
            what = difference(*numbers)
        if what and (cell := new or old):
            name = f"the cell {cell.text!r}"
            message, about = f"table {cell.table.id!r}: {name}: {what}", f"{languages[1]}: {cell.table.id}: {name}"
            hint = "both languages must print the same numbers: correct it"
            differing.append(DIFFERS.at(cell.case.span, message, hint, severity=Severity.ERROR, about=about))
    return len(now), differing


def _cells(book: Book) -> Iterator[tuple[tuple[str, str, int], PrintedCell]]:
    """Yield each printed cell with its table, its keys, and its number among the cells with the same keys."""
    seen: Counter[tuple[str, str]] = Counter()
    for cell in printed_cells(book):
        place = cell.table.id, repr([sorted(keys.items()) for keys in cell.keys])
        yield (*place, seen[place]), cell
        seen[place] += 1
