"""The manual: every finding that the tool can make has a stage and a page that shows it; so has every word of a card."""

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from rulewright.app.cli import main
from rulewright.base.findings import Finding, Span, Stage
from rulewright.base.messages.messages import Message
from rulewright.book.declarations import ENTRIES
from rulewright.checks import CHECKS
from rulewright.entries.blocks import BY_NAME
from rulewright.entries.card import Card
from rulewright.outputs.manual.pages import FILES, card_pages, page, topics
from rulewright.outputs.manual.reference import page_name, words
from rulewright.outputs.manual.site import FILES as NAMED_FILES
from rulewright.pipeline.catalogue import FINDINGS, STAGES
from tests.manual_pages import shown, word_pictures

SOURCE = Path(__file__).resolve().parent.parent / "src" / "rulewright"
MAKERS = re.compile(r"Finding|fault|_fault|RulesFault|differing|_refuse|refuse|Fault")
MAKES = re.compile(rf"\b({MAKERS.pattern})\(\s*[\"']")
"""Files without such a call make no finding, and are not parsed."""
NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+|alias|tag|outside|overlap|disagreement|unwritable")
SHOWN_ELSEWHERE = {
    *FINDINGS[Stage.MACHINE],
    *FINDINGS[Stage.READ],
    "rules-died",
    "print-warning",
    "rulebook-overflow",
    "edge-without-mark",
    "stale-settlement",
}
"""What no text of a source alone can show: other tests do."""


def named_in_code() -> set[str]:
    """The names of all findings that the code makes: the first text that a maker of findings is given."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if MAKES.search(text) else ():
            if isinstance(node, ast.Call):
                maker = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                first = node.args[0] if node.args else None
                if MAKERS.fullmatch(maker) and isinstance(first, ast.Constant) and NAME.fullmatch(str(first.value)):
                    found.add(str(first.value))
    return found


def test_every_finding_in_the_code_is_in_the_catalogue() -> None:
    assert named_in_code() <= STAGES.keys()


@pytest.mark.parametrize(
    ("stage", "parts"),
    [
        (Stage.READ, "source base/findings.py"),
        (Stage.DECODE, "entries book"),
        (Stage.LINK, "book"),
        (Stage.PROVE, "proof"),
        (Stage.MUTATE, "proof/mutation"),
        (Stage.PRINT, "html pdf outputs"),
        (Stage.READ_BACK, "readback"),
    ],
)
def test_a_stage_makes_every_finding_that_it_lists(stage: Stage, parts: str) -> None:
    folders = [SOURCE / part for part in parts.split()]
    files = (path for part in folders for path in ([part] if part.suffix else sorted(part.rglob("*.py"))))
    made = {text for path in files for text in texts_in(ast.parse(path.read_text("utf-8")))}
    assert set(FINDINGS[stage]) - {"unknown-finding"} - made == set(), "listed, and made nowhere"


def texts_in(module: ast.Module) -> Iterator[object]:
    """The texts in a module outside its list of findings."""
    for statement in module.body:
        listing = isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "FINDINGS"
        yield from () if listing else (each.value for each in ast.walk(statement) if isinstance(each, ast.Constant))


def test_the_pages_name_every_kind_of_file_that_cases_have() -> None:
    assert FILES.keys() <= NAMED_FILES.keys()


FOUND_BY = re.compile(r"^@finds\(.*\)\ndef (\w+)", re.MULTILINE)
CHECK_FILES = sorted((SOURCE / "checks").rglob("*.py"))


def test_every_check_is_registered() -> None:
    """Every function with `@finds` is registered, and checks make findings by their kind alone."""
    functions = [name for path in CHECK_FILES for name in FOUND_BY.findall(path.read_text("utf-8"))]
    assert sorted(name.replace("_", "-") for name in functions) == sorted(each.name for each in CHECKS)
    for path in CHECK_FILES:
        code = path.read_text("utf-8")
        assert "Finding(" not in code, path


def test_no_name_stands_in_two_stages() -> None:
    assert len(STAGES) == sum(map(len, FINDINGS.values()))


@pytest.mark.parametrize("name", STAGES)
def test_every_finding_has_a_page_with_its_reason(name: str) -> None:
    told = page(name)
    assert told is not None
    assert told.text.startswith(f"# {name}\n")
    assert len(told.reason) > 40
    assert told.summary


@pytest.mark.parametrize("name", sorted(STAGES.keys() - SHOWN_ELSEWHERE))
def test_the_page_shows_the_finding_and_a_sound_case(name: str) -> None:
    told = page(name)
    assert told is not None
    assert any(f"[{name}]" in case.text for case in told.cases), "no case shows it"
    assert any(not case.faulty for case in told.cases), "no case is sound"


Capture = pytest.CaptureFixture[str]


def test_explain_prints_the_page(capsys: Capture) -> None:
    assert main(["explain", "gap-in-table/damage: score 7"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("# gap-in-table\n\nA table gives no answer for some input")
    assert "## A modified roll that no row covers" in said


def test_explain_lists_all_findings_by_stage(capsys: Capture) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.split("\n")
    headings = [*(stage.value for stage in Stage), "Cards", "The language of the source", "Topics", "Tutorials"]
    assert [line for line in lines if line and not line.startswith(" ")] == headings
    entries = map(page_name, ENTRIES)
    names = (*STAGES, *card_pages(), *topics(), *entries)
    assert all(any(line.startswith(f"  {name} ") or line == f"  {name}" for line in lines) for name in names)


@pytest.mark.parametrize("name", words())
def test_explain_knows_every_key_and_kind_of_link(name: str, capsys: Capture) -> None:
    assert main(["explain", name]) == 0
    text = capsys.readouterr().out
    for word in words()[name]:
        assert f"# {word.title}\n\n{word.summary}.\n" in text
        assert indent(word.example, "    ") in text


def test_explain_tells_the_new_word_of_a_former_one(capsys: Capture) -> None:
    assert main(["explain", "throws"]) == 0
    assert capsys.readouterr().out == "throws of a rule is called rolls now: rulewright explain rolls\n"


@pytest.mark.parametrize("name", ["modifiers", "sets", "policy-any", "rule-ranges"])
def test_explain_prints_a_topic_beside_the_keys_of_its_name(name: str, capsys: Capture) -> None:
    assert main(["explain", name]) == 0
    said = capsys.readouterr()
    assert topics()[name].text in said.out
    assert said.err == ""


def test_explain_prints_the_page_of_a_word_of_cards(capsys: Capture) -> None:
    assert main(["explain", "band"]) == 0
    assert capsys.readouterr().out.startswith("# band\n\nA band is a coloured heading for a rule")


@pytest.mark.parametrize("name", [*BY_NAME, *(key for key in Card.declared if key not in ("kind", "title", "blocks"))])
def test_every_word_of_a_card_has_a_page(name: str) -> None:
    told = card_pages()[name]
    assert told.text.startswith(f"# {name}\n")
    assert len(told.reason) > 40
    assert any(f"{name}:" in case.text or f"- {name}\n" in case.text for case in told.cases if not case.faulty)


def test_no_word_of_a_card_is_a_finding() -> None:
    assert not card_pages().keys() & STAGES.keys()


def test_explain_names_the_pages_that_speak_of_a_word(capsys: Capture) -> None:
    assert main(["explain", "d66"]) == 2
    assert capsys.readouterr().err == (
        "rulewright: there is no finding, key or topic 'd66': see rulewright explain dice domains roll-lists\n"
    )


def test_explain_says_to_which_file_a_step_of_a_tutorial_adds(capsys: Capture) -> None:
    assert main(["explain", "tutorial-cards"]) == 0
    text = capsys.readouterr().out
    assert "content/harvest-fair/tables.yaml, added at the end:\n\n```yaml\n" in text
    assert "cards/harvest-fair/help.yaml, added at the end:\n\n```yaml\n" in text
    assert "```yaml tables" not in text


def test_explain_proposes_the_right_name(capsys: Capture) -> None:
    assert main(["explain", "books"]) == 2
    assert "see rulewright explain rulebook " in capsys.readouterr().err.replace("booklet ", "")
    assert main(["explain", "gap-in-tabel"]) == 2
    wanted = "rulewright: there is no finding, key or topic 'gap-in-tabel': did you mean 'gap-in-table'?\n"
    assert capsys.readouterr().err == wanted


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `rulewright manual` writes; the pictures may have been printed for other tests."""
    root = tmp_path_factory.mktemp("manual")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rulewright.app.commands.manual_cases.printed_cases", lambda page: iter(shown(page.name)))
        patch.setattr("rulewright.app.commands.manual.printed_words", lambda *_: word_pictures())
        assert main(["manual", "--project", str(root)]) == 0
    return root / "build" / "manual"


def test_the_manual_can_be_read_while_its_pictures_are_printed(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    contents = tmp_path / "build/manual/index.html"
    monkeypatch.setattr("rulewright.app.commands.manual._pictures_of_cases", lambda: () if contents.exists() else None)
    monkeypatch.setattr("rulewright.app.commands.manual.printed_words", lambda *_: {})
    assert main(["manual", "--project", str(tmp_path)]) == 0
    assert capsys.readouterr().err == f"manual: {tmp_path / 'build/manual'} can be read; its pictures follow\n"
    assert "<h1>A family game of cards in ten steps</h1>" in (contents.parent / "start/tutorial-cards.html").read_text(
        "utf-8"
    )


@pytest.mark.long
@pytest.mark.slow
def test_the_pages_mark_the_fault_at_its_line(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.html")} == {"index", *STAGES}
    contents = (folder / "index.html").read_text("utf-8")
    assert all(f'href="{name}.html"' in contents for name in STAGES)
    gap = (folder / "gap-in-table.html").read_text("utf-8")
    assert (
        '<span class="line at error">  damage:\n</span><span class="found error">error[gap-in-table] … covers score 7'
        in gap
    )
    assert "# error:" not in gap


@pytest.mark.slow
def test_the_language_reference_shows_each_key_with_its_example_and_what_it_makes(folder: Path) -> None:
    contents = (folder / "index.html").read_text("utf-8")
    assert {path.stem for path in (folder / "language").glob("*.html")} == {"text", *map(page_name, ENTRIES)}
    for word in (word for found in words().values() for word in found):
        file = f"language/{page_name(word.entry) if word.entry else 'text'}.html"
        assert f'href="{file}"' in contents
        text = html.unescape((folder / file).read_text("utf-8"))
        assert f"<h2><code>{word.label}</code></h2>" in text
        assert word.example in text
    for word in word_pictures():
        assert (folder / "language" / word.file).read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_pages_about_cards_show_them_in_print(folder: Path) -> None:
    assert {path.stem for path in (folder / "cards").glob("*.html")} == card_pages().keys()
    contents = (folder / "index.html").read_text("utf-8")
    assert "title: Thicket" in (folder / "cards" / "game.yaml").read_text("utf-8")
    for name in card_pages():
        assert f'href="cards/{name}.html"' in contents
        shown = re.findall(r'<img src="([^"]+)"', (folder / "cards" / f"{name}.html").read_text("utf-8"))
        assert shown
        assert 'href="game.yaml"' in (folder / "cards" / f"{name}.html").read_text("utf-8")
        assert all((folder / "cards" / file).read_bytes().startswith(b"\x89PNG") for file in shown)


def test_a_machine_that_cannot_print_has_a_manual_without_pictures(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = Finding(
        "missing-library", Span("system"), Message("this system lacks Pango"), Message("run: apt install it")
    )
    monkeypatch.setattr("rulewright.app.commands.manual.library_findings", lambda: [lacking])
    assert main(["manual", "--project", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert said == "rulewright: the manual has no pictures: this system lacks Pango; run: apt install it\n"
    assert "<img" not in (tmp_path / "build/manual/cards/band.html").read_text("utf-8")
