"""Sources beyond any game: each is checked in a process of its own within 20 seconds of processor time and 1 GiB.

What exceeds a limit is refused; what lies just below every limit must still be quick.
"""

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from PIL import Image

from rulewright.base import limits

SECONDS, BYTES = 20.0, 1 << 30
HEAD = "game: {title: Big, language: en}\n"
BASE = HEAD + 'rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}\n'
PROGRAM = """\
import json, resource, sys
from rulewright.app.cli import main

status = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
seconds = sum(each.ru_utime + each.ru_stime for each in used)
print(json.dumps([status, seconds, max(each.ru_maxrss for each in used) * 1024]), file=sys.stderr)
"""


Files = Mapping[str, str | bytes]


@dataclass(frozen=True, slots=True)
class Hostile:
    """A project that nobody would write, and the command that meets it; a text is the source of its game."""

    name: str
    make: Callable[[], str | Files]
    command: str = "check"

    @property
    def files(self) -> Files:
        made = self.make()
        return {SOURCE: made} if isinstance(made, str) else made


SOURCE = "content/big/game.yaml"


def _table(rows: int, domain: str) -> str:
    cells = "".join(f"      {at}: {at % 7}\n" for at in range(rows))
    return (
        f"{BASE}domains: {{d: {domain}}}\ntables:\n  t:\n    title: T\n    rule: base\n    rows: d\n    cells:\n{cells}"
    )


def _enumeration(count: int) -> str:
    names = "".join(f"    name-{at}: Name {at}\n" for at in range(count))
    cells = "".join(f"      name-{at}: {at % 7}\n" for at in range(count))
    table = f"tables:\n  t:\n    title: T\n    rule: base\n    rows: d\n    cells:\n{cells}"
    return f"{BASE}domains:\n  d:\n{names}{table}"


def _modifiers(count: int) -> str:
    domains = "".join(f"  d{at}: {{a: A, b: B}}\n" for at in range(count))
    lines = "".join(f"      - {{label: L{at}, value: {at % 5 - 2}, when: {{d{at}: a}}}}\n" for at in range(count))
    table = (
        "tables:\n  t:\n    title: T\n    rule: base\n    values: {numbers: -5..5}\n    clamp: -5..5\n    policy: sum\n"
    )
    return f"{BASE}domains:\n{domains}{table}    modifiers:\n{lines}"


def _rules(texts: list[str]) -> str:
    rules = (
        f'  r{at}: {{number: "{at + 1}", title: Rule {at}, text: {json.dumps(text)}}}\n'
        for at, text in enumerate(texts)
    )
    return f"{HEAD}rules:\n{''.join(rules)}"


def _long_texts() -> list[str]:
    """Texts as long as may be, of everything that an expression may try again and again."""
    units = [f"{sign * (limits.RUN.most - 1)} " for sign in "aA-*_{'.,/("] + [
        f"x{' ' * limits.RUN.most}",
        f"1{chr(10) * limits.RUN.most}",
    ]
    units += [
        f"{'1' * 40} ",
        "one or ",
        "1 to ",
        "12-",
        "A1.",
        "1d6 + ",
        "not a or ",
        "Aa ",
        "aA-",
        "X Table ",
        "- ",
        "1. ",
        "*a* ",
        "a,",
    ]
    units += ["> 1 ", "(a ", "rule 1, ", "1/", "½ ", "at least ", "between 1 and ", "twelve ", "the ", "(AB) ", "1 "]
    return [(unit * limits.TEXT.most)[: limits.TEXT.most - 1] for unit in units]


def _words(letters: int) -> str:
    """Prose of so many letters in which nothing is wrong."""
    return ("Some plain words about nothing much. " * (letters // 36 + 1))[:letters].strip()


def _nodes() -> str:
    """A rule takes four: so many rules, with texts, as a file and a game may hold."""
    return _rules([_words(30)] * limits.SECTION.most)


def _invented(letters: int, texts: int) -> str:
    """Prose in which most words are in no list, and each of a vocabulary as large as that of English comes again."""
    random = Random(1)
    syllables = [one + other for one in "bcdfghklmnprst" for other in "aeiou"]
    vocabulary = ["".join(random.choices(syllables, k=random.randrange(2, 5))) for _ in range(60_000)]
    return _rules([" ".join(random.choices(vocabulary, k=letters // 7)) for _ in range(texts)])


def _counted(texts: int) -> str:
    """Prose that counts something in each sentence, mostly with a noun of its own."""
    sentences = [f"Each a-unit{at} moves two a-unit{at}s and 3 hexes{at}, or one hex{at}." for at in range(200_000)]
    return _rules([" ".join(sentences[at * 60 : at * 60 + 60]) for at in range(texts)])


def _rules_code(size: int) -> Files:
    """Functions, none of them called."""
    made = "".join(f"def f{at}(a: int) -> int:\n    return a + {at}\n\n\n" for at in range(size // 50))
    return {SOURCE: _rules(["Words."]), "content/big/rules.py": made[:size].rpartition("\n\n\n")[0] + "\n"}


def _several(*drawings: Files) -> Files:
    """A card for each drawing, of one game."""
    files: dict[str, str | bytes] = {SOURCE: _rules(["a"])}
    for at, drawing in enumerate(drawings):
        files |= {f"cards/big/{at}.svg": drawing["cards/big/picture.svg"]}
        files |= {f"cards/big/card-{at}.yaml": str(drawing["cards/big/card.yaml"]).replace("picture.svg", f"{at}.svg")}
    return files


def _deep(levels: int) -> str:
    """Bullets within bullets: each takes two levels."""
    opened = "".join("{text: a, items: [" for _ in range(levels // 2 - 3))
    return f"{BASE.replace('[[table:t]]', 'nothing')}references: {{r: {{title: R, items: [{opened}b{']}' * (levels // 2 - 3)}]}}}}\n"


def _cells(count: int) -> str:
    side = round(count**0.5)
    numbers = [str((3 * at) % 97) for at in range(side)]
    cells = "".join(f"      {row}: [{', '.join(numbers[row:] + numbers[:row])}]\n" for row in range(1, side + 1))
    table = (
        f"tables:\n  t:\n    title: T\n    rule: base\n    rows: a\n    columns: b\n    keys: {[*range(1, side + 1)]}\n"
    )
    return f"{BASE}domains: {{a: 1..{side}, b: 1..{side}}}\n{table}    cells:\n{cells}"


def _levels(count: int) -> str:
    rules = "".join(
        f'  r{at}: {{number: "{".".join(["1"] * (at + 1))}", title: Rule {at}, text: Words.}}\n' for at in range(count)
    )
    return f"{HEAD}rules:\n{rules}"


def _sets(names: int) -> str:
    listed = ", ".join(f"n{at}: Name {at}" for at in range(names))
    cells = "".join(f"      n{at}: {at}\n" for at in range(names)) + "      any: 0\n"
    table = f"tables:\n  t:\n    title: T\n    rule: base\n    rows: d\n    policy: first\n    cells:\n{cells}"
    return f"{BASE}domains: {{d: {{sets: {{{listed}}}}}}}\n{table}"


def _compared(count: int) -> str:
    side = round((count / 20) ** 0.5) - 1
    table = (
        "tables:\n  t:\n    title: T\n    rule: base\n    values: {numbers: -9..9}\n    policy: sum\n    modifiers:\n"
    )
    lines = "".join(f"      - {{label: L{at}, value: 1, when: a > b + {at}}}\n" for at in range(20))
    return f"{BASE}domains: {{a: 1..{side}, b: 1..{side}}}\n{table}{lines}"


def _proved(rows: int, columns: int) -> Files:
    """A table of two values whose proof tries so many combinations."""
    table = "tables:\n  t:\n    title: T\n    rule: base\n    values: {numbers: 0..9}\n    rows: a\n    columns: b\n"
    cells = f'    keys: [any]\n    cells:\n      "1-{rows // 2}": [1]\n      "{rows // 2 + 1}-{rows}": [2]\n    proof: t(a, b)\n'
    code = f"def t(a: int, b: int) -> int:\n    return 1 if a <= {rows // 2} else 2\n"
    return {SOURCE: f"{BASE}domains: {{a: 1..{rows}, b: 1..{columns}}}\n{table}{cells}", "content/big/rules.py": code}


def _picture(name: str, data: str | bytes) -> Files:
    card = f"title: Card\nsize: A4\nblocks:\n  - image: {name}\n    alt: A picture\n"
    return {SOURCE: _rules(["a"]), f"cards/big/{name}": data, "cards/big/card.yaml": card}


def _svg(inner: str) -> Files:
    return _picture("picture.svg", f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{inner}</svg>')


def _letters(letters: int, size: int) -> Files:
    """Lines of fifty letters."""
    lines = (f'<text y="{2 * at + 2}" font-size="{size}">{("abcdefghi " * 5)}</text>' for at in range(letters // 50))
    return _svg("".join(lines))


def _texts(count: int, size: int) -> Files:
    """As many texts as letters, one on the other."""
    return _svg("".join(f'<text y="{at % 90 + 9}" font-size="{size}">a</text>' for at in range(count)))


def _shapes(count: int) -> Files:
    return _svg(
        "<g>" + "".join(f'<rect x="{at % 99}" y="{at % 97}" width="1" height="1"/>' for at in range(count)) + "</g>"
    )


def _one_path(size: int) -> Files:
    return _svg(f'<path d="M0 0{"L9 9L1 1" * (size // 8 - 20)}"/>')


def _nested(levels: int) -> Files:
    return _svg("<g opacity='.9'>" * (levels - 2) + "<rect width='9' height='9'/>" + "</g>" * (levels - 2))


def _pixels(count: int) -> Files:
    """A smooth picture."""
    side = int(count**0.5)
    data = io.BytesIO()
    Image.linear_gradient("L").resize((side, side)).convert("RGB").save(data, "PNG")
    return _picture("picture.png", data.getvalue())


def _noise(size: int) -> Files:
    """Pixels that nothing packs."""
    side = int((size / 3.1) ** 0.5)
    data = io.BytesIO()
    Image.frombytes("RGB", (side, side), os.urandom(side * side * 3)).save(data, "PNG", compress_level=1)
    return _picture("picture.png", data.getvalue())


GAMES = (
    Hostile("50,000 brackets", lambda: _rules(["[" * 50_000])),
    Hostile("50,000 broken links", lambda: _rules(["[[ " * 6_000] * 8)),
    Hostile("1,500 dangling links", lambda: _rules([f"See [[the-missing-thing-{at}]]." for at in range(1_500)])),
    Hostile("20,000 dangling links", lambda: _rules([f"See [[rule:rul-{at}]]." for at in range(20_000)])),
    Hostile("50,000 rows", lambda: _table(50_000, "0..49999")),
    Hostile("1,000,000 rows", lambda: _table(1_000_000, "0..999999")),
    Hostile("100,000 names", lambda: _enumeration(100_000)),
    Hostile("1,000 modifiers", lambda: _modifiers(1_000)),
    Hostile("100,000 spaces", lambda: f"{HEAD}rules:\n{' ' * 100_000}x: {{\n"),
    Hostile("200,000 characters in a text", lambda: _rules([_words(200_000)] * 20)),
    Hostile("a drawing of 100 kB of text", lambda: _letters(100_000, 3)),
    # Below every limit, in the order of these
    Hostile(
        "SOURCE_BYTES of prose",
        lambda: _rules([_words(limits.TEXT.most - 1)] * (limits.SOURCE_BYTES.most // (limits.TEXT.most + 60))),
    ),
    Hostile(
        "SOURCE_BYTES of comments",
        lambda: _rules(["a"]) + ("# " + "x" * 97 + "\n") * (limits.SOURCE_BYTES.most // 100 - 1),
    ),
    Hostile("SOURCE_BYTES of invented words", lambda: _invented(limits.TEXT.most - 1_000, 600)),
    Hostile("15,000 rules of invented words", lambda: _invented(200, 15_000)),
    Hostile("SOURCE_BYTES of numbers and nouns", lambda: _counted(1_200)),
    Hostile("CODE_BYTES", lambda: _rules_code(limits.CODE_BYTES.most)),
    Hostile("SECTION and NODES", _nodes),
    Hostile("NESTING", lambda: _deep(limits.NESTING.most)),
    Hostile("ENTRIES of rows", lambda: _table(limits.ENTRIES.most, f"0..{limits.ENTRIES.most - 1}")),
    Hostile("ENTRIES of names", lambda: _enumeration(limits.ENTRIES.most)),
    Hostile("MODIFIERS", lambda: _modifiers(limits.MODIFIERS.most)),
    Hostile("CELLS", lambda: _cells(limits.CELLS.most)),
    Hostile("TEXT and RUN", lambda: _rules(_long_texts())),
    Hostile("RULE_LEVELS", lambda: _levels(limits.RULE_LEVELS.most)),
    Hostile("SET_NAMES", lambda: _sets(limits.SET_NAMES.most)),
    Hostile("COMBINATIONS", lambda: _compared(limits.COMBINATIONS.most)),
    Hostile("PROOF_CASES", lambda: _proved(4_400, limits.PROOF_CASES.most // 4_400 - 1)),
    Hostile(
        "PROOF_VALUES",
        lambda: _proved(limits.PROOF_VALUES.most - 1, limits.PROOF_CASES.most // limits.PROOF_VALUES.most),
    ),
    Hostile("PICTURE_BYTES, built", lambda: _noise(limits.PICTURE_BYTES.most), "build"),
    Hostile("PICTURE_PIXELS, built", lambda: _pixels(limits.PICTURE_PIXELS.most), "build"),
    Hostile("SVG_BYTES, built", lambda: _one_path(limits.SVG_BYTES.most), "build"),
    Hostile("SVG_LEVELS, built", lambda: _nested(limits.SVG_LEVELS.most), "build"),
    Hostile(
        "SVG_SHAPES, built", lambda: _shapes(min(limits.SVG_SHAPES.most, limits.SVG_BYTES.most // 50) - 2), "build"
    ),
    Hostile("SVG_TEXT, built", lambda: _letters(limits.SVG_TEXT.most, 2), "build"),
    Hostile("SVG_TEXT of a million units, built", lambda: _letters(limits.SVG_TEXT.most, 1_000_000), "build"),
    Hostile("SVG_TEXT in texts of one letter, built", lambda: _texts(limits.SVG_TEXT.most, 1_000_000), "build"),
    Hostile("four large drawings, built", lambda: _several(*[_shapes(limits.SVG_BYTES.most // 50 - 2)] * 4), "build"),
    Hostile("FINDINGS", lambda: _rules([f"See [[rule:rul-{at}]]." for at in range(limits.FINDINGS.most)])),
    Hostile("1,000 chapters, built", lambda: _rules(["Some words."] * 1_000), "build"),
)


def hostile_games(words: list[str]) -> bool:
    """Prints what each of these games takes; whether all are within the budgets."""
    print(f"\n{'hostile source':38} {'status':>6} {'seconds':>8} {'MiB':>6}")
    within = True
    for game in GAMES:
        if words and not any(word in game.name for word in words):
            continue
        status, seconds, memory = run(game)
        sound = seconds <= SECONDS and memory <= BYTES
        within = within and sound
        print(
            f"{game.name:38} {status:6} {seconds:7.1f}s {memory >> 20:6}{'' if sound else '  over budget'}", flush=True
        )
    return within


def run(game: Hostile) -> tuple[int, float, int]:
    """The exit status, seconds of processors, and bytes at most."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in game.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data if isinstance(data, bytes) else data.encode())
        command = [sys.executable, "-c", PROGRAM, game.command, "--project", folder]
        ended = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ), check=False)
    status, seconds, memory = json.loads(ended.stderr.strip().splitlines()[-1])
    return status, seconds, memory
