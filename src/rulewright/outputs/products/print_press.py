"""Make the files for a print shop: a PDF for each card, or all cards on press sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulewright.base.findings import Finding
from rulewright.entries.card import Card
from rulewright.entries.paper import NO_LENGTH
from rulewright.entries.press import Press
from rulewright.entries.product import SHEET_STYLE
from rulewright.html.environment import asset
from rulewright.html.paths import gang_path, press_path
from rulewright.imposition.pages import SheetPage, impose
from rulewright.outputs.cards.paper import Variant
from rulewright.outputs.cards.printer import CardPrinter
from rulewright.outputs.cards.sheets import sheet_html
from rulewright.outputs.products.run import OutputFile, PrintRun, Rendered, complaints
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.prepress import UNDATED, Finish
from rulewright.pdf.printer import write_pdf


def press_files(run: PrintRun, press: Press, cards: FinishedFiles) -> Iterator[OutputFile]:
    """Yield the PDF of every chosen card."""
    printer = _PressPrinter.of(run, press, cards)
    for card in run.book.chosen(press.cards):
        style = printer.printer.style(card, printer.variant)
        yield OutputFile(press_path(card), partial(printer.inputs, [card]), partial(printer.print, card, press), style)


def gang_files(run: PrintRun, press: Press, cards: FinishedFiles) -> Iterator[OutputFile]:
    """Yield the one PDF with all chosen cards on press sheets."""
    assert press.paper is not None
    chosen, style = run.book.chosen(press.cards), asset(run.project, SHEET_STYLE)
    sheet, paper = press.sheet(card.id for card in chosen), press.paper
    pages = impose(sheet, paper, run.book)
    html = sheet_html(replace(sheet, bleed=NO_LENGTH), paper, pages, run.book, run.project, run.created or UNDATED)
    printer = _PressPrinter.of(run, press, cards)
    values = partial(printer.inputs, chosen, html, style, repr(pages))
    yield OutputFile(gang_path(press), values, partial(_print_gang, printer, chosen, pages, html, style), style)


def _print_gang(
    printer: "_PressPrinter", chosen: Sequence[Card], pages: Sequence[SheetPage], html: str, style: str
) -> Rendered:
    from rulewright.pdf.placing import gang_sheet  # slow to import, and only sheets need it

    press, findings, pdfs = printer.press, list[Finding](), dict[str, bytes]()
    for card in chosen:
        pdfs[card.id], of_card = printer.print(card, replace(press, marks=False))
        findings += of_card
    sheets = printer.run.printers[style]
    with sheets.working():
        bare = Finish(replace(press, marks=False, bleed=NO_LENGTH, die_line=""))
        underlay = write_pdf(sheets.lay_out(html), press.standard.value, finish=bare)
    return gang_sheet(underlay, pages, pdfs, press), findings


@dataclass(frozen=True, slots=True)
class _PressPrinter:
    """A printer of cards for one press; each card keeps the setting of its own PDF."""

    run: PrintRun
    press: Press
    cards: FinishedFiles
    printer: CardPrinter
    variant: Variant

    @classmethod
    def of(cls, run: PrintRun, press: Press, cards: FinishedFiles) -> "_PressPrinter":
        printer = CardPrinter(run.book, run.project, run.created or UNDATED, run.printers)
        variant = Variant(bleed=press.bleed.value, standard=press.standard.value)
        return cls(run, press, cards, printer, variant)

    def inputs(self, chosen: Sequence[Card], *more: str) -> Iterator[str | bytes]:
        """Yield the inputs of a file with these cards; `more` is the HTML and style of their paper."""
        press = self.press
        for card in chosen:
            yield from self.printer.inputs(card, self.variant, self.cards.setting(card))
        yield from (*more, str(press.marks), press.condition, press.die_line, str(press.corner_radius))
        yield press.profile.icc if press.profile else b""

    def print(self, card: Card, press: Press) -> Rendered:
        """Return the PDF of a card, with findings about what a print shop would refuse."""
        finish = Finish(press)
        printed = self.printer.print(card, self.variant, finish=finish, setting=self.cards.setting(card))
        what = f"card {card.id!r} for the press"
        refused = [_refusal(card, press, each) for each in finish.refused]
        return printed.pdf, [*refused, *complaints(what, card.span, printed.warnings, self.run.book.game)]


def _refusal(card: Card, press: Press, what: str) -> Finding:
    message = f"card {card.id!r} has {what}, which {press.standard} does not allow"
    hint = "print it in plain colours that cover what lies below"
    if "transparent" in what:
        hint = f"{hint}, or use standard: pdf/x-4 with the profile of the press"
    return Finding("not-for-press", press.span, message, hint, about=f"{press.id}: {card.id}, {what}")
