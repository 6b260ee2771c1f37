"""What is wrong with a translation: texts that it lacks, that are out of date, of nothing, or that say otherwise."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.language.entry import wrong_type
from rulewright.model.book import Book, Target
from rulewright.model.names import did_you_mean
from rulewright.model.table import Table
from rulewright.model.text import read_text
from rulewright.multilingual.entries import Changes, Translation, changes, dated, said
from rulewright.multilingual.figures import cell_differences, difference, figures, heading_differences
from rulewright.multilingual.texts import Address, PrintedText
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as Items
from rulewright.translation.messages import NO_WORDS, Message, joined, tell, tell_number

MISSING = FindingKind("missing-translation", Severity.WARNING)
STALE = FindingKind("stale-translation", Severity.WARNING)
DIFFERS = FindingKind("translation-differs", Severity.WARNING)
FIRST = 3
"""Places that a finding about many shows."""


def command(sources: Sources, language: str) -> str:
    """The command that writes what is missing."""
    return f"rulewright translate {sources.game} {language}"


def unknown(translation: Translation, texts: Sequence[PrintedText], sources: Sources) -> Iterator[Diagnostic]:
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


def _wrong_form(address: Address, written: Node, texts: Iterable[PrintedText]) -> Diagnostic:
    """A list in the place of a text, or a text in the place of an entry or a list."""
    name, first = said(address), next(each for each in texts if each.address[: len(address)] == address)
    if first.address == address:
        found = wrong_type(written, tell("{name!r} is text", name=name), tell("as in {line}", line=f"{address[-1]}: …"))
    else:
        expected = tell("{name!r} is a mapping of names to values", name=name)
        line = f"{address[-1]}: {{{first.address[len(address)]}: …}}"
        found = wrong_type(written, expected, tell("as in {line}", line=line))
    return replace(found, labels=(Label(first.original.span, tell("the original")),))


def _unknown(address: Address, span: Span, known: Iterable[Address], sources: Sources) -> Diagnostic:
    original = _node_at(address, sources)
    if original is None:
        at = len(address) - 1
        near = sorted({each[at] for each in known if len(each) > at and each[:at] == address[:-1]})
        hint = did_you_mean(address[-1], near, tell("remove it, or correct its name to that of the original"))
        message = tell("the original has no text {text}", text=said(address))
        return Diagnostic("unknown-translation", span, message, hint, about=said(address))
    hint = tell("remove it: numbers, ids and what rules code sees are written once, in the original")
    message = tell("{text} is no text to translate", text=said(address))
    labels = (Label(original.span, tell("the original")),)
    return Diagnostic("unknown-translation", span, message, hint, labels, about=said(address))


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


def texts_text(count: int) -> Message:
    """`1 text`, `2 texts`."""
    return tell_number("{n:,} text", "{n:,} texts", count)


def missing(
    translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str
) -> Iterator[Diagnostic]:
    """One finding for a language: the share of what is not translated, and the first places."""
    every = {each.address: each for each in reversed(texts)}
    lacking = [each for each in dict.fromkeys(text.address for text in texts) if each not in translation.texts]
    if not lacking:
        return
    places = [(_place(address, translation, every[address]), address) for address in lacking]
    message = tell_number(
        "1 of {all} is not translated into {language!r}",
        "{n:,} of {all} are not translated into {language!r}",
        len(lacking),
        all=texts_text(len(every)),
        language=language,
    )
    labels = tuple(Label(span, tell("not translated: {text}", text=said(address))) for span, address in places[:FIRST])
    hint = tell(
        "{command} writes the keys that are missing, with the originals as comments",
        command=command(sources, language),
    )
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


def stale(
    translation: Translation, texts: Sequence[PrintedText], sources: Sources, language: str
) -> Iterator[Diagnostic]:
    """Each entry with texts whose original has changed since, and one finding for all entries that do not say."""
    share = tell(" of {all} of {language!r}", all=texts_text(len({each.address for each in texts})), language=language)
    for entry, since in stale_texts(translation, texts):
        yield from _stale(entry, since, translation, command(sources, language), share, language)
    if undated := [own for entry, own in by_entry(texts) if entry not in translation.of and _begun(translation, own)]:
        span = translation.texts[_begun(translation, undated[0])[0].address].span
        message = tell_number(
            "nothing says which originals 1 entry of {language!r} translates",
            "nothing says which originals {n:,} entries of {language!r} translate",
            len(undated),
            language=language,
        )
        hint = tell(
            "{command} writes it, under 'of': then it is noticed when they change",
            command=command(sources, language),
        )
        yield STALE.at(span, message, hint, about=language)


def _stale(
    entry: Address, since: Changes, translation: Translation, command: str, share: Message, language: str
) -> Iterator[Diagnostic]:
    """What the author has to look at in one entry: texts that are others now, and items that moved."""
    named = {"command": command, "entry": ".".join(entry)}
    if old := since.altered:
        message = tell_number(
            "{entry}: the original of {texts} has changed since it was translated ({n}{share})",
            "{entry}: the originals of {texts} have changed since they were translated ({n}{share})",
            len(old),
            entry=said(entry),
            texts=_names(old, entry),
            share=share,
        )
        hint = tell("correct the translation, then {command} --reviewed {entry!r}", **named)
        span, about = translation.texts[old[0].address].span, f"{language}: {said(entry)}"
        yield STALE.at(span, message, hint, _originals(old), about=about)
    if moved := since.moved:
        message = tell_number(
            "{entry}: the original of {texts} was elsewhere in its list when it was translated ({n}{share})",
            "{entry}: the originals of {texts} were elsewhere in their lists when they were translated ({n}{share})",
            len(moved),
            entry=said(entry),
            texts=_names(moved, entry),
            share=share,
        )
        hint = tell("put the items in the order of the originals, then {command} --reviewed {entry!r}", **named)
        span, about = translation.texts[moved[0].address].span, f"{language}: {said(entry)}: order"
        yield STALE.at(span, message, hint, _originals(moved), about=about)


def _names(texts: Iterable[PrintedText], entry: Address) -> Message:
    return joined(": ".join(each.address[len(entry) :]) for each in texts)


def _originals(texts: Sequence[PrintedText]) -> tuple[Label, ...]:
    return tuple(Label(each.original.span, tell("the original now")) for each in texts[:FIRST])


def _begun(translation: Translation, texts: Iterable[PrintedText]) -> list[PrintedText]:
    """Those texts of an entry that are translated, and whose originals may change."""
    return [each for each in dated(texts) if each.address in translation.texts]


def text_differences(
    translation: Translation, texts: Iterable[PrintedText], original: Book, translated: Book
) -> Iterator[Diagnostic]:
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
            labels = (Label(each.original.span, tell("the original")),)
            about = f"{translated.game.language}: {said(each.address)}"
            hint = tell("correct it, or waive this if the language says it in another way")
            message = tell("{text}: {differs}", text=said(each.address), differs=what)
            yield DIFFERS.at(new.span, message, hint, labels, about=about)


def _links(original: Scalar, new: Scalar, book: Book, translated: Book) -> Message:
    """What one of two texts links and the other does not; no words where they link the same."""
    before, now = _targets(original, book), _targets(new, translated)
    lacks = joined(f"[[{before[each]}]]" for each in before if each not in now)
    more = joined(f"[[{now[each]}]]" for each in now if each not in before)
    if lacks and more:
        return tell("links {more} where the original links {lacks}", more=more, lacks=lacks)
    if lacks:
        return tell("does not link {lacks} as the original does", lacks=lacks)
    return tell("links {more}, which the original does not", more=more) if more else NO_WORDS


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

    def finding(span: Span, table: Table, name: Message, what: Message) -> Diagnostic:
        message = tell("table {table!r}: {cell}: {differs}", table=table.id, cell=name, differs=what)
        hint = tell("both languages must print the same numbers: correct it")
        return DIFFERS.at(span, message, hint, severity=Severity.ERROR, about=f"{language}: {table.id}: {name}")

    named = [(cell, tell("the cell {cell!r}", cell=cell.text), what) for cell, what in cells]
    found = [finding(cell.case.span, cell.table, name, what) for cell, name, what in named]
    tables = heading_differences(original, translated)
    return compared, [*found, *(finding(table.span, table, tell("a heading"), what) for table, what in tables)]
