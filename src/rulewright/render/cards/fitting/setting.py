"""Searches the setting of a card: the largest type at which it fits, its columns, and then its spacing.

The type is sought with the lines and cells as close as they may be. What room is left below is then given to the
space above and below lines and cells, as far as `LOOSE`; a card that does not grow keeps to the usual spacing.

Columns are arranged by measuring, which takes further layouts. Little changes between two sizes, so each size is first
tried with the arrangement of the size before; only if it does not fit does it get its own. The size that wins is
arranged once more, for exactly that size.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from rulewright.model.card import LOOSE, NORMAL, TIGHT, Card, Spacing
from rulewright.model.setting import Arrangement, Setting, as_set
from rulewright.render.cards.fitting.arranging import arrangements
from rulewright.render.cards.fitting.fitted import FittedBlock, fitted_blocks, learn
from rulewright.render.cards.fitting.layouts import CardLayouts
from rulewright.render.cards.fitting.sizes import largest, sizes_between
from rulewright.render.cards.fitting.spacings import loosest
from rulewright.render.pdf.overflow import Overflow, fullness, overflows

ALMOST = 1e-6
STEP = Decimal("0.05")
"""Between two factors of the spacing to try."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A setting, WeasyPrint's document in it, what does not fit, and the share of the height that is taken.

    `width` is that of the card in millimetres.
    """

    setting: Setting
    document: Any
    overflows: tuple[Overflow, ...]
    taken: float
    width: float

    @property
    def is_wide(self) -> bool:
        """Whether something is too wide for its place."""
        return any(each.side == "wide" for each in self.overflows)

    @property
    def fullness(self) -> float:
        """The share of its room that the card takes, the square of its font size; above 1 if it does not fit."""
        if not self.overflows:
            return min(self.taken, 1.0)
        wide = max((each.millimetres for each in self.overflows if each.side == "wide"), default=0.0)
        return max(self.taken, (1 + wide / self.width) ** 2, 1 + ALMOST)


@dataclass(slots=True)
class SettingSearch:
    """The trials of one card. `best_trials` are the largest size that fits, and the smallest size if it does not.

    `spacing` is that of all trials of sizes; None where the card says what it is.
    """

    layouts: CardLayouts
    best_trials: dict[Decimal, Trial] = field(default_factory=dict)
    arranged: tuple[Arrangement, ...] | None = None
    spacing: Spacing | None = field(init=False)

    def __post_init__(self) -> None:
        card = self.layouts.source
        self.spacing = TIGHT if card.fit and card.spacing is None else None

    def best(self) -> Trial:
        """The trial in the largest type that fits, or in the smallest if none does."""
        card = self.layouts.source
        sizes = sizes_between(card.fit.smallest, card.fit.largest) if card.fit else (card.font_size,)
        chosen = largest(sizes, card.font_size, lambda size: self._fullness(size, sizes[0]))
        trial = self._settled(self.best_trials[sizes[0] if chosen is None else chosen])
        return self._with_zones(self._loosened(trial) if self.spacing and not trial.overflows else trial)

    def _with_zones(self, trial: Trial) -> Trial:
        """The trial with every zone in its own size; the first shows which of them fit as written."""
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
        """The trial arranged for its own size, if that fits as well."""
        setting = trial.setting
        if not setting.columns or (own := self._arranged(setting.font_size)) == setting.columns:
            return trial
        again = self.trial(replace(setting, columns=own))
        return trial if again.fullness > max(trial.fullness, 1.0) else again

    def _loosened(self, closest: Trial) -> Trial:
        """The card in the same type and columns, with the loosest spacing at which it fits."""
        fit = self.layouts.source.fit
        end = LOOSE if fit and fit.largest > self.layouts.source.font_size else NORMAL
        steps = tuple(TIGHT.above + at * STEP for at in range(int((end.above - TIGHT.above) / STEP) + 1))
        trials = {TIGHT.above: closest}

        def fullness(above: Decimal) -> float:
            trials[above] = self.trial(replace(closest.setting, spacing=Spacing(above, TIGHT.beside)))
            return trials[above].fullness

        return trials[loosest(steps, closest.fullness, fullness)]

    def _arranged(self, size: Decimal) -> tuple[Arrangement, ...]:
        card = sized(self.layouts, size)
        spaced = replace(card, spacing=self.spacing) if self.spacing else card
        return tuple(arrangements(self.layouts, spaced, self.arranged))

    def trial(self, setting: Setting) -> Trial:
        """The card in one setting."""
        card = sized(self.layouts, setting.font_size)
        document = self.layouts.lay_out(as_set(card, setting))
        return Trial(setting, document, tuple(overflows(document)), fullness(document), float(card.size.width.value))


def _with_sizes(setting: Setting, zones: Iterable[FittedBlock]) -> Setting:
    return replace(setting, fitted=tuple(zone.size for zone in zones))


def sized(layouts: CardLayouts, size: Decimal) -> Card:
    """The card as written, except for its font size."""
    return replace(layouts.source, font_size=size)
