"""The searches by which a card is set, without a card: sizes, breaks, widths, and the scaled stylesheet."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations, pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Span
from rulewright.entries.block import Columns, Task
from rulewright.entries.blocks.bands import Band
from rulewright.entries.blocks.columns import ColumnsBlock
from rulewright.entries.blocks.contents import Bullets, Line
from rulewright.entries.card import TIGHT, Arrangement, Card, Setting, Spacing, apply_setting, read_setting
from rulewright.entries.paper import A4
from rulewright.entries.text import Text
from rulewright.outputs.cards.arranging import breaks, widths
from rulewright.outputs.cards.scale import scaled
from rulewright.outputs.cards.setting import LOOK_AHEAD, largest, loosest, sizes_between

SIZES = sizes_between(Decimal(6), Decimal(40))


class Tried:
    """A card that is full by some measure; remembers at which sizes it was tried."""

    def __init__(self, full: Callable[[Decimal], float]) -> None:
        self.full, self.sizes = full, list[Decimal]()

    def __call__(self, size: Decimal) -> float:
        self.sizes.append(size)
        return self.full(size)


def test_sizes_are_tenths_and_both_bounds() -> None:
    assert sizes_between(Decimal("6.25"), Decimal("6.5")) == tuple(map(Decimal, ("6.25", "6.3", "6.4", "6.5")))
    assert sizes_between(Decimal(8), Decimal(8)) == (Decimal(8),)
    assert len(SIZES) == 341


@given(st.integers(0, len(SIZES) - 1), st.integers(0, len(SIZES) - 1), st.floats(0.8, 3))
def test_the_largest_that_fits_is_found_by_few_trials(fits: int, first: int, power: float) -> None:
    """How the room goes with the size is not known to the search: it guesses, and halves where guesses are bad."""
    tried = Tried(lambda size: float(size / SIZES[fits]) ** power)
    assert largest(SIZES, SIZES[first], tried) == SIZES[fits]
    assert len(tried.sizes) == len(set(tried.sizes)) <= 22


def test_a_text_is_set_by_a_handful_of_trials() -> None:
    tried = Tried(lambda size: float(size / Decimal("8.8")) ** 2)
    sizes = sizes_between(Decimal(6), Decimal(10))
    assert largest(sizes, sizes[-1], tried) == Decimal("8.8")
    assert tried.sizes == [Decimal(each) for each in ("10", "8.6", "8.8", "8.9", "9.0")]


def test_the_search_begins_a_little_above_the_written_size() -> None:
    tried = Tried(lambda size: float(size / Decimal("8.4")))
    assert largest(SIZES, Decimal(8), tried) == Decimal("8.4")
    assert tried.sizes == [Decimal(each) for each in ("8.4", "8.5", "8.6")]


def test_what_fits_at_no_size_has_none() -> None:
    assert largest(SIZES, SIZES[20], lambda size: 1.5) is None


@given(st.lists(st.booleans(), min_size=1, max_size=40), st.data())
def test_none_of_the_next_sizes_fits_whatever_does(fits: list[bool], data: st.DataObject) -> None:
    """What is promised where a larger type fits again."""
    none_of_the_next_fits(fits, data.draw(st.integers(0, len(fits) - 1)))


@pytest.mark.parametrize("first", range(9))
def test_the_same_of_all_ways_in_which_nine_sizes_fit(first: int) -> None:
    for fits in product((False, True), repeat=9):
        none_of_the_next_fits(fits, first)


def none_of_the_next_fits(fits: Sequence[bool], first: int) -> None:
    sizes = SIZES[: len(fits)]
    found = largest(sizes, sizes[first], lambda size: 0.9 if fits[sizes.index(size)] else 1.1)
    if found is None:
        assert not fits[0]
    else:
        at = sizes.index(found)
        assert fits[at]
        assert not any(fits[at + 1 : at + 1 + LOOK_AHEAD])


FACTORS = tuple(Decimal(50 + 5 * step) / 100 for step in range(21))
"""From close lines to loose ones."""


@given(st.floats(0.05, 1), st.lists(st.tuples(st.floats(0, 0.9), st.floats(0, 2)), min_size=1, max_size=4))
def test_the_loosest_spacing_is_found_that_fits(closest: float, columns: list[tuple[float, float]]) -> None:
    """A card is as high as its highest column, and each column grows evenly, from where its row is as high as it."""
    highest = max(base for base, _ in columns)

    def full(factor: Decimal) -> float:
        more = float(factor - FACTORS[0])
        return closest + max(base + growth * more for base, growth in columns) - highest

    tried = Tried(full)
    fits = [factor for factor in FACTORS if full(factor) <= 1]
    assert loosest(FACTORS, full(FACTORS[0]), tried) == max(fits)
    assert FACTORS[0] not in tried.sizes
    assert len(tried.sizes) == len(set(tried.sizes)) <= 12


def test_one_or_two_trials_find_the_spacing_of_a_card() -> None:
    """By what the card grew until one that fits, the next would be too high: it is not tried."""
    tried = Tried(lambda factor: 0.97 + 0.3 * float(factor - FACTORS[0]))
    assert loosest(FACTORS, 0.97, tried) == Decimal("0.6")
    assert tried.sizes == [Decimal("0.55"), Decimal("0.6")]
    tried = Tried(lambda factor: 0.97 + 0.34 * float(factor - FACTORS[0]))
    assert loosest(FACTORS, 0.97, tried) == Decimal("0.55")
    assert tried.sizes == [Decimal("0.55")]
    assert loosest(FACTORS, 0.2, Tried(lambda factor: 0.3)) == FACTORS[-1]


HEIGHTS = st.lists(st.integers(1, 50), min_size=1, max_size=9)


@given(HEIGHTS, st.integers(2, 4))
def test_no_other_breaks_are_better(heights: list[int], columns: int) -> None:
    """Compared with all that there are."""
    found = breaks(len(heights), columns, lambda _, first, last: sum(heights[first:last]))
    used = min(columns, len(heights))
    ways = [(*way, *(len(heights),) * (columns - used)) for way in combinations(range(1, len(heights)), used - 1)]
    assert found in ways
    assert rank(found, heights) == min(rank(way, heights) for way in ways)


def rank(starts: Sequence[int], heights: Sequence[int]) -> tuple[int, int]:
    columns = [sum(heights[first:last]) for first, last in pairwise((0, *starts, len(heights)))]
    return max(columns), sum(each**2 for each in columns)


def test_columns_of_different_widths_have_heights_of_their_own() -> None:
    """The second is half as wide: what stands there is twice as high."""
    assert breaks(6, 2, lambda column, first, last: (last - first) * (column + 1)) == (4,)


@given(st.lists(st.integers(1, 400), min_size=2, max_size=4), st.data())
def test_no_other_widths_make_columns_lower(areas: list[int], data: st.DataObject) -> None:
    """Texts that keep their area: the search ends where no step from column to column helps."""
    begin = tuple(data.draw(st.integers(1, 9)) for _ in areas)
    search = widths(begin)
    asked = next(search)
    try:
        while True:
            asked = search.send([area / share * sum(asked) for area, share in zip(areas, asked, strict=True)])
    except StopIteration as stop:
        found = stop.value
    whole = 12 * len(areas)
    ratio = [share * whole // sum(found) for share in found]
    assert sum(ratio) == whole
    tallest = max(area / share for area, share in zip(areas, ratio, strict=True))
    for donor in range(len(areas)):
        for receiver in range(len(areas)):
            moved = [share - (at == donor) + (at == receiver) for at, share in enumerate(ratio)]
            if donor != receiver and min(moved) >= 3:
                assert max(area / share for area, share in zip(areas, moved, strict=True)) >= tallest - 1e-9


def test_spacing_is_scaled_and_nothing_else() -> None:
    style = (
        "@font-face { src: url(x) } @page { margin: 2mm; @bottom-left { padding: 1mm } }\n"
        "/* 5mm */ li { margin: .5mm 0 -2mm; border: 0.3mm solid; font-size: 7pt } .turned { width:44mm; color: #0mm }"
    )
    assert " ".join(scaled(style, 0.5).split()) == (
        "li { margin: 0.2500mm 0 -1.0000mm; border: 0.3mm solid; font-size: 7pt } "
        ".turned { width:22.0000mm; color: #0mm }"
    )


def test_close_lines_and_cells_keep_their_indents_and_what_is_placed() -> None:
    style = (
        "html { line-height: 1.2; color: #000 } .band { line-height: 1.1; padding: 1mm 2mm } ul { padding: 0 0 0 3mm }\n"
        "td, th.row { padding: 1mm 2mm 3mm !important } .note { margin: 1mm } .dense th { padding-left: 2mm }\n"
        ".turned { height: 4mm; margin: -2mm -22mm } .wide { margin: 0 auto; width: calc(100% + 1mm) }"
    )
    found = scaled(style, 2, Spacing(Decimal("0.5"), Decimal("0.75")))
    assert " ".join(found.replace("}", " }").split()) == (
        "html { line-height: 1.1; color: #000 } .band { line-height: 1.1; padding: 1.0000mm 4.0000mm } "
        "ul { padding: 0 0 0 6.0000mm } td, th.row { padding: 1.0000mm 3.0000mm 3.0000mm !important } "
        ".note { margin: 1.0000mm 2.0000mm } .dense th { padding-left: 3.0000mm } "
        ".turned { height: 8.0000mm; margin: -4.0000mm -44.0000mm } .wide { margin: 0 auto; width: calc(100% + 2.0000mm) }"
    )


SETTING = Setting(Decimal("7.3"), (Arrangement((3, 2)), Arrangement((1, 1, 1), ((2, 0), (2, 4)))))


def test_a_setting_is_written_and_read() -> None:
    for setting in (SETTING, replace(SETTING, spacing=TIGHT)):
        assert read_setting(setting.to_json()) == setting


@pytest.mark.parametrize(
    ("starts", "columns"),
    [
        (((1, 0),), [["a"], ["b:0-", "line"]]),
        (((1, 2),), [["a", "b:0-2"], ["b:2-", "line"]]),
        (((1, 2), (1, 5)), [["a", "b:0-2"], ["b:2-5"], ["b:5-", "line"]]),
        (((2, 0), (3, 0)), [["a", "b:0-"], ["line"], []]),
    ],
)
def test_a_list_is_broken_at_its_starts(starts: tuple[tuple[int, int], ...], columns: list[list[str]]) -> None:
    text, place = Text("", (), Span("")), Span("")
    blocks = (Band(rule=text), Bullets(source=text), Line())
    ratio = (1,) * (len(starts) + 1)
    to_break = Columns(ratio=ratio, columns=(blocks, *((),) * len(starts)), task=Task.BREAKS)
    card = Card(id="card", title=text, size=A4.size, pages=((ColumnsBlock(lists=to_break),),), span=place)
    (found,) = apply_setting(card, Setting(Decimal(8), (Arrangement(to_break.ratio, starts),))).pages[0]
    assert found.columns is not None
    assert [[_short(block) for block in column] for column in found.columns.columns] == columns


def _short(block: object) -> str:
    if isinstance(block, Bullets):
        return f"b:{block.begin}-{'' if block.end is None else block.end}"
    return "line" if isinstance(block, Line) else "a"
