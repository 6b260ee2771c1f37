"""One translation of a game: its sources as decoding reads them, and its findings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from rulewright.findings import Finding, Findings
from rulewright.model.book import Book
from rulewright.model.translated import Translated
from rulewright.multilingual import findings
from rulewright.multilingual.applying import Originals, originals_of, translated_sources
from rulewright.multilingual.entries import Translation, read_translation
from rulewright.source.files import Sources, TranslatedFiles


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
        yield from findings.missing(self.translation, texts, self.sources, self.language)
        yield from findings.stale(self.translation, texts, self.sources, self.language)

    def differences(self, original: Book, book: Book) -> tuple[int, list[Finding]]:
        """How many printed cells were compared, and what texts and prints say otherwise than the original."""
        compared, printed = findings.print_differences(original, book)
        texts = findings.text_differences(self.translation, self.originals.all(), original, book)
        cells = {each.span for each in printed}
        return compared, [*printed, *(each for each in texts if each.span not in cells)]

    def share(self, cells: int = 0, differing: int = 0) -> Translated:
        """How far it is translated."""
        texts = self.originals.all()
        every = {each.address for each in texts}
        stale = findings.stale_texts(self.translation, texts)
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
    faults.extend(findings.unknown(translation, originals.all(), sources))
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
