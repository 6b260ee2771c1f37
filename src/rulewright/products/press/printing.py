"""Every card for a print shop, as its file asks: with bleed and marks, in inks, and as a standard of exchange."""

from collections.abc import Iterator
from functools import partial

from rulewright.diagnostics import Diagnostic
from rulewright.model.card import Card
from rulewright.model.press import Press
from rulewright.render.cards.variant import Dress
from rulewright.render.pdf.page_images import press_file
from rulewright.render.pdf.prepress.exchange import UNDATED
from rulewright.render.pdf.prepress.finish import Finish
from rulewright.render.products.cards import CardPress
from rulewright.render.products.run import Made, PrintRun, Wanted, complaints


def presses(run: PrintRun) -> Iterator[Wanted]:
    """The PDF for the press of every card."""
    cards = CardPress(run.book, run.project, run.created or UNDATED, run.printers)
    for press in run.book.game.presses:
        dress = Dress(bleed=press.bleed.value, standard=press.standard.value)
        for card in run.book.chosen(press.cards):
            html, style, set_ = cards.made_from(card, dress)
            inputs = (html, style, set_, *_asked(press))
            yield Wanted(press_file(card), inputs, partial(_make, card, dress, press, cards), style)


def _asked(press: Press) -> tuple[str | bytes, ...]:
    """All that the finishing of a card depends on."""
    return str(press.marks), press.condition, press.profile.icc if press.profile else b""


def _make(card: Card, dress: Dress, press: Press, cards: CardPress) -> Made:
    finish = Finish(press)
    printed = cards.print(card, dress, finish)
    return printed.pdf, [
        *_refused(card, press, finish.refused),
        *complaints(f"card {card.id!r} for the press", card.span, printed.warnings),
    ]


def _refused(card: Card, press: Press, found: list[str]) -> Iterator[Diagnostic]:
    """What a print shop would send back."""
    for what in found:
        message = f"card {card.id!r} has {what}, which {press.standard} does not allow"
        hint = "print it in plain colours that cover what lies below"
        if "transparent" in what:
            hint += ", or use standard: pdf/x-4 with the profile of the press"
        yield Diagnostic("not-for-press", press.span, message, hint, about=f"{press.id}: {card.id}, {what}")
