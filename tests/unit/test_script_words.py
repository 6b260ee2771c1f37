"""The words of scripts, in the language of the pages."""

from rulewright.base.messages.catalogues import ENGLISH, catalogue
from rulewright.outputs.web.assets import COUNTED, SINGULAR, words_script
from tests.conftest import ROOT
from tests.extraction import extracted

FOLDER = ROOT / "templates"
WORDS = (FOLDER / "web/words.js").read_text("utf-8")
SCRIPTS = [file.read_text("utf-8") for file in sorted(FOLDER.rglob("*.js"))]


def test_a_script_says_the_words_of_the_catalogue() -> None:
    made = words_script(WORDS, ['_("Roll the dice"); _n("and {n} more row", "and {n} more rows", n)'], catalogue("de"))
    assert (
        '{"Roll the dice": "Würfeln", "and {n} more row": ["und {n} weitere Zeile", "und {n} weitere Zeilen"]}' in made
    )
    assert "const form = (n) => Number((n != 1));" in made


def test_english_needs_none() -> None:
    assert words_script(WORDS, SCRIPTS, ENGLISH) == WORDS


def test_what_translators_see_is_what_scripts_are_given() -> None:
    seen = {each.id for each in extracted() if any(str(place[0]).endswith(".js") for place in each.locations)}
    singular = {text for script in SCRIPTS for text in SINGULAR.findall(script)}
    assert seen == singular | {pair for script in SCRIPTS for pair in COUNTED.findall(script)}
