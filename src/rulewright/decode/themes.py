"""Themes: each design value checked, and those that are not given taken from the theme that it extends."""

from collections.abc import Iterable
from dataclasses import replace

from rulewright.decode.card_files import CardFile
from rulewright.decode.theme_entries import ThemeEntry
from rulewright.decode.theme_values import design_values
from rulewright.findings import Finding, Findings
from rulewright.model.font import FAMILIES, Family
from rulewright.model.names import slug
from rulewright.model.theme import Theme
from rulewright.model.themes import THEMES
from rulewright.source.nodes import Mapping


def decode_themes(files: Iterable[CardFile], fonts: Iterable[Family], faults: Findings) -> tuple[Theme, ...]:
    """The themes that come with the tool, and those of the files with `kind: theme`; `fonts` are those of the game."""
    reader = _Themes({slug(name): (name, tree) for name, tree in files}, fonts, faults)
    return (*THEMES, *(theme for id_ in reader.files if (theme := reader.theme(id_)) is not None))


class _Themes:
    """Themes that extend one another, in whatever order their files stand."""

    def __init__(self, files: dict[str, CardFile], fonts: Iterable[Family], faults: Findings) -> None:
        self.faults, self.fonts = faults, {each.name: each for each in (*FAMILIES, *fonts)}
        self.known: dict[str, Theme | None] = {theme.id: theme for theme in THEMES}
        self.files = {id_: file for id_, file in files.items() if not self._is_ours(id_, file[1])}

    def _is_ours(self, id_: str, tree: Mapping) -> bool:
        if id_ not in self.known:
            return False
        hint = f"give the file another name, and write extends: {id_}"
        message = f"the theme {id_!r} comes with the tool"
        self.faults.add(Finding("duplicate-id", tree.span, message, hint))
        return True

    def theme(self, id_: str) -> Theme | None:
        """Reads first what it extends, however long the chain; known as None while it is being read."""
        chain: list[tuple[str, ThemeEntry]] = []
        while id_ not in self.known:
            self.known[id_] = None
            name, tree = self.files[id_]
            entry = ThemeEntry(tree, f"theme {name!r}", self.faults)
            chain.append((id_, entry))
            id_ = entry.choice_at("extends", tuple(dict.fromkeys((*self.known, *self.files))))
        for each, entry in reversed(chain):
            self.known[each] = self._decoded(each, entry, self.known[id_])
            id_ = each
        return self.known[id_]

    def _decoded(self, id_: str, entry: ThemeEntry, base: Theme | None) -> Theme:
        """Without a base it extends itself."""
        if base is None:
            name = self.files[id_][0]
            hint = f"name another, or one that comes with the tool: {', '.join(theme.id for theme in THEMES)}"
            entry.fault("bad-value", entry.place("extends"), f"the theme {name!r} extends itself", hint)
        return replace(
            base or THEMES[0], id=id_, title=entry.title, span=entry.span, **dict(design_values(entry, self.fonts))
        )
