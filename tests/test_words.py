"""`check --mutants --words`: which alterations of printed words the checks notice, by kind."""

import json
import re
from collections.abc import Iterator

import pytest

from rulewright.alterations.altered_game import TextHolders
from rulewright.alterations.counts import KindCount
from rulewright.alterations.kinds import KINDS, MOST_OF_A_KIND, sample
from rulewright.alterations.noticing import alter_words
from rulewright.diagnostics import Faults
from rulewright.link import link
from rulewright.model.book import Book, texts
from tests.conftest import FEW, GAME, GAMES, Project, examined, examples

SMALL = """\
game: {title: Words, language: en, colours: {fire: "#cc0000"}}
domains:
  weapon: {title: Weapon, names: {mortar: mortar, gun: gun, tank: tank}}
  distance: {title: Distance, numbers: 1.., unit: hexes, test-range: 1..12}
  flank: {title: Flank, names: {yes: on a flank, no: not on a flank}}
facts:
  reach: {value: 6, unit: hexes, rule: fire}
  crew: {value: 1, rule: moving}
terms:
  Fire: {rule: fire, text: An attack from a distance.}
  Ford: {rule: moving, text: A shallow place in a river.}
rules:
  fire:
    number: "1"
    title: Fire
    text: "An attack on a flank adds 2. [[Fire|Fire]] reaches [[fact:reach]] hexes, which is a distance of six hexes. Throw a D6."
  moving: {number: "2", title: Moving, text: "A squad of [[fact:crew]] squad stops in a [[Ford|ford]]. Two squads do not."}
tables:
  fire-modifiers:
    title: Modifiers of fire
    rule: fire
    values: 0..3
    modifiers:
      - {label: attack on a flank, when: {flank: yes}, value: 2}
      - {label: with a gun, when: {weapon: gun}, value: 1}
  least-distances:
    title: Least distances
    rule: fire
    rows: weapon
    headers: [Weapon]
    note: The D6 has no effect on it.
    outputs: {least: {title: Least distance, values: {ranges: 1..9, unit: hexes}}}
    cells: {mortar: {least: "2"}, gun: {least: "1"}, tank: {least: "1"}}
references:
  fire:
    title: Fire
    rule: fire
    items:
      - {text: up to 6 hexes away, claim: distance <= 6, unproved: An example.}
      - {text: "with a mortar, at least two hexes away", claim: weapon is mortar and distance >= 2, unproved: An example.}
errata:
  reach: {where: "reference:fire", class: slip, printed: 5 hexes, now: 6 hexes, why: A misprint.}
"""
CARD = "{title: Fire, size: 90 × 90 mm, blocks: [{table: fire-modifiers, title: Modifiers of fire}]}\n"
LINKS = ("another fact quoted", "link to another term", "link to another rule")


@pytest.fixture
def words(small: Project) -> Project:
    small.write("content/words/game.yaml", SMALL)
    small.write("cards/words/fire.yaml", CARD)
    return small


@pytest.fixture(scope="module")
def of_real_game() -> Iterator[dict[str, KindCount]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.alterations.kinds.MOST_OF_A_KIND", min(2 * examples(), MOST_OF_A_KIND))
        yield {each.kind: each for each in alter_words(book_of(GAME))}


def book_of(game: str) -> Book:
    book = examined(game).book
    assert book is not None
    return book


def test_each_kind_of_a_small_game(words: Project) -> None:
    """What is not noticed: a distance of seven hexes beside a fact of six, and the number of the earlier print."""
    said = words.run("check", "--mutants", "--words", "--format", "json", "words")
    found = json.loads(said.out)
    assert said.status == 0
    assert [each["name"] for each in found["findings"] if each["severity"] != "note"] == []
    shares = {each["kind"]: (each["noticed"], each["tried"]) for each in found["words"]["kinds"] if each["tried"]}
    assert shares == {
        "number in a bullet with a claim": (1, 1),
        "number word": (2, 3),
        "negation or comparison": (1, 1),
        "another fact quoted": (2, 2),
        "number in prose": (1, 1),
        "other dice": (2, 2),
        "link to another term": (2, 2),
        "printed names exchanged": (6, 6),
        "headings of columns exchanged": (1, 1),
        "heading of the column beside it": (1, 1),
        "title of a block over another table": (1, 1),
        "number in an erratum": (1, 2),
    }
    [unnoticed] = [each for each in found["words"]["unnoticed"] if each["kind"] == "number in an erratum"]
    assert unnoticed["words"] == "'5' altered to '6'"
    assert (unnoticed["file"], unnoticed["line"]) == (
        "content/words/game.yaml",
        SMALL.split("\n").index(line("5 hexes")) + 1,
    )
    assert unnoticed["owner"] == "erratum reach"


def line(part: str) -> str:
    return next(each for each in SMALL.split("\n") if part in each)


def test_text_lists_each_kind_and_what_was_not_noticed(words: Project) -> None:
    text = words.run("check", "--mutants", "--words", "words").out
    assert re.search(r"^words: \d+ of \d+ alterations of printed words noticed \(\d+%\)$", text, re.MULTILINE), text
    assert re.search(r"^  number in an erratum +1 of +2  50%$", text, re.MULTILINE), text
    assert re.search(r"^content/words/game\.yaml:\d+:\d+: not noticed: '5' altered to '6'$", text, re.MULTILINE), text
    assert "mutants," not in text, "what is proved is not altered"


def test_words_go_with_mutants_and_need_no_proof(words: Project) -> None:
    alone = words.run("check", "--words", "words")
    assert alone.status == 2
    assert "--words goes with --mutants" in alone.err
    assert words.run("check", "--mutants", "--words", "--no-prove", "words").status == 0


def test_other_languages_have_no_english_words(words: Project) -> None:
    words.write("content/words/game.yaml", SMALL.replace("language: en", "language: de"))
    found = json.loads(words.run("check", "--mutants", "--words", "--format", "json", "words").out)
    tried = {each["kind"]: each["tried"] for each in found["words"]["kinds"]}
    assert tried["number word"] == tried["negation or comparison"] == 0
    assert tried["number in prose"] == 1


@pytest.mark.parametrize("game", GAMES)
def test_an_altered_game_differs_in_the_altered_texts_only(game: str) -> None:
    book = book_of(game)
    holders = TextHolders(book.game)
    for kind in KINDS:
        for mutant in sample(kind.mutants(book))[::20]:
            replaced = {id(old): new for old, new in mutant.replacements}
            before, after = list(texts(book.game)), list(texts(holders.replaced(mutant.replacements)))
            expected = [(owner, replaced.get(id(text), text)) for owner, text in before]
            # Headings of columns stand once more among them, as far as they link something.
            assert [pair for pair in after if pair[1].links] == [pair for pair in expected if pair[1].links], (
                mutant.words
            )
            assert {pair for pair in after if not pair[1].links} == {pair for pair in expected if not pair[1].links}
            assert before != after, mutant.words


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.hypothesis  # so that `make test-long` alters more
def test_what_is_noticed_is_what_checks_find_in_the_altered_book(of_real_game: dict[str, KindCount]) -> None:
    """Linked again, all of it shows what was noticed; and what was not noticed shows nothing at its owner."""
    book = book_of(GAME)
    holders = TextHolders(book.game)
    for kind in KINDS:
        missed = {(each.span, each.words) for each in of_real_game[kind.name].unnoticed}
        for mutant in sample(kind.mutants(book))[:: 30 if examples() == FEW else 15]:
            faults = Faults()
            altered = link(holders.replaced(mutant.replacements), faults)
            assert faults.findings == []
            only = {mutant.owner} if (mutant.span, mutant.words) in missed else None
            found = [finding for check in kind.checks for finding in check.check(altered, only)]
            assert bool(found) == (only is None), f"{kind.name}: {mutant.words}"


@pytest.mark.slow
@pytest.mark.hypothesis
def test_shares_of_a_real_game(of_real_game: dict[str, KindCount]) -> None:
    """No kind may fall below what it was when these checks were written; a smaller sample may by a tenth."""
    by_chance = 0.1 if examples() == FEW else 0
    assert all(each.tried <= MOST_OF_A_KIND for each in of_real_game.values())
    least = {
        "number in a bullet with a claim": 0.9,
        "number word": 0.6,
        "another fact quoted": 0.85,
        "number in prose": 0.85,
        "negation or comparison": 0.42,
        "link to another term": 0.55,
        "link to another rule": 0.65,
        "printed names exchanged": 0.85,
        "headings of columns exchanged": 0.95,
        "heading of the column beside it": 0.95,
        "number in an erratum": 0.75,
    }
    shares = {kind: of_real_game[kind].share for kind in least}
    assert {kind: share for kind, share in shares.items() if share < least[kind] - by_chance} == {}
