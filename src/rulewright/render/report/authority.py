"""On whose authority a game says what it says: its documents, its errata by class, and what is ours."""

from collections import Counter
from collections.abc import Iterator

from rulewright.model.book import Book, Target, rulings
from rulewright.model.game import ErratumClass
from rulewright.model.owners import origins
from rulewright.render.report.views import DocumentView, OursView, RulingView
from rulewright.render.typesetting.places import Places
from rulewright.render.typesetting.proof_words import counted
from rulewright.wording import full_name, plain


def documents(book: Book, places: Places) -> Iterator[DocumentView]:
    """Each document, and what names a place in it, in the order of the source."""
    named: dict[str, list[tuple[str, str, str]]] = {document.id: [] for document in book.game.documents}
    for target, text, origin in origins(book.game):
        words = name_of(book, target) if text is None else plain(text, book)
        whole = target.kind == "reference" and text is None
        for source in (book.origin_of(book.references[target.id]) if whole else origin).sources:
            if (document_target := book.target_of(source.document)) is not None:
                named[document_target.id].append((words, source.place, places.href(target)))
    for document in book.game.documents:
        yield DocumentView(plain(document.title, book), tuple(named[document.id]))


def errata_counts(book: Book) -> tuple[str, ...]:
    """The classes of errata that occur, and how many errata each has."""
    counts = Counter(erratum.class_ for erratum in book.game.errata)
    return tuple(counted(each, counts[each]) for each in ErratumClass if counts[each])


def ruled(book: Book, places: Places) -> Iterator[RulingView]:
    """Each ruling: what was printed, what is printed now, and its address on the web."""
    for ruling in rulings(book.game.errata):
        href = places.href(Target("erratum", ruling.id))
        yield RulingView(ruling.id, plain(ruling.printed, book), plain(ruling.now, book), href)


def ours(book: Book, places: Places) -> OursView:
    """What no document says: the texts of the author, and the things, each with its kind and its address."""
    found = ((target, text) for target, text, origin in origins(book.game) if origin.ours)
    things = tuple(
        ("bullet" if text else target.kind, plain(text, book) if text else name_of(book, target), places.href(target))
        for target, text in found
    )
    return OursView(tuple(plain(text, book) for text in book.game.ours), things)


def name_of(book: Book, target: Target) -> str:
    """A thing by its name: of a rule also the number."""
    match target.kind:
        case "rule":
            return full_name(book.rules[target.id], book)
        case "term":
            return book.terms[target.id].name
        case "table":
            return plain(book.tables[target.id].title, book)
    return plain(book.references[target.id].title, book)
