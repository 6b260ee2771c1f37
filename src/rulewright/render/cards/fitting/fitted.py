"""Finds the size of type of every zone that is set apart from its card: the largest at which its text fits.

All zones of a card are tried at once, so a card takes as many layouts as its slowest zone; and one where all fit as
their author wrote them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rulewright.blocks.zone import Zone
from rulewright.model.card import Card
from rulewright.render.cards.fitting.sizes import sizes_between
from rulewright.render.pdf.overflow import Overflow


@dataclass(slots=True)
class FittedBlock:
    """A block at position `at` of those that print, between a size that fits and one that does not.

    Indices of sizes; -1 is below the smallest, which is taken if none fits.
    """

    at: int
    sizes: Sequence[Decimal]
    tried: int
    fits: int = -1
    fails: int = 0

    @classmethod
    def of(cls, at: int, block: Zone, written: Decimal) -> "FittedBlock":
        assert block.fit is not None
        sizes = sizes_between(block.fit.smallest, block.fit.largest)
        return cls(at, sizes, sizes.index(written), fails=len(sizes))

    @property
    def settled(self) -> bool:
        return self.fails - self.fits <= 1

    @property
    def size(self) -> Decimal:
        """The size to try, or the one found."""
        return self.sizes[max(self.fits, 0) if self.settled else self.tried]

    def learn(self, *, overflows: bool) -> None:
        """What came of the size that was tried."""
        if self.settled:
            return
        if overflows:
            self.fails = self.tried
        else:
            self.fits = self.tried
        self.tried = (self.fits + self.fails) // 2


def fitted_blocks(card: Card) -> Iterator[FittedBlock]:
    """The zones of a card that the tool sets, as their author wrote them."""
    for at, placed in enumerate(card.placed_blocks()):
        block = placed.block
        if isinstance(block, Zone) and block.fit is not None:
            yield FittedBlock.of(at, block, block.font_size or card.font_size)


def learn(blocks: Iterable[FittedBlock], overflows: Iterable[Overflow]) -> None:
    """What a layout tells of all blocks."""
    too_large = {overflow.at for overflow in overflows}
    for block in blocks:
        block.learn(overflows=block.at in too_large)
