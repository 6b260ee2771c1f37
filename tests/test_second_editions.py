"""The two editions of each game that comes with the tool: the second makes ten corrections and more of the first."""

import shutil
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rulewright.editions.as_text import difference_lines
from rulewright.editions.comparison import compare
from rulewright.editions.difference import Difference, applied
from rulewright.editions.folder import recorded
from rulewright.editions.history import Step
from rulewright.editions.recording import snapshot
from rulewright.editions.versions import read_version
from rulewright.pipeline import read_game
from tests.atom import faults
from tests.conftest import Project, built

ROOT = Path(__file__).resolve().parents[1]
TOLD = {
    "iron-cross": (
        "    text: be at most 4″ from the [-original unit-] {+first one+}; or",
        "    text: {+Units of both sides in one building are the other exception (6.6.1).+}",
        "    text: [-If-] {+When the+} sniper fires, throw [-D6: this may make it-] {+a D6 to see whether it is+} observed."
        " A sniper once revealed …",
        "    headings: Weapon · [-From the centre line ahead-] {+To either side+}",
        "  To-hit D10s: sniper (cell:to-hit-dice(sniper)): added [a rule or a value]",
        "  To-hit modifiers: firer moved in this activation · FT "
        "(cell:to-hit-modifiers(firer moved in this activation, ft, yes)): added [a rule or a value]",
        "    value: −2 (new)",
        "    place: 6 → 6–7",
        "    place: 4–5 → 4–6",
        "  5.3 Armour penetration: hopeless with one die (fact:hopeless-with-one-die): changed [a rule or a value]",
        "    value: 9 → 11",
        "    bullets: enemy infantry: if within 12″ {+of the firer+}, and no friendly infantry as …",
        "    bullets: an explosion gives 1 MM to [-friendly units-] {+units of the vehicle's side+} within 6″",
        "    bullets: defenders still stand: attackers [-fall-] {+go+} back 6″, or to …",
        "    true for: 44 of 58 → 48 of 58",
        "    5.3 Armour penetration: hopeless with two dice: value: 11 → 13",
    ),
    "last-hundred-yards": (
        "    text: … roll of 10 with an MFA {+MV+} of 2 or more did it …",
        "    text: … he is undisrupted, and [-it has a higher Cohesion-] {+his Cohesion is higher than the unit's+}.",
        "    text: [-Add-] {+Take the sum of the attackers' Assault Values, subtract that of the defenders, and add+} "
        "every modifier of Modifiers of an …",
        "    steps of the procedure: in another way",
        "    headings: {+Assault Value (AV) · attackers’ sum less defenders’ sum+}",
        "    headings: LATW / FT · [-vs FP /-] {+against an FP,+} Towed Gun [-/ Urban bldg-] {+or Urban Building+}",
        "    headings: … · Retreat hexes · Casualty · {+Disrupt ·+} Cohesion check · Advance · Regrouping",
        "  Outcome of an assault: 14 · Disrupt (cell:assault-outcome(14, disrupt)): added [a rule or a value]",
        "    value: undisrupted disrupt first → undisrupted: first disrupt",
        "    headings: … or J R reduced Squad {+,+} or Section",
        "    headings: non-vehicular in [-day light-] {+daylight+} · Fire",
        "  Distance within which a Hidden unit is revealed: any unit · at Night (cell:hidden-sighted(all, night)): "
        "moved [a rule or a value]",
        "    bullets: LATWs [-are defending with a single-] {+defend against one+} unit neither Disrupted nor Shocked: "
        "Destroyed",
        "    bullets: {+LATW units and+} unloaded Towed Guns[-, and LATW units-] may always set up Hidden",
        "    bullets: for each {+vehicle+} Destroyed * [-vehicles-]:",
        "    true for: 252 of 30,720 → 206 of 30,720",
        "    Outcome of an assault: 12 cells are new, gone or changed",
    ),
    "advanced-squad-leader": (
        "    text: … them are 17 hexes away or [-less-] {+more+}.",
        "    title: Concealment loss → Concealment loss, and gain",
        "    text: … count. A leader does not [-ever change his own DR-] {+help himself+}, but [-the-] "
        "{+other+} units in his Location have his Leadership [-unless he is alone-]. A table turns the total …",
        "    text: Hidden [-Status counts as concealment-] {+units count as concealed units+}, except where a rule says "
        "otherwise.",
        "    text: [-Minefields can he discovered by Searching-] {+Searching can find minefields+} (12.152), but not …",
        "    headings: Leadership of the best {+other+} leader in its Location[-, unless alone-] 10.7",
        "    headings: Leadership [-factor-] of the best leader who takes part",
        "    bullets: or are 17 hexes away or [-less-] {+more+}",
        "    bullets: … an attack with a PTC or [-better-] {+more+}",
        "    bullets: ordnance: [-the Case-] {+a DRM of +2+} To Hit [-DRM-] instead",
        "    true for: 18 of 410 → 24 of 410",
        "    why: One phrase, once with its two words joined.",
    ),
}
"""What players read of the corrections: cells, facts, sentences, bullets, headings, titles."""
GAMES = pytest.mark.parametrize("game", TOLD)


@cache
def difference(game: str) -> Difference:
    """Of the two editions that are recorded."""
    first, second = (each.read() for each in recorded(ROOT, game))
    return compare(first, second)


@GAMES
def test_the_difference_is_told_as_players_read_it(game: str) -> None:
    lines = list(difference_lines(Step(difference(game))))
    assert [line for line in TOLD[game] if line not in lines] == [], "\n".join(lines)
    assert len(difference(game).changes) >= 10
    assert applied(difference(game).changes, difference(game).before) == difference(game).after.things


@GAMES
def test_each_correction_has_its_reason(game: str) -> None:
    """The errata that the second edition brings are of changes that the difference tells."""
    brought = [each for each in difference(game).changes if each.kind == "erratum"]
    assert len(brought) >= 10
    assert all(each.added for each in brought)


@GAMES
def test_the_second_edition_has_the_number_that_follows(game: str) -> None:
    before, after, level = difference(game).before, difference(game).after, difference(game).level
    number = read_version(before.edition)
    assert number is not None
    assert (before.edition, after.edition) == ("1.0", str(number.raised(level)))
    assert before.date < after.date


@GAMES
def test_the_second_edition_is_the_source(game: str) -> None:
    """So cards and pages with its number say what it says; what claims hold in the code is left to `check`."""
    book = read_game(ROOT, game).book
    assert book is not None
    assert book.game.version == difference(game).after.edition
    now = replace(snapshot(book), edition="1.1", date=difference(game).after.date)
    assert compare(difference(game).after, now).changes == ()


@pytest.fixture(params=TOLD)
def addressed(request: pytest.FixtureRequest, project: Project) -> tuple[str, dict[str, str]]:
    """A game whose source says where its pages will be, and those that tell of changes."""
    game = request.param
    for folder in ("content", "cards"):
        shutil.copytree(ROOT / folder / game, project.root / folder / game)
    project.replace(
        f"content/{game}/game.yaml", "  language: en\n", "  language: en\n  address: https://example.org/\n"
    )
    return game, project.pages("changes*", "edition-*", game=game)


def test_pages_and_feed_tell_of_both_editions(addressed: tuple[str, dict[str, str]]) -> None:
    game, pages = addressed
    assert {"changes.html", "changes-1.1.html", "changes.xml", "edition-1.0.html", "edition-1.1.html"} <= pages.keys()
    assert pages["changes-1.1.html"].count('<article class="change') >= 10
    assert faults(pages["changes.xml"]) == []
    entries = ElementTree.fromstring(pages["changes.xml"]).findall("{http://www.w3.org/2005/Atom}entry")
    assert len(entries) == 1
    pages_of_rules = (data.decode() for name, data in built(game).items() if name.endswith(".html"))
    assert any('href="changes-1.1.html#' in page for page in pages_of_rules)
