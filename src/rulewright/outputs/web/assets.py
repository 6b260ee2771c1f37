"""Combine style sheets and scripts, so that a page requests few files.

A project may replace any source. A combined file has the name of its most important source.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from rulewright.base.messages.catalogues import Catalogue, catalogue
from rulewright.book.game import Game
from rulewright.html.environment import asset
from rulewright.html.web_look import SHEET, in_the_dark, web_style

WORDS, DARK = "words.js", "dark.css"
COMBINED = {
    "rulewright.css": ("rulewright.css", "cards.css", "publish.css", "search.css", "shell.css", "use.css", DARK),
    "rulewright.js": (WORDS, "rulewright.js", "keep.js", "publish.js", "shell.js", "search.js", "open-use.js"),
    "search-parts.js": ("search-words.js", "search-parts.js", "search-seek.js"),
    "search-engine.js": ("search-hits.js", "search-engine.js"),
    "use.js": ("reckoning.js", "lookups.js", "sums.js", "use.js"),
    "procedures.js": ("reckoning.js", "odds.js", "procedures.js"),
}
"""The sources of each combined file, in the order in which they must run."""
SINGLE = (WORDS, "theme.js", "go.js", "cards.js", "procedures.css", "changes.css", "search-page.js", "offline.js")
ASSETS = (*COMBINED, *SINGLE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LINE_END = re.compile(r"\s*\n\s*")


def web_asset(project: Path, name: str, game: Game, further: Iterable[str] = ()) -> str:
    """Return the text of one of the ASSETS; `words.js` also gets the words of `further` scripts."""
    return "".join(_minified(each, project, game, further) for each in COMBINED.get(name, (name,)))


def _minified(name: str, project: Path, game: Game, further: Iterable[str]) -> str:
    if name == WORDS:
        names = {each for name in ASSETS for each in COMBINED.get(name, (name,)) if each.endswith(".js")}
        scripts = [asset(project, f"web/{each}") for each in sorted(names - {WORDS})]
        words = words_script(asset(project, f"web/{WORDS}"), (*scripts, *further), catalogue(game.language))
        return thin_script(words)
    text = web_style(game, project) if name == SHEET else asset(project, f"web/{name}")
    if name.endswith(".js"):
        return thin_script(text)
    return in_the_dark(thin_style(text)) if name == DARK else thin_style(text)


def thin_style(text: str) -> str:
    """Return a style sheet without comments and line ends."""
    return LINE_END.sub(" ", COMMENT.sub("", text)).strip() + "\n"


def thin_script(text: str) -> str:
    """Return a script without indentation and comment lines. Strings over several lines stay unchanged."""
    lines, in_string = list[str](), False
    for line in text.splitlines():
        bare = line if in_string else line.strip()
        if not bare or (not in_string and bare.startswith("//")):
            continue
        lines.append(bare)
        in_string ^= bare.count("`") % 2 == 1
    return "\n".join(lines) + "\n"


# `words.js` holds the words of all scripts in the language of the pages

TEXT = r'"((?:[^"\\]|\\.)*)"'
SINGULAR, COUNTED = re.compile(rf"\b_\({TEXT}"), re.compile(rf"\b_n\({TEXT}, {TEXT}")
NO_WORDS, FORM = "const WORDS = {};", "const form = (n) => Number(n !== 1);"
"""Lines of `words.js` that translations replace: no translated words, and the English plural rule."""


def words_script(source: str, scripts: Iterable[str], catalogue: Catalogue) -> str:
    """Return `words.js` with the translated words of the scripts."""
    if catalogue.is_english:
        return source
    words: dict[str, str | list[str]] = {}
    for script in scripts:
        words |= {text: catalogue.gettext(text) for text in map(_unquoted, SINGULAR.findall(script))}
        pairs = (map(_unquoted, pair) for pair in COUNTED.findall(script))
        words |= {one: catalogue.forms(one, many) for one, many in pairs}
    written = json.dumps(words, ensure_ascii=False).replace("</", "<\\/")
    form = f"const form = (n) => Number({catalogue.plural_rule});"
    return source.replace(NO_WORDS, f"const WORDS = {written};").replace(FORM, form)


def _unquoted(text: str) -> str:
    return str(json.loads(f'"{text}"'))


# Data is stored in scripts, because a page opened from the file system can load no other data. Each script stores its
# data in its own `<script>` element, so nothing is global. A host may send the data of another edition to an open page;
# the page notices this by a digest in the data.

compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def data_script(name: str, data: object) -> str:
    """Return a script that stores `data` in the property `name` of its own element."""
    return script_of(name, compact(data))


def script_of(name: str, text: str) -> str:
    """Return a data script for JSON text. Browsers parse JSON in a string much faster than JavaScript objects."""
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"document.currentScript.{name} = JSON.parse('{quoted}');\n"


def mark_of(data: object, length: int) -> str:
    return mark_of_text(compact(data), length)


def mark_of_text(text: str, length: int) -> str:
    """Return the first characters of the digest of a text."""
    return urlsafe_b64encode(sha256(text.encode()).digest())[:length].decode()
