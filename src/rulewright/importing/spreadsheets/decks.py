"""A table of cards: its records say how often each is in the deck, and what it says."""

import re

from rulewright.importing.draft import Draft, Entry, Guessed, Layout, Value
from rulewright.importing.grids.table import number_of
from rulewright.model.names import slug

HOW_MANY = re.compile(r"(?:number|no|nr|qty|quantity|count|copies|how many|anzahl|nombre)\.?", re.IGNORECASE)
SAYS = re.compile(r"(?:text|effects?|rules?|description|what happens)", re.IGNORECASE)


def deck_of(table: Draft) -> Draft:
    """The layout of the cards, and a sheet with so many of each; nothing if the table is no deck."""
    for entry in table.of("tables"):
        value = entry.value
        if (
            isinstance(value, dict)
            and isinstance(value.get("records"), dict)
            and isinstance(value.get("outputs"), dict)
        ):
            return _deck(entry, value)
    return Draft()


def _deck(entry: Entry, value: dict[str, Value]) -> Draft:
    outputs, records = value["outputs"], value["records"]
    assert isinstance(outputs, dict)
    assert isinstance(records, dict)
    headings = [str(each.get("title", "")) if isinstance(each, dict) else "" for each in outputs.values()]
    counted = next((at for at, heading in enumerate(headings) if HOW_MANY.fullmatch(heading)), None)
    told = next((at for at, heading in enumerate(headings) if SAYS.fullmatch(heading)), None)
    if counted is None or told is None:
        return Draft()
    blocks: Value = [{"note": f"[[record:{[*outputs][told]}]]"}]
    card: dict[str, Value] = {"title": "[[record:name]]", "size": "poker", "deck": entry.id, "blocks": blocks}
    why = "a column counts the cards, and another says what stands on each"
    copies: list[Value] = [
        {f"{entry.id}-{slug(name)}": str(number_of(str(row[counted])) or 1)}
        for name, row in records.items()
        if isinstance(row, list)
    ]
    listed = Guessed(copies, f"the column {headings[counted]!r} counts these")
    sheet: dict[str, Value] = {"kind": "sheet", "title": str(value["title"]), "paper": "A4", "cards": listed}
    return Draft(
        layouts=(
            Layout(entry.id, card, entry.origin, (why,)),
            Layout(f"{entry.id}-sheet", sheet, entry.origin, ("so many of each card as the table counts",)),
        )
    )
