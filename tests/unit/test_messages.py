"""Messages: English that can be put into another language."""

import copy
import pickle
import re
from collections.abc import Mapping
from decimal import Decimal
from gettext import GNUTranslations

import pytest

from rulewright.base.findings import Span
from rulewright.base.messages.catalogues import Catalogue
from rulewright.base.messages.messages import Message, all_of, any_of, heading, joined, tell, tell_number
from tests.conftest import ROOT


class FrenchTexts(GNUTranslations):
    """A small catalogue, in which none is singular."""

    by_english: Mapping[str, str] = {
        "table {table!r} has {rows}": "le tableau {table!r} a {rows}",
        "{n:,} row": "{n:,} ligne",
        "{n:,} rows": "{n:,} lignes",
        "{first} and {last}": "{first} et {last}",
        "Former numbers": "Anciens numéros",
        "the {noun} of {owner}": "{owner} : {noun}",
        "weighs {kilos:.1f} kg": "pèse {kilos:.1f} kg",
        "as in {score: 1d6}": "comme {score: 1d6}",
    }

    def gettext(self, message: str) -> str:
        return self.by_english.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n < 2 else msgid2)


FRENCH = Catalogue("fr", FrenchTexts(), {ord(","): "\u202f", ord("."): ","})


def rows(number: int) -> Message:
    return tell_number("{n:,} row", "{n:,} rows", number)


@pytest.mark.parametrize(
    ("message", "english", "french"),
    [
        (
            tell("table {table!r} has {rows}", table="hits", rows=rows(1)),
            "table 'hits' has 1 row",
            "le tableau 'hits' a 1 ligne",
        ),
        (
            tell("table {table!r} has {rows}", table="hits", rows=rows(1200)),
            "table 'hits' has 1,200 rows",
            "le tableau 'hits' a 1\u202f200 lignes",
        ),
        (rows(0), "0 rows", "0 ligne"),
        (tell("weighs {kilos:.1f} kg", kilos=Decimal("7.25")), "weighs 7.2 kg", "pèse 7,2 kg"),
        (tell("weighs {kilos:.1f} kg", kilos=2.46), "weighs 2.5 kg", "pèse 2,5 kg"),
        (tell("the {noun} of {owner}", noun="row", owner="{noun}"), "the row of {noun}", "{noun} : row"),
        (tell("as in {score: 1d6}"), "as in {score: 1d6}", "comme {score: 1d6}"),
        (tell("no one translated {it}", it=rows(2)), "no one translated 2 rows", "no one translated 2 lignes"),
        (all_of(["a", rows(2), "c"]), "a, 2 rows and c", "a, 2 lignes et c"),
        (all_of(["a"]), "a", "a"),
        (any_of(["a", "b"]), "a or b", "a or b"),
        (joined(["{a}", rows(1)], "{} "), "{a}{} 1 row", "{a}{} 1 ligne"),
        (joined([]), "", ""),
        (Message("the author's {words}"), "the author's {words}", "the author's {words}"),
        ("a text", "a text", "a text"),
    ],
)
def test_a_message_is_its_english_and_has_other_words(message: str, english: str, french: str) -> None:
    assert message == english
    assert FRENCH.said(message) == french


def test_a_message_compares_as_its_text() -> None:
    assert rows(2) == "2 rows"
    assert hash(rows(2)) == hash("2 rows")


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda message: pickle.loads(pickle.dumps(message))])
def test_a_copy_can_be_translated(again) -> None:
    found = again(tell("table {table!r} has {rows}", table="hits", rows=rows(3)))
    assert type(found) is Message
    assert found == "table 'hits' has 3 rows"
    assert FRENCH.said(found) == "le tableau 'hits' a 3 lignes"


def test_a_heading_is_translated_where_the_catalogue_has_it() -> None:
    assert heading("former-numbers") == "Former numbers"
    assert FRENCH.said(heading("former-numbers")) == "Anciens numéros"
    assert FRENCH.said(heading("scenarios")) == "Scenarios"


def test_other_values_are_kept_as_their_text() -> None:
    span = Span("game.yaml", 3, 1)
    message = tell("the {noun} of {owner}", noun="row", owner=span)
    assert message == "the row of game.yaml:3:1"
    assert FRENCH.said(message) == "game.yaml:3:1 : row"
    assert message.values == {"noun": "row", "owner": "game.yaml:3:1"}


def test_every_sentence_is_written_where_it_is_told() -> None:
    """Babel finds only sentences that are literals; `messages.py` joins literals, and a number of `numbers.py` has no words."""
    called = re.compile(r"(?<!def )(?<![.\w])tell(?:_number)?\((?!\s*[\"'])")
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / "src" / "rulewright").rglob("*.py")}
    assert not [
        f"{name}: {text[match.start() :].splitlines()[0]}"
        for name, text in texts.items()
        if name not in ("messages.py", "numbers.py")
        for match in called.finditer(text)
    ]
