"""Surroundings that are not as usual: variables, streams, limits, rights, links and odd names of files."""

from random import Random

from tests.conftest import SMALL_CARD
from tests.fuzz.attempts import Attempt

VARIABLES = (
    "set PYTHONIOENCODING=ascii",
    "set PYTHONIOENCODING=latin-1",
    "set PYTHONIOENCODING=cp1252",
    "set PYTHONIOENCODING=utf-16",
    "set PYTHONUTF8=0",
    "set LANG=C",
    "set LC_ALL=POSIX",
    "set LC_ALL=nothing",
    "set LC_ALL=tr_TR.UTF-8",
    "unset LANG",
    "set TZ=Nowhere/Nothing",
    "set TZ=Asia/Kathmandu",
    "unset HOME",
    "set HOME=/nonexistent",
    "set TMPDIR=/nonexistent",
    "unset PATH",
    "set PATH=",
    "set SOURCE_DATE_EPOCH=²",
    "set SOURCE_DATE_EPOCH=",
    "set SOURCE_DATE_EPOCH=-1",
    "set SOURCE_DATE_EPOCH=99999999999999999999",
    "set SOURCE_DATE_EPOCH=1.5",
    "set SOURCE_DATE_EPOCH=0",
    "set COLUMNS=0",
    "set COLUMNS=x",
    "set NO_COLOR=1",
    "set FORCE_COLOR=1",
    "set PYTHONHASHSEED=1",
    "set XDG_CACHE_HOME=/dev/null",
    "set FONTCONFIG_FILE=/nonexistent",
    "set FONTCONFIG_PATH=/nonexistent",
    "set PYTHONOPTIMIZE=2",
    "set PYTHONDEVMODE=1",
    "set PYTHONWARNINGS=error",
    "set TERM=dumb",
    "set CI=true",
)
PROCESS = (
    "umask 777",
    "umask 077",
    "umask 000",
    "out closed",
    "out full",
    "err closed",
    "err full",
    "limit FSIZE 0",
    "limit FSIZE 4096",
    "limit FSIZE 100000",
    "limit NOFILE 10",
    "limit NOFILE 20",
    "limit NOFILE 64",
    "limit AS 300000000",
    "limit AS 600000000",
    "limit STACK 1000000",
    "limit CORE 0",
    "limit NPROC 1",
)
PLACES = (
    "content/small/more.yaml",
    "cards/small/more.yaml",
    "templates/card/card.css",
    "content/other",
    "cards/other",
    "templates/web",
    "build",
    "build/small",
    "content/small/rules.py",
    "content/small/game.yaml",
    "cards/small/hits.yaml",
    "cards/small/pictures/x.svg",
    "cards/small",
    "templates",
)
ODD_THINGS = (
    "link {place} /nonexistent",
    "link {place} .",
    "link {place} ..",
    "link {place} /",
    "link {place} /dev/zero",
    "link {place} /dev/null",
    "link {place} more.yaml",
    "link {place} /etc",
    "link {place} game.yaml",
    "fifo {place}",
    "fifo {place}",
    "folder {place}",
    "folder {place}",
)
RIGHTS = (
    "mode 000 content",
    "mode 000 content/small",
    "mode 000 content/small/game.yaml",
    "mode 000 content/small/rules.py",
    "mode 000 cards",
    "mode 000 cards/small/hits.yaml",
    "mode 500 .",
    "mode 000 .",
    "mode 400 content/small",
    "mode 200 cards/small",
)
NAMES = (
    "a b",
    "é",
    "e\u0301",
    "\u202egnp",
    "a\nb",
    "a\x1b[2J",
    "::error::x",
    "a'b",
    'a"b',
    "%0A",
    "a,b:c",
    "-x",
    "con",
    ".hidden",
    "x" * 200,
    "a\udcffb",
    "🎲",
    "UPPER",
)
COMMANDS = (
    ("build",),
    ("build", "--no-prove"),
    ("check", "--printed"),
    *((("check",), ("check", "--format", "json")) * 4),
    ("check", "--format", "junit"),
    ("check", "--format", "github"),
    ("check", "--format", "sarif"),
    ("check", "--format", "html"),
    ("tables",),
    ("tables", "--format", "json"),
    ("explain",),
    ("schema",),
)


def environments(random: Random) -> Attempt:
    """Most have one oddity, and some several."""
    conditions: list[str] = []
    changes: dict[str, bytes | None] = {}
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        kind = random.random()
        if kind < 0.3:
            conditions.append(random.choice(VARIABLES))
        elif kind < 0.55:
            conditions.append(random.choice(PROCESS))
        elif kind < 0.75:
            conditions.append(_odd_thing(random))
        elif kind < 0.85:
            conditions.append(random.choice(RIGHTS))
        else:
            changes[_odd_name(random)] = SMALL_CARD.replace(
                "Hits", random.choice(("Größe", "漢", "\x1b[2J", "\u202e"))
            ).encode()
    command = random.choice(COMMANDS)
    if command[0] == "build" and random.random() < 0.3:
        conditions.append("first build")
    return Attempt(command, changes, tuple(_possible(conditions, changes)))


def _odd_thing(random: Random) -> str:
    return random.choice(ODD_THINGS).format(place=random.choice(PLACES))


def _odd_name(random: Random) -> str:
    name = random.choice(NAMES)
    return random.choice(
        (
            f"content/small/{name}.yaml",
            f"cards/small/{name}.yaml",
            f"content/{name}/game.yaml",
            f"cards/{name}/card.yaml",
        )
    )


def _possible(conditions: list[str], changes: dict[str, bytes | None]) -> list[str]:
    """Without a second oddity of the same thing, and with the place of a link or pipe free."""
    taken: set[str] = set()
    kept = []
    for each in dict.fromkeys(conditions):
        words = each.split(" ")
        thing = (
            words[2]
            if words[0] == "mode"
            else words[1]
            if words[0] in ("link", "fifo", "folder")
            else words[0] + words[1]
        )
        within = [
            other
            for other in taken
            if other.startswith(f"{thing}/") or thing.startswith(f"{other}/") or "." in (other, thing)
        ]
        if thing in taken or (within and words[0] in ("link", "fifo", "folder", "mode")):
            continue
        taken.add(thing)
        kept.append(each)
    return kept
