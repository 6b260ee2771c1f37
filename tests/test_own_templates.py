"""A project's own templates and stylesheets that fail, in every command that renders."""

import pytest

from rulewright.pdf.printer import Printer
from tests.conftest import ROOT, Project

STYLE = "templates/card/card.css"
PLAIN = (ROOT / STYLE).read_text("utf-8")
LINE = PLAIN.count("\n") + 1


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (
            "body { background: url(file:///etc/passwd) }",
            "it loads 'file:///etc/passwd', but templates must not load anything",
        ),
        (
            '@font-face { font-family: X; src: url("https://example.org/x.woff") }',
            "it loads 'https://example.org/x.woff', but templates must not load anything",
        ),
        ("body::before { content: url(picture.png) }", "it loads 'picture.png', but templates must not load anything"),
        ("body { background: url(data:nonsense) }", "it loads 'data:nonsense', but templates must not load anything"),
        ("@page { size: 1e9mm 1e9mm !important }", "its pages are over 5 m long: see `size` under `@page`"),
        ("@page { size: 0 0 !important }", "its pages have no room: see `size` and `margin` under `@page`"),
    ],
)
def test_a_stylesheet_that_cannot_be_used(rule: str, said: str, small: Project) -> None:
    small.write(STYLE, f"{PLAIN}\n{rule}\n")
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert f"error[template-error]: the template cannot be used: {said}" in shown.out
    assert shown.out.startswith(f"{STYLE}:{LINE + 1}:1: " if "url" in rule else f"{STYLE}:")


def test_a_stylesheet_imports_nothing(small: Project) -> None:
    small.write(STYLE, f'@import "other.css";\n{PLAIN}')
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert shown.out.startswith(
        f"{STYLE}:1:1: error[template-error]: the template cannot be used: it imports another stylesheet"
    )


def test_a_failure_of_the_printer_is_a_finding(small: Project) -> None:
    small.write(STYLE, f"{PLAIN}\nhtml, p {{ font-size: 1e30pt !important }}\n")
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert "template-error" in shown.out
    assert "WeasyPrint cannot print with it" in shown.out


def test_a_card_in_its_own_template_fetches_nothing(small: Project) -> None:
    small.write("templates/card/card.html.j2", '<style id="type"></style>\n<img src="file:///etc/passwd" alt="">')
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert shown.out.startswith("templates/card/card.html.j2:2:1: error[template-error]")
    assert "'file:///etc/passwd'" in shown.out


def test_a_card_needs_the_style_that_sets_its_size(small: Project) -> None:
    small.write("templates/card/card.html.j2", "<p>")
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert shown.out.startswith("templates/card/card.html.j2: error[template-error]")


@pytest.mark.parametrize(("text", "status"), [(b"{{ 1 / 0 }}", 1), (b"\xff", 2)])
@pytest.mark.parametrize(
    ("command", "template"),
    [
        (("build", "--no-prove"), "card/card.html.j2"),
        (("check", "--printed", "--no-prove"), "card/card.html.j2"),
        (("check", "--format", "html", "--no-prove"), "report/report.html.j2"),
        (("manual",), "manual/page.html.j2"),
    ],
)
def test_every_command_that_renders_says_where(
    command: tuple[str, ...], template: str, text: bytes, status: int, small: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.app.commands.manual._can_print", lambda: False)
    small.write(f"templates/{template}", b"\n" + text)
    shown = small.run(*command)
    assert shown.status == status
    assert f"templates/{template}:2:1: error[template-error]" in shown.out + shown.err
    assert "Traceback" not in shown.out + shown.err
    assert not (small.root / "build").exists() or not any((small.root / "build").rglob("*.html"))


def test_a_fault_of_all_templates_is_said_once(small: Project) -> None:
    (small.root / "templates").touch()
    shown = small.run("build", "--no-prove")
    assert shown.status == 2
    assert shown.out.startswith(
        "templates: error[template-error]: the template cannot be used: it cannot be read: Not a directory"
    )
    assert shown.out.count("template-error") == 1


def test_a_cell_over_endless_columns_is_refused(small: Project) -> None:
    small.write("templates/card/card.html.j2", '<style id="type"></style>\n<table><tr><td colspan="100000">x</table>')
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    assert shown.out.startswith("templates/card/card.html.j2:2:")
    assert "a cell in it spans ten thousand rows or columns" in shown.out


@pytest.mark.long
def test_a_layout_that_does_not_end_is_given_up(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.pdf.printer.SECONDS", 1.0)
    monkeypatch.setattr("rulewright.pdf.printer.PER_ELEMENT", 0)
    small.write("templates/card/card.css", "* { columns: 200000 }")
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.status == 1
    said = "error[template-error]: the template cannot be used: a page laid out with it takes longer than 1 s"
    assert shown.out.startswith(f"templates/card/card.css: {said}\n")
    small.write("templates/card/card.html.j2", '<style id="type"></style>\n' + "<p>Card" * 60)
    shown = small.run("check", "--printed", "--no-prove")
    assert shown.out.startswith(f"templates: {said}; the project has card/card.css, card/card.html.j2\n")


def test_words_about_such_a_cell_are_no_cell() -> None:
    assert Printer("").parsed("<p>colspan=100000</p>")
