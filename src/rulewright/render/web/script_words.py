"""The words of scripts: `words.js` holds those of all scripts in the language of the pages."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping

from rulewright.translation.catalogues import Catalogue

TEXT = r'"((?:[^"\\]|\\.)*)"'
SAID, COUNTED = re.compile(rf"\b_\({TEXT}"), re.compile(rf"\b_n\({TEXT}, {TEXT}")
WORDS, FORM = "const WORDS = {};", "const form = (n) => Number(n !== 1);"
"""The lines of `words.js` that are English."""

Words = Mapping[str, str | list[str]]


def words_script(source: str, scripts: Iterable[str], catalogue: Catalogue) -> str:
    """`words.js` with what the scripts say."""
    if catalogue.is_english:
        return source
    words = json.dumps(dict(_words(scripts, catalogue)), ensure_ascii=False).replace("</", "<\\/")
    form = f"const form = (n) => Number({catalogue.plural});"
    return source.replace(WORDS, f"const WORDS = {words};").replace(FORM, form)


def _words(scripts: Iterable[str], catalogue: Catalogue) -> Iterator[tuple[str, str | list[str]]]:
    for script in scripts:
        for text in map(_read, SAID.findall(script)):
            yield text, catalogue.gettext(text)
        for one, many in COUNTED.findall(script):
            yield _read(one), catalogue.forms(_read(one), _read(many))


def _read(quoted: str) -> str:
    text: str = json.loads(f'"{quoted}"')
    return text
