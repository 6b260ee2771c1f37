"""A difference of two editions as one page, which needs no other file and no script."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from rulewright.editions.as_text import called, meaning
from rulewright.editions.difference import Difference
from rulewright.editions.naming import full_name
from rulewright.editions.snapshot import CELL
from rulewright.editions.touched import GLOSSARY, Reprint
from rulewright.editions.versions import LEVELS
from rulewright.editions.view import VERBS, ChangeView, Detail, DifferenceView, SectionView, one_line
from rulewright.editions.word_changes import Words, excerpt
from rulewright.model.game import Game
from rulewright.render.report.frame import report_style
from rulewright.render.typesetting.environment import rendered
from rulewright.translation.messages import Message, joined, tell


@dataclass(frozen=True, slots=True)
class DetailView:
    """One field: word by word, or from → to; a side that is empty says so."""

    label: Message
    before: str
    after: str
    words: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class ChangedThing:
    """A thing that changed; a cell stands below its table, `of_table`."""

    anchor: str
    name: str
    verbs: Message
    level: str
    meaning: Message
    details: tuple[DetailView, ...]
    why: tuple[str, ...]
    of_table: bool


@dataclass(frozen=True, slots=True)
class ChangesOfKind:
    title: Message
    changes: tuple[ChangedThing, ...]


@dataclass(frozen=True, slots=True)
class CardToPrint:
    """A card with the reasons to print it again."""

    title: str
    new: bool
    layout: bool
    reasons: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """What the page shows; `meaning` says how much all changes mean together."""

    title: str
    language: str
    before: Message
    after: Message
    meaning: Message | None
    sections: tuple[ChangesOfKind, ...]
    cards: tuple[CardToPrint, ...]
    gone: tuple[str, ...]
    pages: tuple[str, ...]
    examples: tuple[str, ...]
    style: Markup


def difference_html(difference: Difference, game: Game | None, project: Path, language: str) -> str:
    """The page in the looks of the game; in those of the tool where the source of the game has errors."""
    page = _page(difference, language, report_style(game, project, "edition.css"))
    return rendered(project, "report/edition.html.j2", language, edition=page) + "\n"


def _page(difference: Difference, language: str, style: Markup) -> EditionChanges:
    view = DifferenceView(difference)
    return EditionChanges(
        difference.after.title,
        language,
        called(difference.before),
        called(difference.after),
        meaning(difference) if difference.level else None,
        tuple(map(_section, view.sections)),
        tuple(_card(each, view) for each in view.touched.cards),
        tuple(each.get("title") for each in view.touched.gone),
        tuple(_pages(view)),
        tuple(each.get("title") for each in view.touched.examples),
        style,
    )


def _section(section: SectionView) -> ChangesOfKind:
    return ChangesOfKind(section.title, tuple(map(_change, section.changes)))


def _change(view: ChangeView) -> ChangedThing:
    kind, id_ = view.change.key
    return ChangedThing(
        f"{kind}-{id_}".replace(" ", "_"),
        view.name,
        joined(VERBS[verb] for verb in view.verbs),
        view.level.name.lower(),
        LEVELS[view.level],
        tuple(map(_detail, view.details)),
        tuple(filter(None, view.why)),
        kind == CELL,
    )


def _detail(detail: Detail) -> DetailView:
    nothing = tell("nothing")
    return DetailView(detail.label, detail.before or nothing, detail.after or nothing, excerpt(detail.words))


def _card(reprint: Reprint, view: DifferenceView) -> CardToPrint:
    reasons = tuple(reason for each in view.reasons(reprint) for reason in _reasons(each))
    return CardToPrint(reprint.card.get("title"), reprint.new, reprint.layout, reasons)


def _reasons(view: ChangeView) -> Iterator[Message]:
    what = [*map(one_line, view.details)] or [joined(VERBS[verb] for verb in view.verbs)]
    yield from (joined((view.name, each), ": ") for each in what)


def _pages(view: DifferenceView) -> Iterator[str]:
    for key in view.touched.pages:
        yield tell("the glossary") if key == GLOSSARY else full_name(key, view.difference.after)
