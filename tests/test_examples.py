"""Worked examples in the games' outputs: boxes whose arithmetic is what the rules code answered."""

import json
import re

import pdfplumber
import pytest

from rulewright.entries.text import Target
from tests.conftest import Project

EXAMPLES = """\
rules:
  fire: {number: "2", title: Fire, text: "A shot is halved. See [[example:far]].", exceptions: [Not at night.]}
  moves: {number: "3", title: Moves, text: It moves.}
terms: {Lamp: {text: A light., rule: hits}}
examples:
  far:
    rule: fire
    title: A shot at [[given:distance]] hexes
    text: |
      A [[unit:6-12]] fires from a [[given:cover]] place, as [[rule:moves]] and the [[Lamp]] allow.

      So does a [[given:gun]] of [[given:gun.firepower]].
    given: {gun: 9-4, distance: 18, cover: wood}
    steps:
      - {text: It is seen., ask: seen(distance), result: yes}
      - {text: The target lies in, ask: place(distance), result: wood}
      - {text: Half of the half counts., ask: fire_at(gun.firepower), working: product, result: 2¼}
      - {text: "The roll is [[result]].", ask: roll(4), working: sum, result: 2}
      - {text: The owner decides., unproved: a choice of the player}
"""

CODE = '''

from fractions import Fraction


def seen(distance: int) -> bool:
    """By day (rule 2)."""
    return distance < 20


def place(distance: int) -> Cover:
    """Far away is the wood (rule 2)."""
    return Cover.WOOD if distance > 9 else Cover.OPEN


def fire_at(firepower: int) -> tuple[tuple[int | Fraction, str], ...]:
    """Halves multiply (rule 2)."""
    return (firepower, "<FP>"), (Fraction(1, 2), "Long Range"), (Fraction(1, 2), "Area Fire")


def roll(score: int) -> tuple[tuple[int, str], ...]:
    """A leader helps (rule 2)."""
    return (score, "dr"), (1, "US#"), (-3, "leader")
'''


@pytest.fixture
def worked(small: Project) -> Project:
    small.replace(
        "content/small/game.yaml",
        "language: en}",
        "language: en, readers: editors, notations: {gun: {title: Gun, fields: {firepower: 0..9, range: 0..20}}}}",
    )
    small.write("content/small/more.yaml", EXAMPLES)
    small.write("content/small/rules.py", small.read("content/small/rules.py") + CODE)
    return small


def words(html: str) -> str:
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html)).replace("( ", "(")
    return re.sub(r" ([,.;])", r"\1", plain)


def test_the_web_prints_the_situation_the_steps_and_what_the_code_answers(worked: Project) -> None:
    worked.make("web/*", prove=True)
    page = worked.read("build/small/web/fire.html")
    box = words(page[page.index('<aside class="example"') : page.index("</aside>")])
    assert "Example A shot at 18 hexes # A 6-12 fires from a In a wood place, as 3 and the Lamp allow." in box
    assert "So does a 9-4 of 9. It is seen. The target lies in In a wood. Half of the half counts." in box
    assert (
        "9 [&lt;FP&gt;] × ½ [Long Range] × ½ [Area Fire] = 2¼ The roll is 2. 4 [dr] + 1 [US#] − 3 [leader] = 2" in box
    )
    assert "Run with seen(), place(), fire_at() and roll(); step 5 asks nothing." in box
    assert '<a class="example" href="fire.html#example-far">A shot at 18 hexes</a>' in page


def test_without_the_proof_the_arithmetic_is_left_out_and_the_box_says_so(worked: Project) -> None:
    worked.make("web/*")
    box = words(worked.read("build/small/web/fire.html"))
    assert "Half of the half counts. → 2¼ The roll is 2." in box
    assert "Not run: the rules code was not asked, so its arithmetic is left out." in box
    assert "Long Range" not in box


def test_the_rulebook_prints_the_box(worked: Project) -> None:
    worked.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: The rules\ncolumns: 1\n")
    worked.make("rulebook.pdf", prove=True)
    with pdfplumber.open(worked.root / "build/small/rulebook.pdf") as pdf:
        text = " ".join(" ".join(page.extract_text() for page in pdf.pages).split())
    assert "EXAMPLE A shot at 18 hexes A 6-12 fires from a In a wood place, as 3" in text
    assert "9[<FP>]×½[LongRange]×½[AreaFire]=2¼" in text.replace(" ", "")
    assert "5. The owner decides. Run with seen(), place(), fire_at() and roll(); step 5 asks nothing." in text


def test_an_example_cites_what_it_links_and_is_listed_there(worked: Project) -> None:
    book = worked.examined(prove=False).book
    assert book is not None
    for cited in (Target("rule", "moves"), Target("term", "lamp")):
        assert Target("example", "far") in book.cited_by[cited]
    worked.make("web/*", prove=True)
    page = words(worked.read("build/small/web/moves.html"))
    assert "Cited by examples A shot at 18 hexes" in page
    assert '<a href="fire.html#example-far">A shot at 18 hexes</a>' in worked.read("build/small/web/moves.html")
    own = worked.read("build/small/web/fire.html")
    assert "Cited by" not in own[own.index("</aside>") :]


def test_steps_are_counted_with_what_is_proved(worked: Project) -> None:
    assert "4 of 4 example steps run; " in worked.run("check").out
    coverage = json.loads(worked.run("check", "--format", "json").out)
    assert (coverage["coverage"]["examples"], coverage["coverage"]["examples_proved"]) == (4, 4)
    steps = [each for each in coverage["statements"] if each["kind"] == "example"]
    assert [(each["owner"], each["proved_by"]) for each in steps] == [
        ("far", "seen"),
        ("far", "place"),
        ("far", "fire_at"),
        ("far", "roll"),
    ]


def test_the_report_tells_each_step_and_what_was_not_asked(worked: Project) -> None:
    assert worked.run("build").status == 0
    report = words(worked.read("build/small/report.html"))
    assert "example steps run 4 of 4" in report
    assert "A shot at 18 hexes example" in report
    assert "fire_at(gun.firepower) = 2¼ fire_at()" in report
    assert "The owner decides. (a choice of the player)" in report


def test_a_step_that_differs_is_told_with_the_docstring_and_a_test(worked: Project) -> None:
    worked.replace("content/small/more.yaml", "result: 2¼", "result: 2½")
    said = worked.run("check")
    assert said.status == 1
    assert "error[example-differs]: step 3 of example 'far' gives 2½, fire_at() answers 9 [<FP>] × ½" in said.out
    assert "the code says: Halves multiply (rule 2)." in said.out
    assert "3 of 4 example steps run" in said.out
    test = said.out.partition("a test to paste:\n")[2].partition("\n\nsmall:")[0]
    source = "\n".join(line.removeprefix("    ") for line in test.split("\n"))
    assert "    assert math.prod(value for value, _ in fire_at(firepower=9)) == Fraction(5, 2)" in source
    compile(source, "test", "exec")


@pytest.mark.parametrize(
    ("step", "printed"),
    [
        ('text: "Is it seen?", ask: seen(distance), result: yes', "Is it seen? Yes."),
        ("text: It is seen., ask: seen(distance), result: yes", "It is seen."),
        ('text: "Is it seen at [[given:distance]]?", ask: seen(30), result: no', "Is it seen at 18? No."),
        ("text: It lies in, ask: place(3), result: open", "It lies in open."),
        ("text: It lies somewhere., ask: place(3), result: open, domain: spot", "It lies somewhere. → clear"),
        ('text: "It is [[result]] there.", ask: place(3), result: open, domain: spot', "It is clear there."),
        ('text: "It is [[result:1|bare]] there.", ask: place(3), result: open', "It is bare there."),
        ("text: Who is there?, ask: nobody(), result: nothing", "Who is there? Nothing."),
    ],
)
def test_a_text_is_followed_by_what_it_lacks(worked: Project, step: str, printed: str) -> None:
    old = "{text: It is seen., ask: seen(distance), result: yes}"
    worked.replace("content/small/more.yaml", old, f"{{{step}}}")
    worked.write("content/small/spots.yaml", "domains: {spot: {open: clear, wood: dark}}")
    code = worked.read("content/small/rules.py")
    worked.write("content/small/rules.py", code + '\n\ndef nobody() -> None:\n    """Nobody (rule 2)."""\n')
    worked.make("web/*", prove=True)
    page = worked.read("build/small/web/fire.html")
    first = page[page.index('<ol class="steps">') :].partition("</li>")[0]
    assert words(first).strip() == printed


def test_a_name_prints_as_the_table_has_it_that_its_function_proves(worked: Project) -> None:
    """Two domains have other words for `wood`; the table of the function tells which is meant."""
    worked.write("content/small/spots.yaml", "domains: {spot: {open: clear, wood: dark}}")
    worked.make("web/*", prove=True)
    assert "The target lies in wood." in words(worked.read("build/small/web/fire.html"))
    table = "{title: Places, rule: fire, rows: {far: {yes: far, no: near}}, values: spot, cells: {yes: wood, no: open}"
    worked.write("content/small/places.yaml", f"tables: {{places: {table}, proof: lies(far)}}}}")
    worked.replace(
        "content/small/rules.py",
        "def place(",
        "def lies(far: bool) -> Cover:\n    return place(18 if far else 3)\n\n\ndef place(",
    )
    worked.replace("content/small/more.yaml", "ask: place(distance)", "ask: lies(yes)")
    worked.make("web/*", prove=True)
    assert "The target lies in dark." in words(worked.read("build/small/web/fire.html"))


def test_a_single_part_is_the_result(worked: Project) -> None:
    worked.replace(
        "content/small/rules.py", '    return (score, "dr"), (1, "US#"), (-3, "leader")', '    return ((score, "dr"),)'
    )
    worked.replace("content/small/more.yaml", "working: sum, result: 2", "working: sum, result: 4")
    worked.make("web/*", prove=True)
    assert "The roll is 4. 4 [dr] The owner" in words(worked.read("build/small/web/fire.html"))


def test_an_example_that_asks_nothing_says_so(worked: Project) -> None:
    step = "{text: The owner decides., unproved: a choice}"
    told = f"examples: {{told: {{rule: moves, title: Told, text: A unit moves., steps: [{step}]}}}}"
    worked.write("content/small/told.yaml", told)
    for prove in (True, False):
        worked.make("web/*", prove=prove)
        box = words(worked.read("build/small/web/moves.html"))
        assert "A unit moves. The owner decides. Not run: it asks nothing. Cited by" in box
