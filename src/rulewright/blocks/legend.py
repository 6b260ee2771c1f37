"""What the marks on a card mean, in one line."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from rulewright.blocks.entry import BlockEntry
from rulewright.language.entry import Entry, key
from rulewright.language.kinds import TEXT, node, ref
from rulewright.model.book import Book
from rulewright.model.card import Block, Card, Shown
from rulewright.model.card_contents import prints_ruling
from rulewright.model.setter import Setter, View
from rulewright.model.text import Text
from rulewright.once_per_value import once_per_value
from rulewright.source.nodes import Mapping


class LegendPartEntry(Entry):
    """What may be written under `legend`."""

    noun = "the title of a legend"
    title = key(TEXT, "Words at the beginning of the line", "title: Units", default="none")


class LegendEntry(BlockEntry):
    """What the badges on the card mean, in one line: every mark with a legend that some text of the card shows."""

    noun = "the block legend"
    alone = True
    parts = (LegendPartEntry,)
    legend = key(
        node("left out, or a mapping with a title", ref("LegendPartEntry")),
        "Nothing, or the title of the line",
        "legend: {title: Units}",
        default="a line without a title",
    )
    title = key(TEXT, "Words at the beginning of the line", "legend:\ntitle: Units", default="none")

    def block(self) -> "Legend":
        if isinstance(self.legend, Mapping):
            return Legend(LegendPartEntry(self.legend, "'legend'", self.faults).title, span=self.span)
        if self.legend is not None:
            hint = "write just: - legend, or: - legend: {title: Units}"
            self.fault("bad-value", self.place("legend"), "'legend' takes no value but a title", hint)
        return Legend(self.title, span=self.span)


@dataclass(frozen=True, slots=True)
class Legend(Block):
    """The marks of the card that no table on it explains; or those on its page at this position."""

    title: Text | None
    page: int | None = None

    @property
    def shown(self) -> Shown:
        return Shown(None, (self.title,))

    def view(self, setter: Setter) -> View:
        return View("legend.html.j2", "legend", LegendView(setter.optional(self.title), setter.legend(self.page)))


@dataclass(frozen=True, slots=True)
class LegendView:
    """Marks with their meanings."""

    title: Markup | None
    marks: tuple[tuple[Markup, Markup], ...]


def with_legends(book: Book) -> Book:
    """The book, with a legend at the end of each page that prints the sign of rulings and has none to explain it."""
    cards = tuple(_with_legends(card, book) for card in book.game.cards)
    return book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))


def _with_legends(card: Card, book: Book) -> Card:
    """Each page by itself: who holds one side of a card does not see the other."""
    lacking = frozenset(at for at, page in enumerate(_unexplained(card)) if page and prints_ruling(page, book))
    known = _explained(card)
    if lacking and lacking not in known:
        legends = [(Legend(None, at, span=card.span),) if at in lacking else () for at in range(len(card.pages))]
        pages = tuple((*page, *own) for page, own in zip(card.pages, legends, strict=True))
        known[lacking] = replace(card, pages=pages)
    return known.get(lacking, card)


@once_per_value
def _unexplained(card: Card) -> tuple[Card | None, ...]:
    """Each page as a card of its own; None for one with a legend."""
    pages = (replace(card, pages=(page,)) for page in card.pages)
    return tuple(None if any(isinstance(each, Legend) for each in page.all_blocks()) else page for page in pages)


@once_per_value
def _explained(_: Card) -> dict[frozenset[int], Card]:
    """The card with a legend on each of these pages: the same object after an edit of something else."""
    return {}
