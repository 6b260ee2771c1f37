"""What is wrong with a translation: texts that it lacks, that are out of date, of nothing, or that say otherwise."""

from collections.abc import Iterable, Iterator, Sequence

from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.model.book import Book, Target
from rulewright.model.names import count_text, did_you_mean
from rulewright.model.table import Table
from rulewright.model.text import read_text
from rulewright.multilingual import UNKNOWN_TEXT
from rulewright.multilingual.entries import Translation, changed, dated, said
from rulewright.multilingual.figures import cell_differences, difference, figures, heading_differences
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as Items

MISSING = FindingKind("missing-translation", Severity.WARNING)
STALE = FindingKind("stale-translation", Severity.WARNING)
DIFFERS = FindingKind("translation-differs", Severity.WARNING)
FIRST = 3
"""Places that a finding about many shows."""


def command(sources: Sources, language: str) -> str:
    """The command that writes what is missing."""
    return f"rulewright translate {sources.game} {language}"


def unknown(translation: Translation, texts: Sequence[PrintedText], sources: Sources) -> Iterator[Diagnostic]:
    """Translations of what is no text of the game; nothing below one that has been reported."""
    known = {each.address for each in texts}
    prefixes = {address[:at] for address in known for at in range(1, len(address) + 1)}
    reported: set[Address] = set()
    for address in translation.written:
        if address in prefixes or any(address[:at] in reported for at in range(len(address))):
            continue
        reported.add(address)
        yield _unknown(address, translation.keys[address].span, known, sources)
    for address, written in translation.of.items():
        if address not in prefixes and not any(address[:at] in reported for at in range(len(address) + 1)):
            yield _unknown(address, written.span, known, sources)


def _unknown(address: Address, span: Span, known: Iterable[Address], sources: Sources) -> Diagnostic:
    original = _node_at(address, sources)
    if original is None:
        near = sorted({each[len(address) - 1] for each in known if each[: len(address) - 1] == address[:-1]})
        hint = did_you_mean(address[-1], near, "remove it, or correct its name to that of the original")
        return Diagnostic(UNKNOWN_TEXT, span, f"the original has no text {said(address)}", hint, about=said(address))
    hint = "remove it: numbers, ids and what rules code sees are written once, in the original"
    message = f"{said(address)} is no text to translate"
    return Diagnostic(UNKNOWN_TEXT, span, message, hint, (Label(original.span, "the original"),), about=said(address))


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


def missing(
    translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str
) -> Iterator[Diagnostic]:
    """One finding for a language: the share of what is not translated, and the first places."""
    every = {each.address: each for each in reversed(texts)}
    lacking = [each for each in dict.fromkeys(text.address for text in texts) if each not in translation.texts]
    if not lacking:
        return
    places = [(_place(address, translation, every[address]), address) for address in lacking]
    share = f"{len(lacking):,} of {count_text(len(every), 'text')}"
    message = f"{share} ({round(100 * len(lacking) / len(every)) or 'under 1'} %) are not translated into {language!r}"
    labels = tuple(Label(span, f"not translated: {said(address)}") for span, address in places[:FIRST])
    hint = f"{command(sources, language)} writes the keys that are missing, with the originals as comments"
    yield MISSING.at(labels[0].span, message, hint, labels, about=language)


def _place(address: Address, translation: Translation, text: PrintedText) -> Span:
    """The key without a text in the translation, or the original."""
    return translation.keys[address].span if address in translation.keys else text.original.span


def stale_texts(translation: Translation, texts: Sequence[PrintedText]) -> list[tuple[Address, list[PrintedText]]]:
    """The entries with translated texts whose originals are others than those that the translation was made from."""
    found = []
    for entry, own in by_entry(texts):
        if entry in translation.of:
            old = changed(own, translation.of[entry].value)
            if translated := [each for each in old if each.address in translation.texts]:
                found.append((entry, translated))
    return found


def by_entry(texts: Iterable[PrintedText]) -> Iterator[tuple[Address, list[PrintedText]]]:
    """The texts of each entry: all of them, wherever they are."""
    found: dict[Address, list[PrintedText]] = {}
    for text in texts:
        found.setdefault(text.entry, []).append(text)
    yield from found.items()


def stale(
    translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str
) -> Iterator[Diagnostic]:
    """Each entry with texts whose original has changed since, and one finding for all entries that do not say."""
    every = len({each.address for each in texts})
    for entry, old in stale_texts(translation, texts):
        names = ", ".join(": ".join(each.address[len(entry) :]) for each in old)
        share = f"{len(old):,} of {count_text(every, 'text')} of {language!r}"
        message = f"{said(entry)}: the original of {names} has changed since it was translated ({share})"
        labels = tuple(Label(each.original.span, "the original now") for each in old[:FIRST])
        hint = f"correct the translation, then {command(sources, language)} --reviewed {'.'.join(entry)!r}"
        span = translation.texts[old[0].address].span
        yield STALE.at(span, message, hint, labels, about=f"{language}: {said(entry)}")
    if undated := [own for entry, own in by_entry(texts) if entry not in translation.of and _begun(translation, own)]:
        span = translation.texts[_begun(translation, undated[0])[0].address].span
        message = (
            f"nothing says which originals {count_text(len(undated), 'entry', 'entries')} of {language!r} translate"
        )
        hint = f"{command(sources, language)} writes it, under 'of': then it is noticed when they change"
        yield STALE.at(span, message, hint, about=language)


def _begun(translation: Translation, texts: Iterable[PrintedText]) -> list[PrintedText]:
    """Those texts of an entry that are translated, and whose originals may change."""
    return [each for each in dated(texts) if each.address in translation.texts]


def text_differences(
    translation: Translation, texts: Iterable[PrintedText], original: Book, translated: Book
) -> Iterator[Diagnostic]:
    """Texts with other figures, or with links to other things, than their originals have."""
    seen: set[Address] = set()
    for each in texts:
        new = translation.texts.get(each.address)
        if new is None or each.address in seen:
            continue
        seen.add(each.address)
        numbers = difference(figures(each.original.value), figures(new.value))
        for what in filter(None, (numbers, _links(each.original, new, original, translated))):
            labels = (Label(each.original.span, "the original"),)
            about = f"{translated.game.language}: {said(each.address)}"
            hint = "correct it, or waive this if the language says it in another way"
            yield DIFFERS.at(new.span, f"{said(each.address)} {what}", hint, labels, about=about)


def _links(original: Scalar, new: Scalar, book: Book, translated: Book) -> str:
    before, now = _targets(original, book), _targets(new, translated)
    lacks, more = before.keys() - now.keys(), now.keys() - before.keys()
    said_lacks = ", ".join(f"[[{before[each]}]]" for each in before if each in lacks)
    said_more = ", ".join(f"[[{now[each]}]]" for each in now if each in more)
    if said_lacks:
        instead = f", and links {said_more} instead" if said_more else ""
        return f"does not link {said_lacks} as the original does{instead}"
    return f"links {said_more}, which the original does not" if said_more else ""


def _targets(scalar: Scalar, book: Book) -> dict[Target | str, str]:
    """What a text links, each with the words of its first link."""
    found: dict[Target | str, str] = {}
    for link in read_text(scalar).links:
        found.setdefault(book.targets.get(link.target, link.target), link.target)
    return found


def print_differences(original: Book, translated: Book) -> tuple[int, list[Diagnostic]]:
    """How many printed cells were compared, and an error for each that prints other numbers."""
    compared, cells = cell_differences(original, translated)
    language = translated.game.language

    def finding(span: Span, table: Table, name: str, what: str) -> Diagnostic:
        message, hint = f"table {table.id!r}: {name} {what}", "both languages must print the same numbers: correct it"
        return DIFFERS.at(span, message, hint, severity=Severity.ERROR, about=f"{language}: {table.id}: {name}")

    found = [finding(cell.case.span, cell.table, f"the cell {cell.text!r}", what) for cell, what in cells]
    tables = heading_differences(original, translated)
    return compared, [*found, *(finding(table.span, table, "a heading", what) for table, what in tables)]
