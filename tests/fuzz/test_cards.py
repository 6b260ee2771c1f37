"""Cards of any size with texts of any length: either what does not fit is told, or every word is there to be read.

What is printed is read back by PDFium, which shares no code with the layout: each word of the source stands on the
card, within its frame and whole, and nothing is printed over it.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from pypdfium2 import PdfDocument

from rulewright.entries.card import Card, apply_setting
from rulewright.entries.fit import Fit
from rulewright.entries.paper import Millimetres, Size
from rulewright.html.paths import card_path
from rulewright.outputs.cards.printer import CardPrinter, PrintedCard
from rulewright.outputs.products.print_cards import card_findings
from rulewright.pipeline.stages import Examination, examine, read_back
from tests.conftest import slow_examples

Source = Mapping[str, object]
"""A file of the source, or a part of it, as JSON."""

SHORT = st.sampled_from(("a", "of", "fire", "two", "hex", "on 6", "unit", "3–4", "AFV"))
LONG = st.sampled_from(
    ("Truppenunterstützungsfahrzeuge", "self-propelled-anti-aircraft", "indistinguishability", "W" * 24, "i" * 60)
)
WORDS = st.one_of(*(SHORT,) * 30, LONG)
WIDTHS = st.sampled_from((210, 148, 120, 105, 90, 76, 63, 44))
HEIGHTS = st.sampled_from((297, 210, 148, 107, 89, 70, 50, 36))


def texts(most: int) -> st.SearchStrategy[str]:
    """Of so many words at most."""
    return st.lists(WORDS, min_size=1, max_size=most).map(" ".join)


def items(depth: int) -> st.SearchStrategy[list[Source]]:
    """A bullet list, nested so deep."""
    text = st.fixed_dictionaries({"text": texts(14), "unproved": st.just("fuzz")})
    if depth == 0:
        return st.lists(text, min_size=1, max_size=4)
    below = st.fixed_dictionaries({"text": texts(14), "unproved": st.just("fuzz"), "items": items(depth - 1)})
    return st.lists(st.one_of(text, text, below), min_size=1, max_size=5)


@st.composite
def games(draw: Callable[..., object]) -> Source:
    """A game with three lists and two tables, of long and short words."""
    names = [f"k{at}" for at in range(4)]
    labels = {name: f"{draw(texts(4))} {name}" for name in names}
    heads = {name: f"{draw(SHORT)} {name}" for name in names[:3]}
    turned = draw(st.booleans())
    return {
        "game": {"title": "Fuzz", "language": "en", "colours": {"green": "#9DB18C"}},
        "domains": {"rows": labels, "heads": heads, "said": {name: draw(texts(6)) for name in names}},
        "rules": {"one": {"number": "1.2", "title": draw(texts(6)), "text": "One."}},
        "tables": {
            "grid": {
                "title": "Grid",
                "rule": "one",
                "rows": "rows",
                "columns": "heads",
                "cells": {name: ["1", "2", "3"] for name in names},
            },
            "wordy": {
                "title": "Wordy",
                "rule": "one",
                "rows": "rows",
                "outputs": {
                    "a": {"values": "said"},
                    "b": {"title": draw(texts(3)), "rotated": "yes" if turned else "no"},
                },
                "cells": {name: [name, "x"] for name in names},
            },
        },
        "references": {
            name: {"title": name, "items": draw(items(depth))} for depth, name in enumerate(("r0", "r1", "r2"))
        },
    }


def blocks() -> st.SearchStrategy[Source]:
    """One that holds no other."""
    band = {"band": st.just("one"), "title": texts(8), "colour": st.just("green")}
    return st.one_of(
        st.fixed_dictionaries(band),
        st.fixed_dictionaries({**band, "note": texts(3)}),
        st.fixed_dictionaries({"bullets": st.sampled_from(("r0", "r1", "r2"))}),
        st.fixed_dictionaries({"bullets": st.sampled_from(("r0", "r1", "r2"))}),
        st.fixed_dictionaries({"table": st.just("grid")}, optional={"title": texts(5)}),
        st.fixed_dictionaries({"table": st.just("wordy")}),
    )


def columns() -> st.SearchStrategy[Source]:
    """Side by side: as written, or arranged by the tool."""
    lists = st.lists(st.lists(blocks(), min_size=1, max_size=3), min_size=2, max_size=3)
    broken = st.fixed_dictionaries(
        {"count": st.sampled_from(("2", "3")), "blocks": st.lists(blocks(), min_size=1, max_size=6)}
    )
    balanced = st.fixed_dictionaries({"ratio": st.just("balance"), "blocks": lists})
    return st.one_of(broken, balanced, lists.map(lambda each: {"blocks": each})).map(lambda each: {"columns": each})


FITS = ("error", "shrink", {"grow": "14pt"}, {"shrink": "6pt", "grow": "12pt"})


@st.composite
def cards(draw: Callable[..., object]) -> Source:
    return {
        "title": "Card",
        "size": f"{draw(WIDTHS)} × {draw(HEIGHTS)} mm",
        "font-size": f"{draw(st.sampled_from(('6.5', '8', '11.3')))}pt",
        "fit": draw(st.sampled_from(FITS)),
        "blocks": draw(st.lists(st.one_of(blocks(), columns()), min_size=1, max_size=4)),
    }


@pytest.mark.long
@slow_examples(3)
@given(games(), cards())
def test_nothing_is_lost_in_silence(game: Source, card: Source) -> None:
    with TemporaryDirectory() as folder:
        project = Path(folder)
        write(project / "content/fuzz/fuzz.yaml", game)
        write(project / "cards/fuzz/card.yaml", card)
        examined = examine(project, "fuzz", None)
        assert examined.book is not None, told(examined)
        (laid,) = examined.book.game.cards
        press = CardPrinter(examined.book, project)
        printed = press.print(laid)
        look_at(laid, printed, examined, project)
        if printed.overflows and printed.larger_size is not None:
            proposed = as_proposed(laid, printed)
            enough = press.print(proposed)
            assert enough.overflows == ()
            look_at(proposed, enough, examined, project)
            less = lower(proposed, Decimal("1.5"))
            look_at(less, press.print(less), examined, project)


def look_at(card: Card, printed: PrintedCard, examined: Examination, project: Path) -> None:
    """Either something is told, or the card has the pages it should, and all of its words on them."""
    assert examined.book is not None
    found = list(card_findings(card, printed, examined.book.game))
    for each in found:
        note(f"{each.span}: {each.message}")
    assert {each.name for each in found} <= {"card-overflow"}
    assert len({each.id for each in found}) == len(found)
    if not found:
        assert len(PdfDocument(printed.pdf)) == len(card.pages)
        examined.findings.items.clear()
        read_back(examined, {card_path(card): printed.pdf}, project)
        assert told(examined) == []


def lower(card: Card, millimetres: Decimal) -> Card:
    return replace(card, size=Size(card.size.width, Millimetres(card.size.height.value - millimetres)))


def as_proposed(card: Card, printed: PrintedCard) -> Card:
    """As it was set, in the size that the hint says would do: there is no millimetre to spare."""
    assert printed.larger_size is not None
    set_ = card if printed.setting is None else apply_setting(card, printed.setting)
    fit = Fit(smallest=set_.font_size, largest=set_.font_size) if card.fit else None
    return replace(set_, size=printed.larger_size.size, fit=fit)


def write(path: Path, source: Source) -> None:
    """JSON is YAML."""
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(source, ensure_ascii=False, indent=1), "utf-8")


def told(examined: Examination) -> list[str]:
    return [f"{each.name}: {each.message}" for each in examined.findings.items]
