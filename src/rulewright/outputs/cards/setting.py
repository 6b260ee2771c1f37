"""Search for the setting of a card: the largest type at which it fits, its columns, and then its spacing.

The search for the type uses the closest spacing. The room left below then goes to the space above and below lines and
cells, up to `LOOSE`; a card whose type does not grow keeps the usual spacing.

Arranging columns means measuring them (`arranging.py`), which takes further layouts. Little changes between two sizes,
so each size is first tried with the arrangement of the size before, and gets its own only if it does not fit. The
chosen size is arranged once more, for exactly that size.

The setting is written into the card (`apply_setting`), and the PDF carries it in its metadata. So the web, the other
products and a PDF from the store all show the same columns.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from math import log
from typing import Any

from rulewright.entries.blocks.zones import Zone
from rulewright.entries.card import LOOSE, NORMAL, TIGHT, Arrangement, Card, Setting, Spacing, apply_setting
from rulewright.outputs.cards.arranging import CardLayouts, arrangements
from rulewright.pdf.overflow import Overflow, fullness, overflows

# The largest size of type at which a card fits, with few layouts
#
# A card that fits at one size fits at every smaller one, with few exceptions: a table may divide its width differently
# when its words are larger. So the promise is: the card fits at the size found, and at none of the next `LOOK_AHEAD`
# larger ones. Layouts and the order of trials are deterministic: equal cards get equal sizes.

SIZE_STEP = Decimal("0.1")
"""The step between two sizes to try, in points."""
LOOK_AHEAD = 2
ROOM = Decimal("1.06")
"""The first trial is this factor above the author's size, which usually fits with room to spare.

For five cards of the games, each in six shapes, this saves a tenth of the trials.
"""
SLOW_GUESSES = 2
"""After this number of consecutive guesses that did not halve the range, it is bisected."""
POWER = 1.8
"""The room that a card takes grows with this power of its size, until two trials measure it; for plain text it is 2."""
NEARLY = 1e-9
LEAST_POWER, LARGEST_POWER = 0.1, 4.0

Fullness = Callable[[int], float]
"""A function from the index of a size to the share of its room that a card takes; above 1 if it does not fit."""


def sizes_between(smallest: Decimal, largest: Decimal) -> tuple[Decimal, ...]:
    """Return both bounds, and the full steps between them."""
    steps = range(int(smallest / SIZE_STEP) + 1, int(largest / SIZE_STEP) + 1)
    return tuple(sorted({smallest, *(step * SIZE_STEP for step in steps), largest}))


def largest(sizes: Sequence[Decimal], written: Decimal, fullness: Callable[[Decimal], float]) -> Decimal | None:
    """Return the largest of `sizes` at which the card fits, or None; `written` is the size that its author wrote."""
    full = cache(lambda index: fullness(sizes[index]))
    low, high = _boundary(sizes, sum(size <= written * ROOM for size in sizes) - 1, full)
    while low >= 0:
        fits = [index for index in range(high + 1, min(high + LOOK_AHEAD, len(sizes))) if full(index) <= 1]
        if not fits:
            break
        low, high = _boundary(sizes, fits[-1] + 1, full, fits[-1])
    return sizes[low] if low >= 0 else None


def _boundary(sizes: Sequence[Decimal], at: int, full: Fullness, low: int = -1) -> tuple[int, int]:
    """Return the index of the largest size that fits, and of the next; -1 and the length are outside the sizes.

    The size at `low` is known to fit; the first trial is `at` a larger one.
    """
    high, slow, stride = len(sizes), 0, 1
    while high - low > 1:
        before, below = high - low, low
        low, high = (at, high) if full(at) <= 1 else (low, at)
        if high == len(sizes):
            stride = 2 * stride if low - below <= stride else 1
        elif below >= 0:
            slow = slow + 1 if 2 * (high - low) > before else 0
        guess = _guess(sizes, (below, low, high, at), full) if slow < SLOW_GUESSES else (low + high) // 2
        at = min(max(guess, low + (stride + 1) // 2 if high == len(sizes) else low + 1), high - 1)
    return low, high


def _guess(sizes: Sequence[Decimal], trials: tuple[int, int, int, int], full: Fullness) -> int:
    """Estimate the largest size that fits from the trials on both sides, or from one trial and `POWER`."""
    below, low, high, at = trials
    ends = (low, high) if high < len(sizes) else (below, low)
    power = POWER
    if ends[0] >= 0:
        small, large = ends
        taken, more = full(small), full(large)
        power = log(more / taken) / log(sizes[large] / sizes[small]) if taken > 0 < more else LARGEST_POWER
        power = min(max(power, LEAST_POWER), LARGEST_POWER)
    wanted = float(sizes[at]) * (1 / max(full(at), 0.01)) ** (1 / power)
    return max((each for each in range(len(sizes)) if float(sizes[each]) <= wanted + NEARLY), default=0)


# The size of type of every zone that is set apart from its card


@dataclass(slots=True)
class FittedBlock:
    """The search for the size of one block, at position `at` of the printed blocks, by bisection of indices of sizes.

    The index -1 is below the smallest size, which is used if none fits.
    """

    at: int
    sizes: Sequence[Decimal]
    tried: int
    fits: int = -1
    fails: int = 0

    @property
    def settled(self) -> bool:
        return self.fails - self.fits <= 1

    @property
    def size(self) -> Decimal:
        """Return the size to try, or the result."""
        return self.sizes[max(self.fits, 0) if self.settled else self.tried]

    def learn(self, *, overflows: bool) -> None:
        """Narrow the range by the result of the size that was tried."""
        if self.settled:
            return
        if overflows:
            self.fails = self.tried
        else:
            self.fits = self.tried
        self.tried = (self.fits + self.fails) // 2


def fitted_blocks(card: Card) -> Iterator[FittedBlock]:
    """Yield the zones whose size the tool chooses, as their author wrote them."""
    for at, placed in enumerate(card.placed_blocks()):
        block = placed.block
        if isinstance(block, Zone) and block.fit is not None:
            sizes = sizes_between(block.fit.smallest, block.fit.largest)
            yield FittedBlock(at, sizes, sizes.index(block.font_size or card.font_size), fails=len(sizes))


def learn(blocks: Iterable[FittedBlock], overflows: Iterable[Overflow]) -> None:
    """Narrow the range of each block by the overflows of a layout."""
    too_large = {overflow.at for overflow in overflows}
    for block in blocks:
        block.learn(overflows=block.at in too_large)


# The loosest spacing at which a card fits, mostly with one layout

USUAL = 0.016
"""The share of its room by which a card grows with each step, until a trial has measured it."""
SURE = 0.001
"""The share of its room above which a card surely does not fit, whatever the rounding."""
LEAST = 1e-6


def loosest(factors: Sequence[Decimal], closest: float, fullness: Callable[[Decimal], float]) -> Decimal:
    """Return the largest factor at which the card fits. The first factor takes the share `closest` of its room."""
    low, high, taken, growth = 0, len(factors), closest, USUAL
    while high - low > 1:
        at = min(max(low + _steps(1 - taken, growth), low + 1), high - 1)
        tried = fullness(factors[at])
        if tried > 1:
            high, growth = at, max(growth, (tried - taken) / (at - low))
            continue
        low, taken, growth = at, tried, (tried - closest) / at
        high = min(high, low + 1 + _steps(1 + SURE - taken, growth))
    return factors[low]


def _steps(room: float, growth: float) -> int:
    """Return the number of whole steps for which there is room."""
    return int(room / max(growth, LEAST))


ALMOST = 1e-6
STEP = Decimal("0.05")
"""The step between two spacing factors to try."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A setting, the document laid out with it, its overflows, and the share of the height that it takes.

    `width` is the width of the card in millimetres.
    """

    setting: Setting
    document: Any
    overflows: tuple[Overflow, ...]
    taken: float
    width: float

    @property
    def is_wide(self) -> bool:
        """Return whether something is too wide for its place."""
        return any(each.side == "wide" for each in self.overflows)

    @property
    def fullness(self) -> float:
        """Return the share of its room that the card takes; above 1 if it does not fit."""
        if not self.overflows:
            return min(self.taken, 1.0)
        wide = max((each.millimetres for each in self.overflows if each.side == "wide"), default=0.0)
        return max(self.taken, (1 + wide / self.width) ** 2, 1 + ALMOST)


@dataclass(slots=True)
class SettingSearch:
    """The trials of one card. `best_trials` are the largest size that fits, and the smallest size if it does not.

    `spacing` applies to all trials of sizes; None if the card sets its own.
    """

    layouts: CardLayouts
    best_trials: dict[Decimal, Trial] = field(default_factory=dict)
    arranged: tuple[Arrangement, ...] | None = None
    spacing: Spacing | None = field(init=False)

    def __post_init__(self) -> None:
        card = self.layouts.source
        self.spacing = TIGHT if card.fit and card.spacing is None else None

    def best(self) -> Trial:
        """Return the trial in the largest type that fits, or in the smallest if none does."""
        card = self.layouts.source
        sizes = sizes_between(card.fit.smallest, card.fit.largest) if card.fit else (card.font_size,)
        chosen = largest(sizes, card.font_size, lambda size: self._fullness(size, sizes[0]))
        trial = self._settled(self.best_trials[sizes[0] if chosen is None else chosen])
        return self._with_zones(self._loosened(trial) if self.spacing and not trial.overflows else trial)

    def _with_zones(self, trial: Trial) -> Trial:
        """Return the trial with every zone in its own size; the first layout shows which zones fit as written."""
        zones = list(fitted_blocks(self.layouts.source))
        trial = replace(trial, setting=_with_sizes(trial.setting, zones))
        learn(zones, trial.overflows)
        while not all(zone.settled for zone in zones):
            trial = self._sized(trial, zones)
            learn(zones, trial.overflows)
        return self._sized(trial, zones)

    def _sized(self, trial: Trial, zones: Sequence[FittedBlock]) -> Trial:
        setting = _with_sizes(trial.setting, zones)
        return trial if setting == trial.setting else self.trial(setting)

    def _fullness(self, size: Decimal, smallest: Decimal) -> float:
        trial = self._trial(size)
        if not trial.overflows and all(size > each for each in self.best_trials):
            self.best_trials = {size: trial}
        elif trial.overflows and size == smallest:
            self.best_trials[size] = trial
        return trial.fullness

    def _trial(self, size: Decimal) -> Trial:
        if self.arranged is None:
            self.arranged = self._arranged(size)
            return self.trial(Setting(size, self.arranged, spacing=self.spacing))
        as_before = self.trial(Setting(size, self.arranged, spacing=self.spacing))
        if not as_before.overflows or not self.arranged:
            return as_before
        own = self._arranged(size)
        if own == self.arranged:
            return as_before
        trial = self.trial(Setting(size, own, spacing=self.spacing))
        if trial.fullness >= as_before.fullness:
            return as_before
        self.arranged = own
        return trial

    def _settled(self, trial: Trial) -> Trial:
        """Return the trial with columns arranged for exactly its size, if it then fits as well."""
        setting = trial.setting
        if not setting.columns or (own := self._arranged(setting.font_size)) == setting.columns:
            return trial
        again = self.trial(replace(setting, columns=own))
        return trial if again.fullness > max(trial.fullness, 1.0) else again

    def _loosened(self, closest: Trial) -> Trial:
        """Return the trial with the same type and columns, in the loosest spacing at which it fits."""
        fit = self.layouts.source.fit
        end = LOOSE if fit and fit.largest > self.layouts.source.font_size else NORMAL
        steps = tuple(TIGHT.above + at * STEP for at in range(int((end.above - TIGHT.above) / STEP) + 1))
        trials = {TIGHT.above: closest}

        def fullness(above: Decimal) -> float:
            trials[above] = self.trial(replace(closest.setting, spacing=Spacing(above, TIGHT.beside)))
            return trials[above].fullness

        return trials[loosest(steps, closest.fullness, fullness)]

    def _arranged(self, size: Decimal) -> tuple[Arrangement, ...]:
        card = replace(self.layouts.source, font_size=size)
        spaced = replace(card, spacing=self.spacing) if self.spacing else card
        return tuple(arrangements(self.layouts, spaced, self.arranged))

    def trial(self, setting: Setting) -> Trial:
        """Lay the card out in one setting."""
        card = replace(self.layouts.source, font_size=setting.font_size)
        document = self.layouts.lay_out(apply_setting(card, setting))
        return Trial(setting, document, tuple(overflows(document)), fullness(document), float(card.size.width.value))


def _with_sizes(setting: Setting, zones: Iterable[FittedBlock]) -> Setting:
    return replace(setting, fitted=tuple(zone.size for zone in zones))
