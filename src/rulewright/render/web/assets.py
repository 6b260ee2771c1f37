"""Stylesheets and scripts of pages: those that each page needs are put together, so that a page asks for few files.

A project may replace any of the sources; the files that are made of several bear the name of the first that says most.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from rulewright.model.game import Game
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.web_look import SHEET, in_the_dark, web_style
from rulewright.translation.catalogues import Catalogue, catalogue

# The words of scripts

TEXT = r'"((?:[^"\\]|\\.)*)"'
SAID, COUNTED = re.compile(rf"\b_\({TEXT}"), re.compile(rf"\b_n\({TEXT}, {TEXT}")
NO_WORDS, FORM = "const WORDS = {};", "const form = (n) => Number(n !== 1);"
"""The lines of `words.js` that are English."""

Words = Mapping[str, str | list[str]]


def words_script(source: str, scripts: Iterable[str], catalogue: Catalogue) -> str:
    """`words.js` with what the scripts say."""
    if catalogue.is_english:
        return source
    words = json.dumps(dict(_script_words_words(scripts, catalogue)), ensure_ascii=False).replace("</", "<\\/")
    form = f"const form = (n) => Number({catalogue.plural});"
    return source.replace(NO_WORDS, f"const WORDS = {words};").replace(FORM, form)


def _script_words_words(scripts: Iterable[str], catalogue: Catalogue) -> Iterator[tuple[str, str | list[str]]]:
    for script in scripts:
        for text in map(_read, SAID.findall(script)):
            yield text, catalogue.gettext(text)
        for one, many in COUNTED.findall(script):
            yield _read(one), catalogue.forms(_read(one), _read(many))


def _read(quoted: str) -> str:
    text: str = json.loads(f'"{quoted}"')
    return text


WORDS, DARK = "words.js", "dark.css"
TOGETHER = {
    "rulewright.css": ("rulewright.css", "cards.css", "publish.css", "search.css", "shell.css", "use.css", DARK),
    "rulewright.js": (WORDS, "rulewright.js", "keep.js", "publish.js", "shell.js", "search.js", "open-use.js"),
    "search-parts.js": ("search-words.js", "search-parts.js", "search-seek.js"),
    "search-engine.js": ("search-hits.js", "search-engine.js"),
    "use.js": ("reckoning.js", "lookups.js", "sums.js", "use.js"),
    "procedures.js": ("reckoning.js", "odds.js", "procedures.js"),
}
"""Each file with its sources, in the order in which they count."""
ALONE = (
    WORDS,
    "theme.js",
    "go.js",
    "cards.js",
    "procedures.css",
    "changes.css",
    "search-page.js",
    "offline.js",
)
ASSETS = (*TOGETHER, *ALONE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BETWEEN = re.compile(r"\s*\n\s*")


def web_asset(project: Path, name: str, game: Game, further: Iterable[str] = ()) -> str:
    """The text of one of the ASSETS; scripts say the words of `further` scripts too."""
    sources = TOGETHER.get(name, (name,))
    return "".join(_thin(each, _source(project, each, game, further)) for each in sources)


def thin_style(text: str) -> str:
    """Without comments and the ends of lines, which are for authors."""
    return BETWEEN.sub(" ", COMMENT.sub("", text)).strip() + "\n"


def thin_script(text: str) -> str:
    """Without comments that have lines for themselves, and without indents; texts of several lines stay as they are."""
    kept, within = list[str](), False
    for line in text.splitlines():
        bare = line if within else line.strip()
        if not bare or (not within and bare.startswith("//")):
            continue
        kept.append(bare)
        within ^= bare.count("`") % 2 == 1
    return "\n".join(kept) + "\n"


def _source(project: Path, name: str, game: Game, further: Iterable[str]) -> str:
    if name == WORDS:
        return _words(project, game.language, further)
    return web_style(game, project) if name == SHEET else asset(project, f"web/{name}")


def _thin(name: str, text: str) -> str:
    if name.endswith(".js"):
        return thin_script(text)
    style = thin_style(text)
    return in_the_dark(style) if name == DARK else style


def _words(project: Path, language: str, further: Iterable[str]) -> str:
    """`words.js` in a language: the words of all scripts of the web, and of further ones."""
    names = {each for name in ASSETS for each in TOGETHER.get(name, (name,)) if each.endswith(".js")}
    scripts = [asset(project, f"web/{name}") for name in sorted(names - {WORDS})]
    return words_script(asset(project, f"web/{WORDS}"), (*scripts, *further), catalogue(language))


# Data as scripts

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def data_script(name: str, data: object) -> str:
    """Its element has the data by this name. A browser reads JSON in a string much faster than as a program."""
    return script_of(name, compact(data))


def script_of(name: str, text: str) -> str:
    """The same of data that are written as JSON already."""
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"document.currentScript.{name} = JSON.parse('{quoted}');\n"


def mark_of(data: object, signs: int) -> str:
    return mark_of_text(compact(data), signs)


def mark_of_text(text: str, signs: int) -> str:
    return urlsafe_b64encode(sha256(text.encode()).digest())[:signs].decode()
