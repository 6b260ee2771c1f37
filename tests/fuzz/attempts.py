r"""An attempt: the files of a project, a command, and the conditions under which it runs; and its form as a text.

    # What it once broke.
    $ check --format json
    on small
    % link cards/small/loop.yaml loop.yaml
    == content/small/game.yaml
    game: {title: …}
    == content/small/terms.yaml bytes
    b'a\xff'
    -- content/small/rules.py

A text begins with the files of a known project (`on`), which the files after it replace, or `--` removes.
"""

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulewright.outputs.manual.pages import example_of
from tests.conftest import ROOT, SMALL_CARD, SMALL_GAME, SMALL_RULES

CORPUS = Path(__file__).parent / "corpus"
Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Attempt:
    """`changes` to the files of a known project, None for one to remove; `conditions` as `conditions.py` reads them."""

    command: tuple[str, ...] = ("check", "--format", "json")
    changes: Mapping[str, bytes | None] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()
    base: str = "small"
    broke: str = ""

    @property
    def files(self) -> Files:
        every = {**known_project(self.base), **self.changes}
        return {name: data for name, data in every.items() if data is not None}

    def write(self, project: Path) -> None:
        for name, data in self.files.items():
            path = project / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


@cache
def known_project(name: str) -> Files:
    """A small game, nothing, the example of the manual's pages about cards, or a game of the repository."""
    match name:
        case "nothing":
            return {}
        case "small":
            return {
                "content/small/game.yaml": SMALL_GAME.encode(),
                "content/small/rules.py": SMALL_RULES.encode(),
                "cards/small/hits.yaml": SMALL_CARD.encode(),
            }
        case "cards" | "language":
            return example_of(name)
    found = (path for folder in ("content", "cards") for path in sorted((ROOT / folder / name).rglob("*.*")))
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in found if "__pycache__" not in path.parts}


def text_of(attempt: Attempt) -> str:
    return "\n".join(_lines(attempt)) + "\n"


def _lines(attempt: Attempt) -> Iterator[str]:
    yield from (f"# {line}" for line in attempt.broke.splitlines())
    yield " ".join(("$", *attempt.command))
    yield f"on {attempt.base}"
    yield from (f"% {condition}" for condition in attempt.conditions)
    for name, data in attempt.changes.items():
        if data is None:
            yield f"-- {_name(name)}"
        elif _is_plain(data):
            yield f"== {_name(name)}"
            yield data.decode().removesuffix("\n")
        else:
            yield f"== {_name(name)} bytes"
            yield from map(repr, data.splitlines(keepends=True))


def _is_plain(data: bytes) -> bool:
    """Whether it can stand among the lines of a text and be read again the same, by people too."""
    try:
        lines = data.decode().split("\n")
    except UnicodeDecodeError:
        return False
    marks = ("==", "--", "b'", 'b"')
    return (
        len(lines) > 1
        and lines[-1] == ""
        and all(line.replace("\t", "").isprintable() and not line.startswith(marks) for line in lines)
    )


def _name(name: str) -> str:
    """A file name as a text can hold it."""
    return name if name.isprintable() and " " not in name else ascii(name).replace(" ", "\\x20")


def attempt_of(text: str) -> Attempt:
    """The attempt that a text describes."""
    head, *parts = ("\n" + text.removesuffix("\n")).split("\n== ")
    lines = [line for part in (head, *parts) for line in part.split("\n")]
    changes: dict[str, bytes | None] = {}
    for part in parts:
        name, data = _file("\n".join(line for line in part.split("\n") if not line.startswith("-- ")))
        changes[name] = data
    changes |= {_read_name(line[3:]): None for line in lines if line.startswith("-- ")}
    words = [line.split(" ", 1) for line in head.split("\n") if " " in line]
    broke, commands, bases, conditions = (
        [rest for sign, rest in words if sign == each] for each in ("#", "$", "on", "%")
    )
    return Attempt(tuple(commands[0].split()), changes, tuple(conditions), bases[0], "\n".join(broke))


def _file(part: str) -> tuple[str, bytes]:
    head, _, body = part.partition("\n")
    name, *form = head.split(" ")
    if form == ["bytes"]:
        return _read_name(name), b"".join(map(ast.literal_eval, body.split("\n") if body else ()))
    return _read_name(name), f"{body}\n".encode()


def _read_name(name: str) -> str:
    return str(ast.literal_eval(name)) if name.startswith("'") else name


def corpus() -> Iterator[tuple[str, Attempt]]:
    """What once broke something, by the names of the files."""
    return ((path.stem, attempt_of(path.read_text("utf-8"))) for path in sorted(CORPUS.glob("*.txt")))


def snapshot(project: Path) -> Mapping[str, tuple[int, bytes]]:
    """Every file outside build/ with its mode and its content, or where it links to."""
    return dict(_entries(str(project), ""))


def _entries(folder: str, prefix: str) -> Iterator[tuple[str, tuple[int, bytes]]]:
    for entry in os.scandir(folder):
        name = f"{prefix}{entry.name}"
        mode = entry.stat(follow_symlinks=False).st_mode
        if entry.is_symlink():
            yield name, (mode, os.fsencode(os.readlink(entry.path)))
        elif entry.is_dir() and name != "build":
            yield name, (mode, b"")
            yield from _entries(entry.path, f"{name}/")
        elif entry.is_file():
            yield name, (mode, Path(entry.path).read_bytes())
        elif name != "build":
            yield name, (mode, b"")
