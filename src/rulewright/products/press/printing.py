"""The cards of one file for a print shop: with bleed and marks, in inks, in an exchange standard."""

from collections.abc import Callable, Iterator
from functools import partial

from rulewright.findings import Finding
from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.model.product import Press
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints
from rulewright.render.cards.printer import CardPrinter, PrintedCard
from rulewright.render.cards.variant import Variant
from rulewright.render.paths import press_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.prepress.finish import UNDATED, Finish


def press_files(run: PrintRun, press: Press, cards: FinishedFiles) -> Iterator[OutputFile]:
    """The PDF of every chosen card, in the setting in which the card by itself was printed."""
    printer = CardPrinter(run.book, run.project, run.created or UNDATED, run.printers)
    variant = Variant(bleed=press.bleed.value, standard=press.standard.value)
    for card in run.book.chosen(press.cards):
        setting = cards.setting(card)
        values = partial(_values, press, partial(printer.inputs, card, variant, setting))
        make = partial(_print, press, card, run.book.game, partial(printer.print, card, variant, setting=setting))
        yield OutputFile(press_path(card), values, make, printer.style(card, variant))


def _values(press: Press, of_card: Callable[[], tuple[str, ...]]) -> tuple[str | bytes, ...]:
    """All that a card and its finish depend on."""
    return *of_card(), *finish_values(press)


def finish_values(press: Press) -> tuple[str | bytes, ...]:
    """All that a finish depends on beside its card."""
    return str(press.marks), press.condition, press.profile.icc if press.profile else b"", repr(press.die_line)


def _print(press: Press, card: Card, game: Game, print_: Callable[..., PrintedCard]) -> Rendered:
    finish = Finish(press)
    printed = print_(finish=finish)
    return printed.pdf, [
        *refusals(card, press, finish.refused),
        *complaints(f"card {card.id!r} for the press", card.span, printed.warnings, game),
    ]


def refusals(card: Card, press: Press, contents: list[str]) -> Iterator[Finding]:
    """What a print shop would send back."""
    for what in contents:
        message = f"card {card.id!r} has {what}, which {press.standard} does not allow"
        hint = "print it in plain colours that cover what lies below"
        if "transparent" in what:
            hint = f"{hint}, or use standard: pdf/x-4 with the profile of the press"
        yield Finding("not-for-press", press.span, message, hint, about=f"{press.id}: {card.id}, {what}")
