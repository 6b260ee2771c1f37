"""The numbers that an author typed, without those of rules that a text cites."""

import pytest

from rulewright.checks.quoted_numbers import TOKEN, ProseNumbers, _typed_numbers, _value
from rulewright.entries.text import Text
from tests.conftest import Project

RULES = "".join(
    f'  {id_}: {{number: "{number}", title: T, text: W.}}\n' for id_, number in (("a", "7"), ("b", "A12.1"))
)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("12 hexes, +1 or 4–5", ["12", "+1", "4–5"]),
        ("T34 and Pak-40 fire 88mm guns", ["88mm"]),
        ("rule 7 and 7 hexes", ["7"]),
        (" 7", ["7"]),
        ("A12.1 and B12.1", []),
        ("(Rules\n7 or 8)", ["8"]),
        ("underrule 7, since 1942", ["7"]),
    ],
)
def test_numbers(text: str, numbers: list[str], project: Project) -> None:
    project.write("content/game/game.yaml", f"game: {{title: G, language: en}}\nrules:\n{RULES}")
    book = project.examined("game").book
    assert book is not None
    assert [match[1] for match in TOKEN.finditer(ProseNumbers(book).blank_others(Text(text))) if match[1]] == numbers


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "1,000 m, 2.5 cm, 3,4 or 1,2,3", {"1,000": 1000, "2.5": 2.5, "3": 3, "4": 4, "1": 1, "2": 2}),
        ("de", "1.000 m, 2,5 cm und 3, 4", {"1.000": 1000, "2,5": 2.5, "3": 3, "4": 4}),
        (
            "fr",
            "1\u202f000 m, 12 000 hommes, 2,5 cm, 3 4",
            {"1\u202f000": 1000, "12 000": 12000, "2,5": 2.5, "3": 3, "4": 4},
        ),
    ],
)
def test_numbers_in_the_spelling_of_the_language(
    language: str, text: str, said: dict[str, float], project: Project
) -> None:
    project.write("content/game/game.yaml", f"game: {{title: G, language: {language}}}\nrules:\n{RULES}")
    book = project.examined("game").book
    assert book is not None
    typed = _typed_numbers(ProseNumbers(book).blank_others(Text(text)))
    assert {text[at : at + len(figures)]: _value(figures) for at, figures in typed} == said
