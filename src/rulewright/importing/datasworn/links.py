"""Links between the things of a package, which become links of ours when all things have their names."""

import re
from collections.abc import Callable, Mapping

from rulewright.importing.draft import Draft, Entry, Guessed, Value
from rulewright.importing.markdown.repairing import repaired, shortened

LINKED = re.compile(r"\[([^\[\]]*)\]\((?:datasworn:|id:)?([\w:/.*$-]+/[\w/.*-]+)\)")
"""`[Face Death](datasworn:move:classic/suffer/face_death)`, with `id:` or nothing in older files."""
MACRO = re.compile(r"\{\{(\w+)(?::|>)([^{}]*)\}\}")
"""`{{table:classic/…}}` stands for a table of another thing, `{{text:…}}` for its text."""
KIND = re.compile(r"^[a-z_]+(?:\.[a-z_]+)*:")
OURS = re.compile(r"\[\[theirs:([^|\[\]]*)\|([^\[\]]*)\]\]")
UNSHOWN = re.compile(r"[\[\]|*_`<>]")


def passage(text: str) -> str:
    """A text of theirs, of any length, as one of ours; its links still name their things."""
    return repaired(shortened(_linked(text), lambda _: None), blocks=True)


def line(text: str) -> str:
    """A text of theirs as one line."""
    return repaired(shortened(" ".join(_linked(text).split()), lambda _: None), blocks=False)


def _linked(text: str) -> str:
    text = MACRO.sub(
        lambda match: f"[{_last(match[2])}](datasworn:{match[2]})", text.replace("[[", "[").replace("]]", "]")
    )
    return LINKED.sub(
        lambda match: f"[[theirs:{plain_id(match[2])}|{UNSHOWN.sub(' ', match[1]).strip() or 'see'}]]", text
    )


def _last(id_: str) -> str:
    return id_.rpartition("/")[2].replace("_", " ")


def plain_id(id_: str) -> str:
    """An id without the kind of its thing: older files have none, and some name collections with an infix."""
    return re.sub(r"/(?:collections|oracles|moves|assets)(?=/)", "", KIND.sub("", id_))


def resolved(draft: Draft, targets: Mapping[str, str]) -> Draft:
    """The draft with our links; a link to nothing of it is only its words."""

    def shown(text: str) -> str:
        return OURS.sub(lambda match: _link(targets.get(match[1]), match[2]), text)

    entries = tuple(Entry(e.section, e.id, _changed(e.value, shown), e.origin, e.guesses) for e in draft.entries)
    return Draft(draft.game, entries, draft.layouts, draft.pictures, draft.unread, draft.remarks)


def _link(target: str | None, words: str) -> str:
    return f"[[{target}|{words}]]" if target else words


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Guessed):
        return Guessed(_changed(value.value, change), value.why)
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    return {change(key): _changed(each, change) for key, each in value.items()} if isinstance(value, dict) else value
