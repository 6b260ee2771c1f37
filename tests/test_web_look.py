"""How a publisher's pages look: accent, fonts, logo, density and corners of `game: web:`."""

import re
from colorsys import rgb_to_hls

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.entries.themes import themes_of_the_tool
from rulewright.entries.web_look import (
    TEXT_CONTRAST,
    Grounds,
    WebLook,
    dark_accent,
    grounds,
    least_contrast,
    mixed,
    nearest_legible,
)
from rulewright.html.web_look import tokens
from tests.conftest import ROOT, Project
from tests.test_web import Page

LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><path d="M2 10 L15 2 L28 10Z" fill="#2f5778"/></svg>'
)
LIGHT, DARK = grounds(dark=False), grounds(dark=True)
OWN = re.compile(r"--(own-[\w-]+): ([^;]+);")
RADIUS = re.compile(r"border-radius:([^;}]*)")


def looking(project: Project, web: str) -> Project:
    project.replace("content/small/game.yaml", "language: en}", f"language: en, web: {{{web}}}}}")
    return project


def css(name: str) -> str:
    return (ROOT / "templates/web" / name).read_text("utf-8")


@pytest.mark.parametrize(("sheet", "behind"), [("rulewright.css", LIGHT), ("dark.css", DARK)])
def test_the_usual_accents_have_enough_contrast(sheet: str, behind: Grounds) -> None:
    usual = re.search(r"--accent: var\(--own-accent(?:-dark)?, (#\w{6})\)", css(sheet))
    assert usual is not None
    assert least_contrast(usual[1], behind) >= TEXT_CONTRAST


@given(st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}"), st.sampled_from((LIGHT, DARK)))
def test_the_nearest_colour_has_enough_contrast_and_the_same_hue(colour: str, behind: Grounds) -> None:
    nearest = nearest_legible(colour, behind)
    assert least_contrast(nearest, behind) >= TEXT_CONTRAST
    if least_contrast(colour, behind) >= TEXT_CONTRAST:
        assert nearest == colour
    hues = [(hue, lightness, saturation) for hue, lightness, saturation in map(_hls, (colour, nearest))]
    if min(lightness * (1 - lightness) * saturation for _, lightness, saturation in hues) > 0.06:  # else it is rounded
        apart = abs(hues[0][0] - hues[1][0])
        assert min(apart, 1 - apart) < 0.02
    assert least_contrast(dark_accent(colour), DARK) >= TEXT_CONTRAST


def _hls(colour: str) -> tuple[float, float, float]:
    return rgb_to_hls(*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)))


def test_tokens_are_in_the_stylesheet_of_the_pages(small: Project) -> None:
    looking(small, 'accent: {light: "#7A2E46", dark: "#d9b84a"}, density: compact, corners: square')
    pages = small.rendered(prove=False)
    sheet = pages["web/rulewright.css"].decode()
    assert dict(OWN.findall(sheet)) == {
        "own-accent": "#7a2e46",
        "own-accent-line": "#c29fa7",
        "own-accent-dark": "#d9b84a",
        "own-accent-line-dark": mixed("#d9b84a", 0.45, grounds(dark=True).page),
        "own-space": "0.7",
        "own-round": "0",
    }
    assert sheet.startswith(":root { --own-accent"), "before all that uses them"
    assert all(f"var(--{name}," in sheet for name in dict(OWN.findall(sheet)))
    of_web = [data for name, data in pages.items() if name.startswith("web/") and name.endswith(".html")]
    assert of_web
    assert not any(b"<style" in data or b"--own" in data for data in of_web)


def test_without_keys_pages_are_as_before(small: Project) -> None:
    assert not OWN.findall(small.rendered(prove=False)["web/rulewright.css"].decode())
    assert tokens(WebLook(), themes_of_the_tool()["parchment"]).startswith(":root { --own-accent: #7a1f1f;"), (
        "a theme has an accent too"
    )


def test_every_corner_follows_the_token() -> None:
    """But circles, what has no corner, and cards, which are as they print."""
    for path in sorted((ROOT / "templates/web").glob("*.css")):
        for value in RADIUS.findall(path.read_text("utf-8")):
            fixed = re.sub(r"calc\([^()]*var\(--(?:round|mm)\)\)", "", value).split()
            assert set(fixed) <= {"0", "50%"}, f"{path.name}: border-radius:{value}"


def test_pages_have_fonts_of_their_own(small: Project) -> None:
    usual = small.rendered(prove=False)["web/fonts.css"].decode()
    looking(small, "fonts: {text: Source Sans Pro, headings: Space Mono}")
    own = small.rendered(prove=False)["web/fonts.css"].decode()

    def face(sheet: str, family: str) -> str:
        found = re.search(rf'font-family: "{family}"; font-weight: 400; font-style: normal; src: url\("([^"]*)', sheet)
        assert found is not None
        return found[1]

    assert face(own, "Rulewright Serif") == face(usual, "Rulewright Sans") != face(usual, "Rulewright Serif")
    assert face(own, "Rulewright Sans") == face(usual, "Rulewright Sans")
    assert "Rulewright Headings" in own
    assert "Rulewright Headings" not in usual


@pytest.mark.parametrize(("alt", "titled"), [("A rifle squad", True), ("A SMALL GAME, in letters of iron", False)])
def test_a_logo_leads_to_the_overview(alt: str, titled: bool, small: Project) -> None:
    small.write("content/small/pictures/logo.svg", LOGO)
    looking(small, f'logo: {{picture: pictures/logo.svg, alt: "{alt}"}}')
    files = small.rendered(prove=False)
    page = files["web/hits.html"].decode()
    (logo,) = Page(page).all("img", **{"class": "logo"})
    assert (logo["src"], logo["alt"]) == ("figures/pictures/logo.svg", alt)
    assert files["web/figures/pictures/logo.svg"].decode() == LOGO
    name = re.search(r'<a class="game" href="index.html">(.*?)</a>', page)
    assert name is not None
    assert name[1].endswith(">A small game") == titled


@pytest.mark.parametrize(
    ("logo", "found"),
    [
        ("{picture: pictures/logo.svg}", "missing-key"),
        ("{picture: pictures/none.svg, alt: A squad}", "missing-picture"),
        ("{picture: ../../../etc/passwd.svg, alt: A squad}", "outside"),
        ("{picture: pictures/bad.svg, alt: A squad}", "unsafe-picture"),
        ("{picture: pictures/bad.gif, alt: A squad}", "bad-picture"),
        ("pictures/logo.svg", "wrong-type"),
    ],
)
def test_a_logo_at_fault_is_told(logo: str, found: str, small: Project) -> None:
    small.write("content/small/pictures/logo.svg", LOGO)
    small.write("content/small/pictures/bad.svg", LOGO.replace("<path", "<script>alert(1)</script><path"))
    looking(small, f"logo: {logo}")
    said = small.run("check")
    assert said.status == 1
    assert f"[{found}]" in said.out + said.err


@pytest.mark.parametrize(
    ("web", "words"),
    [
        ("accent: red", "the colour 'accent' is not written #rrggbb"),
        ('accent: {dark: "#ffffff"}', "'light'"),
        ("fonts: {text: Sauce Sans}", "did you mean 'Source Sans Pro'?"),
        ("fonts: {prose: Source Sans Pro}", "'prose'"),
        ("density: dense", "'density' is normal, compact or airy, not 'dense'"),
        ("corners: rond", "did you mean 'round'?"),
    ],
)
def test_words_that_are_none_are_told(web: str, words: str, small: Project) -> None:
    said = looking(small, web).run("check")
    assert said.status == 1
    assert words in said.out + said.err


TERMS = "https://creativecommons.org/licenses/by/4.0/"
ABOUT = f'authors: [Ann Author], licence: "[CC BY]({TERMS})", credits: "Drawn by Cleo.", '


def test_every_page_says_who_made_the_game_and_on_which_terms(small: Project) -> None:
    """Also that of a card, and the report; the credits are on the overview, which all pages lead to."""
    small.replace("content/small/game.yaml", "language: en}", f"{ABOUT}edition: 2, language: en}}")
    assert small.run("build").status == 0
    pages = [*(small.root / "build/small/web").glob("*.html"), small.root / "build/small/report.html"]
    assert {"card-hits.html", "search.html", "report.html"} <= {path.name for path in pages}
    for path in pages:
        text = path.read_text("utf-8")
        foot = text[text.index('<footer class="imprint">') : text.index("</footer>")]
        assert "A small game, edition 2, by Ann Author" in foot, path.name
        (terms,) = [link for link in Page(foot).all("a") if link["href"] == TERMS]
        assert terms["rel"] == "external noopener", path.name
        folder = "web/" if path.name == "report.html" else ""
        assert f'<a href="{folder}index.html#page-about">Sources and credits</a>' in foot, path.name
    assert "Drawn by Cleo." in small.read("build/small/web/index.html")


def test_terms_with_a_program_in_their_link_are_refused(small: Project) -> None:
    small.replace("content/small/game.yaml", "language: en}", 'licence: "[CC](javascript:alert(1))", language: en}')
    said = small.run("build")
    assert (said.status, (small.root / "build/small").exists()) == (1, False)
    assert "error[unsupported-markup]: 'javascript:alert(1)' is not an address" in said.out


def test_the_report_is_a_page_of_the_same_book(small: Project) -> None:
    """It has the tokens, the head and the foot of the others, and stays one file that can be sent on."""
    small.write("content/small/pictures/logo.svg", LOGO)
    looking(small, 'accent: "#7a2e46", corners: square, logo: {picture: pictures/logo.svg, alt: A rifle squad}')
    assert small.run("build").status == 0
    text, sheet = small.read("build/small/report.html"), small.read("build/small/web/rulewright.css")
    tokens_of_both = sheet[: sheet.index("}") + 1]
    assert "--own-accent: #7a2e46; " in tokens_of_both
    assert f"<style>{tokens_of_both}" in text
    assert '<a class="game" href="web/index.html"><img class="logo" src="web/figures/pictures/logo.svg"' in text
    links = [str(tag[key]) for _, tag in Page(text).tags for key in ("href", "src") if key in tag]
    beside = {link.partition("#")[0] for link in links if not link.startswith(("data:", "#"))}
    assert {"web/index.html", "web/glossary.html", "web/fonts.css", "web/theme.js"} <= beside
    assert all((small.root / "build/small" / link).exists() for link in beside)
    alone = Page(small.run("check", "--format", "html").out)
    assert not [tag for _, tag in alone.tags if not str(tag.get("src") or tag.get("href") or "#").startswith("#")]
