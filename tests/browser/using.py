"""Using a table in the browser as a test does: many situations one after another, set by its own controls."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path
from random import Random

from playwright.sync_api import Locator, Page

from rulewright.book.book import Book
from rulewright.entries.axes import OUTPUT
from rulewright.entries.cells import Case
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.keyset import Box
from rulewright.entries.table import Layout, Table
from rulewright.tables.answers import combination

SET_UP = """
const change = (field, value) => { field.value = value; field.dispatchEvent(new Event("change")); };
const tick = (box, wanted) => { if (box.checked !== wanted) box.click(); };
function choose(input, { index, numbers }) {
  const select = input.querySelector("select");
  const radios = input.querySelectorAll("input[type=radio]");
  const boxes = input.querySelectorAll("input[type=checkbox]");
  if (select) { select.selectedIndex = index; select.dispatchEvent(new Event("change")); }
  else if (radios.length) radios[index].click();
  else if (boxes.length) boxes.forEach((box, at) => tick(box, Boolean((index >> at) & 1)));
  else input.querySelectorAll("input[type=number]").forEach((field, at) => change(field, numbers[at]));
}
"""

LOOK_UP = (
    "(frame, situations) => {"
    + SET_UP
    + """
  const inputs = [...frame.querySelector(".inputs").children];
  const spoken = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  return situations.map((situation) => {
    inputs.forEach((input, at) => choose(input, situation[at]));
    const answer = frame.querySelector(".answer");
    const several = [...answer.querySelectorAll("dd")];
    return (several.length ? several : [answer.lastElementChild]).map(spoken);
  });
}"""
)

ADD_UP = (
    "(frame, situations) => {"
    + SET_UP
    + """
  const ticks = [...frame.querySelectorAll("tbody .tick")];
  return situations.map(({ column, on, keys }) => {
    frame.querySelector("button.weigh").click();
    if (column !== null) choose(frame.querySelector(".inputs").firstChild, { index: column });
    ticks.forEach((each, at) => {
      const field = each.querySelector("input[type=number]");
      if (on[at] && field) change(field, keys[at]);
      const box = each.querySelector("input[type=checkbox]");
      if (box) tick(box, on[at]);
    });
    const said = (each, at) => (each.querySelector("input[type=checkbox]") || { checked: on[at] }).checked;
    const total = frame.querySelector(".answer [data-total]");
    return { total: total && Number(total.dataset.total), on: ticks.map(said), words: frame.querySelector(".answer").textContent };
  });
}"""
)


@cache
def page_of(folder: Path, table: str) -> Path:
    """The page of the rule of a table."""
    for file in sorted(folder.glob("*.html")):
        elsewhere = file.name.startswith(("references", "changes", "edition", "differences"))
        if f'id="table-{table}"' in file.read_text("utf-8") and not elsewhere:
            return file
    raise AssertionError(f"{table} is on no page of rules")


def opened(page: Page, folder: Path, table: str) -> Locator:
    """A table with its panel open, on the page of its rule."""
    address = page_of(folder, table).as_uri()
    if page.url != address:
        page.goto(address)
    frame = page.locator(f"#table-{table}")
    frame.locator("button.use").click()
    frame.locator(".use-panel").wait_for()  # its script comes when it is asked for
    return frame


def some(axes: Sequence[Axis], most: int) -> Iterator[tuple[int, dict[str, int]]]:
    """Combinations of the inputs that a proof runs through, with their positions: all, or as many by chance."""
    keys = [tuple(axis.domain.proof_keys()) for axis in axes]
    count = prod(map(len, keys))
    for index in range(count) if count <= most else sorted(Random(6).sample(range(count), most)):
        yield index, combination(axes, keys, index)


def chosen(domain: Domain, key: int) -> dict[str, object]:
    """What a control of the panel is set to: by its place in a list, or as numbers."""
    if domain.names:
        return {"index": key}
    if domain.roll is not None:
        scores = sorted(domain.roll.odds(0))
        low, high = domain.roll.bonus
        thrown = next(score for score in scores if low <= key - score <= high)
        return {"numbers": [thrown, key - thrown]}
    low_end = domain.keys.intervals[0][0] if domain.keys.finite else 0
    return {"index": int(key - low_end), "numbers": [domain.number(key)]}


def inputs(table: Table) -> tuple[Axis, ...]:
    return tuple(axis for axis in table.axes if axis.name != OUTPUT)


@dataclass(frozen=True, slots=True)
class Situation:
    """Which modifiers hold, and the key that each of them counts."""

    column: int | None
    on: tuple[bool, ...]
    keys: tuple[int, ...]

    def told(self) -> dict[str, object]:
        return {"column": self.column, "on": list(self.on), "keys": list(self.keys)}


def situation(table: Table, at: dict[str, int]) -> Situation:
    """What a player at the table would tick and count at one combination of the inputs."""
    ticks = [
        [cell.cases[part] for cell in line.cells if len(cell.cases) > part]
        for line in table.modifiers
        for part in range(max(len(cell.cases) for cell in line.cells))
    ]
    told = [[case for case in cases if case.value.axis or case.value.plain is not None] for cases in ticks]
    column = at[table.columns[0].axis] if table.columns else None
    held = [[case for case in cases if _holds(table, case.boxes, at)] for cases in told if cases]
    return Situation(
        column,
        tuple(any(_counts(case, at) for case in cases) for cases in held),
        tuple(at[cases[0].value.axis] if cases and cases[0].value.axis else 0 for cases in held),
    )


def _counts(case: Case, at: dict[str, int]) -> bool:
    """A count of none is as good as not being there."""
    return not case.value.axis or at[case.value.axis] != 0


def _holds(table: Table, boxes: Sequence[Box], at: dict[str, int]) -> bool:
    return any(all(at[axis.name] in keys for axis, keys in zip(table.axes, box, strict=True)) for box in boxes)


def sums(book: Book) -> list[Table]:
    return [table for table in book.game.tables if table.layout is Layout.MODIFIERS]


def lookups(book: Book) -> list[Table]:
    return [table for table in book.game.tables if table.layout is not Layout.MODIFIERS]
