"""Read Datasworn, the JSON in which games for solo players share oracles, moves and assets.

Files come in and one draft goes out; `readers` calls `read`. In the words of Datasworn, an oracle is a table to roll
on, a move is a rule that begins with a trigger, and an asset is a card with abilities. A package is one file. Each of
these is a mapping, here a `Thing`, whose values may be of any shape, so all access is by `text_of` and the like.

Oracles become lists to roll on, through grids, as every table does. Moves, assets, and whatever else has a name and a
text become rules below the chapter of their collection. Data for programs only is skipped; unknown data is listed.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.importing.draft import (
    Draft,
    Entry,
    Guessed,
    Ids,
    Remark,
    Unread,
    Value,
    join_drafts,
    repaired,
    shortened,
)
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.importing.grids.scores import PERCENTILE, dice_of
from rulewright.importing.sources import SourceFile

SECTIONS = tuple("oracles moves assets npcs atlas truths rarities delve_sites site_themes site_domains".split())
"""The parts of a package that hold collections, or things themselves."""
KEYS_OF_THINGS = ("contents", "collections", "oracles")
"""Keys that hold things by their names."""
ID = re.compile(r'"(?:_id|\$id|id)"\s*:\s*"((?:[^"\\]|\\.)*)"')
"""The id of a thing: `"_id": "move:classic/suffer/face_death"`."""
DEEPEST = 20
"""Most collections inside one another."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A collection, oracle, move or asset, with its texts and the things below it."""

    id: str
    values: Mapping[str, Any]
    origin: Span
    below: tuple["Thing", ...] = ()

    @property
    def name(self) -> str:
        return text_of(self.values, "name", "title", "label", "Name") or self.id.rpartition("/")[2].replace("_", " ")


@dataclass(frozen=True)
class Package:
    """A Datasworn file: its values, and the line of each thing."""

    values: Mapping[str, Any]
    text: str = field(repr=False)
    name: str

    @cached_property
    def _lines(self) -> dict[str, int]:
        """The line of each thing by its id, in one pass over the text."""
        lines: dict[str, int] = {}
        line, offset = 1, 0
        for match in ID.finditer(self.text):
            line += self.text.count("\n", offset, match.start())
            offset = match.start()
            lines.setdefault(match[1], line)
        return lines

    def place(self, id_: str) -> Span:
        """The line of a thing; the first line if its id does not occur."""
        return Span(self.name, self._lines.get(id_, 1), 1)

    def things(self) -> Iterator[Thing]:
        """Return the things of all sections; a collection includes its contents."""
        for section in SECTIONS:
            yield from self._things_in(self.values.get(section), section, 0)

    def _things_in(self, things: Any, path: str, depth: int) -> Iterator[Thing]:
        """The things in a mapping or a list. One without an id is named by its `path` in the file."""
        pairs = things.items() if isinstance(things, dict) else enumerate(things if isinstance(things, list) else ())
        for key, values in pairs:
            if isinstance(values, dict) and depth < DEEPEST:
                id_ = text_of(values, "_id", "$id", "id") or f"{path}/{key}"
                below = [
                    thing for name in KEYS_OF_THINGS for thing in self._things_in(values.get(name), id_, depth + 1)
                ]
                yield Thing(id_, values, self.place(id_), tuple(below))


def read(files: Sequence[SourceFile]) -> Draft:
    """Read the oracles, moves, assets and other things of all packages, with the links between them."""
    reader, drafts = _Reader(), list[Draft]()
    for file in files:
        try:
            drafts += reader.package(*_opened(file))
        except Failure as failure:
            if len(files) == 1:
                raise
            drafts.append(Draft(remarks=(Remark(Span(file.name), f"left out: {failure!s}"),)))
    return resolved(join_drafts(drafts), reader.targets)


def _opened(file: SourceFile) -> tuple[Package, tuple[Remark, ...]]:
    """Parse a file, with remarks on its encoding; raise `Failure` if it is not a Datasworn package."""
    text, remarks = file.text()
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Failure(f"{file.name} is not valid JSON: {error!s}") from None
    if not isinstance(values, dict) or not any(isinstance(values.get(name), (dict, list)) for name in SECTIONS):
        raise Failure(f"{file.name} is not a Datasworn package: it has no oracles, moves or assets")
    return Package(values, text, file.name), remarks


@dataclass(slots=True)
class _Reader:
    """The ids of rules, tables and terms so far, and our link target for each Datasworn thing."""

    rules: Ids = field(default_factory=Ids)
    tables: Names = field(default_factory=Names)
    targets: dict[str, str] = field(default_factory=dict)

    def package(self, package: Package, remarks: tuple[Remark, ...]) -> Iterator[Draft]:
        """The drafts of all things of a package, and of what it says about the game."""
        yield Draft(game=_about(package.values), entries=tuple(_glossary(package)), remarks=remarks)
        for thing in package.things():
            yield from self._thing(thing, "")

    def _thing(self, thing: Thing, parent: str) -> Iterator[Draft]:
        """A rule, with those below it; or a table, which belongs to the rule above."""
        yield Draft(unread=tuple(unread(thing)))
        if isinstance(thing.values.get("rows") or thing.values.get("table"), list):
            draft = oracle(thing, parent, self.tables)
            for table in draft.of("tables"):
                self.targets[plain_id(thing.id)] = f"table:{table.id}"
            yield draft
            return
        id_ = self.rules.new(thing.name)
        self.targets[plain_id(thing.id)] = f"rule:{id_}"
        drafts_below = [draft for below in thing.below for draft in self._thing(below, id_)]
        if (entry := rule(thing, id_, parent, join_drafts(drafts_below))) is not None:
            yield Draft(entries=(entry,))
        else:
            yield Draft(unread=(Unread(thing.origin, thing.name, "it has no text and no entries"),))
        yield from drafts_below


def text_of(values: Any, *names: str) -> str:
    """The first of these values of a mapping that is a text, or ""."""
    texts = (values.get(name) for name in names) if isinstance(values, Mapping) else ()
    return next((each for each in texts if isinstance(each, str) and each.strip()), "")


def mapping(value: Any) -> Mapping[str, Any]:
    """The value if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def values_in(value: Any) -> Iterable[Any]:
    """The values in a mapping or a list."""
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


LINKED = re.compile(r"\[([^\[\]]*)\]\((?:datasworn:|id:)?([\w:/.*$-]+/[\w/.*-]+)\)")
"""`[Face Death](datasworn:move:classic/suffer/face_death)`, with `id:` or nothing in older files."""
MACRO = re.compile(r"\{\{(\w+)(?::|>)([^{}]*)\}\}")
"""`{{table:classic/…}}` stands for a table of another thing, `{{text:…}}` for its text."""
KIND = re.compile(r"^[a-z_]+(?:\.[a-z_]+)*:")
"""The kind before an id: `move:` or `move.oracle_rollable:`."""
UNRESOLVED = re.compile(r"\[\[theirs:([^|\[\]]*)\|([^\[\]]*)\]\]")
"""A link to a Datasworn id, until `resolved` knows all entries: `[[theirs:classic/face_death|Face Death]]`."""
UNSHOWN = re.compile(r"[\[\]|*_`<>]")
"""Signs that the words of a link cannot have."""


def passage(text: str) -> str:
    """Convert a Datasworn text of any length to ours. Its links still use Datasworn ids."""
    return repaired(shortened(_linked(text), lambda _: None), blocks=True)


def line(text: str) -> str:
    """Convert a Datasworn text to one line."""
    return repaired(shortened(" ".join(_linked(text).split()), lambda _: None), blocks=False)


def _linked(text: str) -> str:
    """Turn Datasworn links and macros into links of the form `UNRESOLVED`."""

    def table(match: re.Match[str]) -> str:
        return f"[{match[2].rpartition('/')[2].replace('_', ' ')}](datasworn:{match[2]})"

    def thing(match: re.Match[str]) -> str:
        return f"[[theirs:{plain_id(match[2])}|{UNSHOWN.sub(' ', match[1]).strip() or 'see'}]]"

    return LINKED.sub(thing, MACRO.sub(table, text.replace("[[", "[").replace("]]", "]")))


def plain_id(id_: str) -> str:
    """An id without the kind of its thing, which older files lack, and without the kinds inside it.

    `move:classic/moves/face_death` becomes `classic/face_death`.
    """
    return re.sub(r"/(?:collections|oracles|moves|assets)(?=/)", "", KIND.sub("", id_))


def resolved(draft: Draft, targets: Mapping[str, str]) -> Draft:
    """Turn Datasworn links into links to entries of the draft. A link to anything else becomes plain words."""

    def shown(text: str) -> str:
        return UNRESOLVED.sub(
            lambda match: f"[[{targets[match[1]]}|{match[2]}]]" if match[1] in targets else match[2], text
        )

    return replace(draft, entries=tuple(replace(each, value=_changed(each.value, shown)) for each in draft.entries))


def _changed(value: Value, change: Callable[[str], str]) -> Value:
    """Change all texts in a value, keys included."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Guessed):
        return Guessed(_changed(value.value, change), value.why)
    if isinstance(value, list):
        return [_changed(each, change) for each in value]
    if isinstance(value, dict):
        return {change(key): _changed(each, change) for key, each in value.items()}
    return value


TEXT_KEYS = tuple("summary description text requirement features drives tactics quest_starter your_character".split())
"""Keys that hold the texts of a thing, in reading order."""
LONGEST_UNREAD, MOST_LEVELS = 500, 6
"""Most characters of a passage that is listed as not read, and most levels of mappings and lists in it."""
READ_KEYS = {*TEXT_KEYS, *KEYS_OF_THINGS} | set(
    (
        "_id $id id type name title label rows table dice column_labels abilities options canonical_name oracle_type "
        "category rank nature variants enabled"
    ).split()
)
"""All keys that the import reads, and some that say nothing."""
MECHANICS = set(
    (
        "_source _i18n _comment source color icon images tags suggestions trigger outcomes roll_type match "
        "recommended_rolls replaces enhances track_category allow_momentum_burn shared count_as_impact "
        "attachments asset_type controls replacement region dark progress_track roll min max"
    ).split()
)
"""Keys that only programs need: the texts say the same to players, or there is nothing to say."""


def rule(thing: Thing, id_: str, parent: str, contents: Draft) -> Entry | None:
    """A chapter or a rule with the texts of a thing, or else with links to its tables; None if it has neither.

    `contents` is the draft of the things below it, and `parent` the id of the rule above it, or "".
    """
    value: dict[str, Value] = {"title": line(thing.name)}
    if parent:
        value["parent"] = parent
    table_links = "\n".join(f"- [[table:{table.id}]]" for table in contents.of("tables"))
    text = "\n\n".join(_paragraphs(thing)) or table_links
    if text:
        value["text"] = text
    return Entry("rules", id_, value, thing.origin) if text or any(contents.of("rules")) else None


def _paragraphs(thing: Thing) -> Iterator[str]:
    """The rank of a thing, its texts, the outcomes of a move, and the abilities and options of an asset."""
    kind = text_of(thing.values, "rank", "nature")
    if kind:
        yield f"*{line(kind)}*"
    for name in TEXT_KEYS:
        yield from _texts(thing.values.get(name))
    if not text_of(thing.values, "text"):
        yield from _outcomes(thing.values)
    abilities = [item for ability in _parts(thing, "abilities") if (item := _ability(ability))]
    if abilities:
        yield "\n".join(f"- {item}" for item in abilities)
    for option in (*_parts(thing, "options"), *_parts(thing, "variants")):
        yield from _texts(_option(option))


def _parts(thing: Thing, name: str) -> list[Mapping[str, Any]]:
    """The mappings inside a list or a mapping."""
    return [each for each in values_in(thing.values.get(name)) if isinstance(each, dict)]


def _texts(value: Any) -> Iterator[str]:
    """A text as a passage; a list of them as bullets."""
    if isinstance(value, str) and value.strip():
        yield passage(value.strip())
    elif isinstance(value, list):
        items = [text_of(each, "text", "name") if isinstance(each, dict) else each for each in value]
        lines = [f"- {line(each)}" for each in items if isinstance(each, str) and each.strip()]
        if lines:
            yield "\n".join(lines)


def _option(values: Mapping[str, Any]) -> str:
    """The texts of an option, with its name before the first."""
    name = text_of(values, "name", "label")
    texts = [text for key in TEXT_KEYS if (text := text_of(values, key))]
    if name and texts:
        texts[0] = f"**{name}:** {texts[0]}"
    return "\n\n".join(texts) or name


def _outcomes(values: Mapping[str, Any]) -> Iterator[str]:
    """The trigger and the outcomes of a move that has no text as a whole."""
    yield from _texts(text_of(values.get("trigger"), "text"))
    for name, each in mapping(values.get("outcomes")).items():
        if text := text_of(each, "text"):
            yield passage(f"**{str(name).replace('_', ' ').capitalize()}:** {text}")


def _ability(ability: Mapping[str, Any]) -> str:
    """An ability of an asset; one that players have from the beginning is ticked."""
    name, text = line(text_of(ability, "name")), line(text_of(ability, "text"))
    words = f"**{name}:** {text}" if name and text else name or text
    tick = "☒" if ability.get("enabled") is True else "☐"
    return f"{tick} {words}" if words else ""


def unread(thing: Thing) -> Iterator[Unread]:
    """Texts of a thing, or of a part of it, under keys that the import neither reads nor skips."""
    parts = (_parts(thing, name) for name in ("abilities", "options", "variants"))
    for values in (thing.values, *chain.from_iterable(parts)):
        for key, value in values.items():
            words = [value] if isinstance(value, str) else list(_strings(value, 0))
            if key not in READ_KEYS and key not in MECHANICS and any(words):
                why = f"{key!r} of {thing.name} is not read"
                yield Unread(thing.origin, " · ".join(filter(None, words))[:LONGEST_UNREAD], why)


def _strings(value: Any, depth: int) -> Iterator[str]:
    """The texts in a mapping or a list, as many levels down as any data of the format has."""
    for each in values_in(value) if depth < MOST_LEVELS else ():
        if isinstance(each, str):
            yield each
        else:
            yield from _strings(each, depth + 1)


COLUMNS = (("text", "result", "Result"), ("text2", "summary", "Summary"), ("text3", "description"))
"""The keys of the up to three texts of a row, each with its names in older files."""
LOWEST_KEYS, HIGHEST_KEYS = ("min", "floor", "Floor"), ("max", "ceiling", "Ceiling")
INNER_TABLE_KEYS = ("oracle_table", "subtable", "Subtable")


def oracle(thing: Thing, rule: str, names: Names) -> Draft:
    """Return the table of an oracle, and the rows that no roll reaches.

    The row `{"min": 1, "max": 5, "text": "Fog"}` becomes `| 1-5 | Fog |` of a grid. `rule` is the id of the rule above.
    """
    rows = [row for row in thing.values.get("rows") or thing.values.get("table") or () if isinstance(row, dict)]
    columns: tuple[tuple[str, ...], ...] = COLUMNS  # without those at the end that no row has
    while columns and not any(text_of(row, *columns[-1]) for row in rows):
        columns = columns[:-1]
    rows_by_range = [(key, row) for row in rows if (key := _range(row))]
    why = "this row has no numbers to roll"
    unread_rows = [Unread(thing.origin, _words(row), why) for row in rows if not _range(row)]
    if not rows_by_range or not columns:
        return Draft(unread=(*unread_rows, Unread(thing.origin, thing.name, "this oracle has no rows to roll")))
    labels = thing.values.get("column_labels")
    heading, dice = text_of(labels, "roll"), text_of(thing.values, "dice") or PERCENTILE
    heading_names_dice = dice_of([heading]) == dice_of([dice])
    head = [line(heading) if heading_names_dice else dice, *(line(text_of(labels, *keys)) for keys in columns)]
    body = [[key, *(line(text_of(row, *keys)) for keys in columns)] for key, row in rows_by_range]
    cells = tuple(tuple(Cell(text, thing.origin) for text in each) for each in (head, *body))
    draft = table_of(Grid(line(thing.name), cells, thing.origin, 1, rule), names)
    for row in rows:
        inner_table = next((row[key] for key in INNER_TABLE_KEYS if row.get(key)), None)
        if isinstance(inner_table, list | dict):
            unread_rows.append(Unread(thing.origin, _words(row), "the table inside this row is not read"))
    return replace(draft, unread=(*draft.unread, *unread_rows))


def _range(row: dict[str, Any]) -> str:
    """The range of a row as a key, such as `1-5`; empty where a row has no numbers."""
    roll = row["roll"] if isinstance(row.get("roll"), dict) else row
    low = next((roll[key] for key in LOWEST_KEYS if isinstance(roll.get(key), int)), None)
    high = next((roll[key] for key in HIGHEST_KEYS if isinstance(roll.get(key), int)), None)
    if low is None or high is None:
        return ""
    return str(low) if low == high else f"{low}-{high}"


def _words(row: dict[str, Any]) -> str:
    """All texts of a row on one line, for a note."""
    return " · ".join(filter(None, (text_of(row, *keys) for keys in COLUMNS)))


def _about(values: Mapping[str, Any]) -> dict[str, Value]:
    """The title, licence and authors of a package."""
    authors: list[Value] = [name for each in values.get("authors") or () if (name := text_of(each, "name"))]
    game: dict[str, Value] = {"numbering": Guessed("auto", "Datasworn has no rule numbers")}
    if title := text_of(values, "title", "name"):
        game["title"] = title
    if licence := text_of(values, "license"):
        game["licence"] = line(licence)
    return game | ({"authors": authors} if authors else {})


GLOSSARY = ("stats", "condition_meters", "special_tracks")
"""Parts of the rules of a package whose names have a description."""


def _glossary(package: Package) -> Iterator[Entry]:
    """Stats and meters as terms."""
    names = set[str]()
    rules = mapping(package.values.get("rules"))
    for name, each in chain.from_iterable(mapping(rules.get(part)).items() for part in GLOSSARY):
        text = text_of(each, "description")
        label = text_of(each, "label") or str(name)
        if text and label.casefold() not in names:
            names.add(label.casefold())
            yield Entry("terms", label, {"text": passage(text)}, package.place(name))
