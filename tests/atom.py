"""What RFC 4287 asks of an Atom feed of entries with links and summaries: each fault by its place."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

ATOM, XML = "{http://www.w3.org/2005/Atom}", "{http://www.w3.org/XML/1998/namespace}"
ONCE = {"feed": {"id", "title", "updated"}, "entry": {"id", "title", "updated"}}
AT_MOST_ONCE = {
    "feed": {"generator", "icon", "logo", "rights", "subtitle"},
    "entry": {"content", "published", "rights", "source", "summary"},
}
OFTEN = {
    "feed": {"author", "category", "contributor", "entry", "link"},
    "entry": {"author", "category", "contributor", "link"},
}
ATTRIBUTES = {
    "link": {"href", "rel", "type", "hreflang", "title", "length"},
    "title": {"type"},
    "summary": {"type"},
    "feed": {f"{XML}lang"},
}
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
IRI = re.compile(r"[a-z][a-z0-9+.-]*:[^\s<>\"{}|\\^`]+")


def findings(feed: str) -> list[str]:
    """All that is wrong; nothing of a sound feed."""
    root = ElementTree.fromstring(feed)
    if root.tag != f"{ATOM}feed":
        return ["the root is no feed"]
    entries = root.findall(f"{ATOM}entry")
    found = [*_of(root, "feed"), *(fault for each in entries for fault in _of(each, "entry"))]
    ids = Counter(each.findtext(f"{ATOM}id") for each in entries)
    found += [f"two entries are {id_}" for id_, count in ids.items() if count > 1]
    if root.find(f"{ATOM}author") is None and not all(each.find(f"{ATOM}author") is not None for each in entries):
        found.append("an entry has no author")
    if root.find(f"{ATOM}link[@rel='self']") is None:
        found.append("the feed does not say where it is")
    return found


def _of(element: Element, kind: str) -> Iterator[str]:
    counts = Counter(child.tag.removeprefix(ATOM) for child in element)
    known = ONCE[kind] | AT_MOST_ONCE[kind] | OFTEN[kind]
    yield from (f"{kind}: {name} is no element of it" for name in counts if name not in known)
    yield from (f"{kind}: {counts[name]} times {name}" for name in sorted(ONCE[kind]) if counts[name] != 1)
    yield from (f"{kind}: {counts[name]} times {name}" for name in sorted(AT_MOST_ONCE[kind]) if counts[name] > 1)
    links = Counter(
        (each.get("rel", "alternate"), each.get("type"), each.get("hreflang"))
        for each in element.findall(f"{ATOM}link")
    )
    yield from (f"{kind}: two alternates" for (rel, *_), count in links.items() if rel == "alternate" and count > 1)
    if kind == "entry" and not any(rel == "alternate" for rel, *_ in links) and not counts["content"]:
        yield "entry: neither content nor a link to it"
    for child in element:
        yield from _of_child(child, child.tag.removeprefix(ATOM))
    if extra := set(element.keys()) - ATTRIBUTES.get(kind, set()):
        yield f"{kind}: {sorted(extra)} are no attributes of it"


def _of_child(child: Element, name: str) -> Iterator[str]:
    text = (child.text or "").strip()
    if name != "entry" and (extra := set(child.keys()) - ATTRIBUTES.get(name, set())):
        yield f"{name}: {sorted(extra)} are no attributes of it"
    if name in ("title", "summary") and (not text or len(child)):
        yield f"{name}: no plain text"
    if name in ("id", "updated") and text != child.text:
        yield f"{name}: white space around it"
    if name == "id" and not IRI.fullmatch(text):
        yield f"id: {text!r} is no IRI"
    if name == "link" and not IRI.fullmatch(child.get("href", "")):
        yield "link: without an absolute address"
    if name == "updated" and not (MOMENT.fullmatch(text) and datetime.fromisoformat(text).tzinfo):
        yield f"updated: {text!r} is no moment"
    if name == "author" and not child.findtext(f"{ATOM}name", "").strip():
        yield "author: no name"
