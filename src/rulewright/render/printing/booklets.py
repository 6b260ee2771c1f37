"""The rulebooks that are to be folded: their finished pages laid two by two on paper."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from rulewright.imposition.booklet import impose_booklet
from rulewright.imposition.pages import SheetPage
from rulewright.model.sheet import Rulebook, Sides
from rulewright.render.environment import SHEET_STYLE, asset
from rulewright.render.pdf import Printer
from rulewright.render.printing.run import Made, PrintRun, complaints
from rulewright.render.prints import Prints
from rulewright.render.sheet import booklet_html


def booklets(run: PrintRun, books: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The PDF of every booklet by its path; `books` are the finished rulebooks by theirs."""
    wanted = [(book, book.booklet) for book in run.book.game.rulebooks if book.booklet]
    if not wanted:
        return
    from rulewright.render.placing import CardPages, place_cards  # slow to import, and only these need it

    style = asset(run.project, SHEET_STYLE)
    printer = cache(lambda: Printer(style))

    def make(rulebook: Rulebook, sides: Sequence[SheetPage], html: str) -> Made:
        printed = printer().print_card(html, standard="")
        sources = CardPages({rulebook.id: books[rulebook.file]})
        pdf = place_cards(printed.pdf, sides, sources, Sides.SHORT_EDGE)
        return pdf, complaints(f"booklet {rulebook.id!r}", rulebook.span, printed.warnings)

    for rulebook, booklet in wanted:
        path, sides = rulebook.booklet_file, impose_booklet(rulebook, booklet, Prints(books).pages(rulebook.file))
        html = booklet_html(rulebook, booklet, sides, run.book, run.project, run.created)
        inputs: list[str | bytes] = [html, style, repr(sides), books[rulebook.file]]
        yield path, run.take_or_make(path, inputs, partial(make, rulebook, sides, html))
