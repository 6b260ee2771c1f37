"""The cards of one file for a print shop, together on the paper of its press."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulewright.findings import Finding
from rulewright.imposition.pages import SheetPage, impose
from rulewright.model.card import Card
from rulewright.model.paper import NO_LENGTH
from rulewright.model.product import SHEET_STYLE, Press
from rulewright.products.press.printing import finish_values, refusals
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints
from rulewright.render.cards.printer import CardPrinter
from rulewright.render.cards.variant import Variant
from rulewright.render.paths import gang_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.prepress.finish import UNDATED, Finish
from rulewright.render.pdf.printer import write_pdf
from rulewright.render.sheets.page import sheet_html
from rulewright.render.typesetting.environment import asset


def gang_files(run: PrintRun, press: Press, cards: FinishedFiles) -> Iterator[OutputFile]:
    """The one PDF."""
    assert press.gang is not None
    chosen = run.book.chosen(press.cards)
    sheet, paper = press.sheet(chosen), press.gang.paper
    pages = impose(sheet, paper, run.book)
    html = sheet_html(replace(sheet, bleed=NO_LENGTH), paper, pages, run.book, run.project, run.created or UNDATED)
    gang = _Gang(run, press, chosen, pages, html, asset(run.project, SHEET_STYLE), cards)
    yield OutputFile(gang_path(press), gang.values, gang.make, gang.style)


@dataclass(frozen=True, slots=True)
class _Gang:
    """The cards of a press sheet, their places, and the paper without them as HTML."""

    run: PrintRun
    press: Press
    chosen: Sequence[Card]
    pages: Sequence[SheetPage]
    html: str
    style: str
    cards: FinishedFiles
    printer: CardPrinter = field(init=False)

    def __post_init__(self) -> None:
        run = self.run
        printer = CardPrinter(run.book, run.project, run.created or UNDATED, run.printers)
        object.__setattr__(self, "printer", printer)

    @property
    def variant(self) -> Variant:
        return Variant(bleed=self.press.bleed.value, standard=self.press.standard.value)

    def values(self) -> Iterator[str | bytes]:
        for card in self.chosen:
            yield from self.printer.inputs(card, self.variant, self.cards.setting(card))
        yield from (self.html, self.style, repr(self.pages), *finish_values(self.press))

    def make(self) -> Rendered:
        from rulewright.render.pdf.prepress.gang import gang_sheet  # slow to import, and only sheets need it

        findings, pdfs = list[Finding](), dict[str, bytes]()
        for card in self.chosen:
            finish = Finish(replace(self.press, marks=False))
            printed = self.printer.print(card, self.variant, finish=finish, setting=self.cards.setting(card))
            what = f"card {card.id!r} for the press"
            findings += refusals(card, self.press, finish.refused)
            findings += complaints(what, card.span, printed.warnings, self.run.book.game)
            pdfs[card.id] = printed.pdf
        return gang_sheet(self._underlay(), self.pages, pdfs, self.press), findings

    def _underlay(self) -> bytes:
        bare = replace(self.press, marks=False, bleed=NO_LENGTH, die_line=None)
        printer = self.run.printers[self.style]
        with printer.working():
            return write_pdf(printer.lay_out(self.html), self.press.standard.value, finish=Finish(bare))
