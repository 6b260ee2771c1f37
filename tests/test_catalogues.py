"""The catalogues of the tool's words are of today, and those of French and German complete."""

import re

import pytest
from babel.messages import Message

from rulewright.base.messages.catalogues import LOCALE, catalogue, languages, supported_language
from tests.extraction import TEMPLATE, extracted, ids, read, renew, renewed
from tests.looks import ACCEPT

FILES = sorted(LOCALE.glob("*.po"))
HOLE = re.compile(r"%\(\w+\)s|\{(\w*)[^{}]*\}")
"""Where a value goes: as templates write it, and as code does."""


def test_the_template_is_of_today() -> None:
    if ACCEPT:
        renew()
    assert ids(read(TEMPLATE)) == ids(extracted()), "words of the tool have changed: run make accept, then translate"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_text_is_translated(file) -> None:
    catalog = read(file)
    assert ids(catalog) == ids(read(TEMPLATE))
    assert not [each.id for each in catalog if each.id and (each.fuzzy or not all(strings(each)))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_has_the_places_for_values_of_its_text(file) -> None:
    wrong = [text for each in read(file) if each.id for text in strings(each) if holes(text) - holes_of(each)]
    missing = [each.id for each in read(file) if each.id if holes_of(each) - holes(strings(each)[-1])]
    assert not wrong + missing


def test_all_files_have_the_order_of_the_template() -> None:
    """So a renewal changes only what is new."""
    orders = [re.findall(rb'^msgid (.*(?:\n".*)*)', data, re.MULTILINE) for _, data in renewed()]
    template, *others = orders
    assert [order[-len(template) :] for order in others] == [template] * len(FILES)


def strings(message: Message) -> tuple[str, ...]:
    return tuple(map(str, message.string)) if isinstance(message.string, tuple) else (str(message.string or ""),)


def holes(text: str) -> set[str]:
    return {match[0] if match[0].startswith("%") else match[1] for match in HOLE.finditer(text)}


def holes_of(message: Message) -> set[str]:
    return holes(str(message.id[-1] if isinstance(message.id, (tuple, list)) else message.id))


def test_a_language_is_known_by_the_beginning_of_its_code() -> None:
    assert languages() == ("en", "de", "fr")
    assert [supported_language(code) for code in ("de", "de-CH", "FR", "en-GB", "nl")] == ["de", "de", "fr", "en", None]


def test_english_says_what_the_code_says() -> None:
    assert catalogue("en-GB").is_english
    assert catalogue("en").gettext("any text") == "any text"
