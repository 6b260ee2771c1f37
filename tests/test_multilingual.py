"""A game in two languages: the author's texts in, and the findings, the files and the prints of both out."""

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from babel.messages import Message
from babel.messages.pofile import read_po
from pypdf import PdfReader

from rulewright.app.preview.snapshot import Snapshot, Workshop
from rulewright.base.findings import Findings
from rulewright.base.installation import user_store
from rulewright.base.messages.messages import tell
from rulewright.book.game import Game
from rulewright.book.translations.edition import difference, figures, print_differences
from rulewright.book.translations.texts import card_texts, content_texts, has_words
from rulewright.entries.text import Text
from rulewright.outputs.web import web_pages
from rulewright.outputs.web.contents import languages
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pipeline.stages import Examination, each_language, linked_book, translated_book
from rulewright.proof.prove import unproved
from rulewright.source.files import read
from tests.conftest import GAME, Project, project_of
from tests.po_files import po

ENGLISH = """\
game: {title: Small, language: en, translations: [fr]}
terms:
  Shield: {also: shields, text: What stops a blow.}
domains:
  cover: [open, wood]
  weapon: {title: Weapon, names: {rifle: Rifle, mortar: Mortar}}
  range: {numbers: 1..9, words: {adjacent: 1}}
rules:
  hits:
    number: "1"
    title: Hits
    text: Roll 2d6, and look at [[table:hits]]. A [[Shield]] takes 1 off; two [[shields]] take 2.
tables:
  hits: {title: Score to hit, rule: hits, rows: cover, columns: weapon, values: 1..6, cells: {open: [3, 4], wood: [5, 6]}}
  far: {title: Farther, rule: hits, rows: range, cells: {adjacent: near, 2-9: far}}
  gear:
    title: Gear
    rule: hits
    headers: [Thing]
    outputs: {kind: {title: Kind}, price: {title: Price, values: 0..}}
    sort-by: name
    records: {Rope: [Tool, 3], Oil: [Light, 1], Lamp: [Light, 2]}
"""
HITS = "Roll 2d6, and look at [[table:hits]]. A [[Shield]] takes 1 off; two [[shields]] take 2."
TOUCHES = "Lancez 2d6 et lisez [[table:hits]]. Un [[bouclier]] retire 1 ; deux [[boucliers]] retirent 2."
TEXTS = [
    ("game: title", "Small", "Petit"),
    ("terms: Shield: name", "Shield", "Bouclier | boucliers"),
    ("terms: Shield: text", "What stops a blow.", "Ce qui arrête un coup."),
    ("domains: cover: open", "open", "à découvert"),
    ("domains: cover: wood", "wood", "sous bois"),
    ("domains: weapon: title", "Weapon", "Arme"),
    ("domains: weapon: names: rifle", "Rifle", "Fusil"),
    ("domains: weapon: names: mortar", "Mortar", "Mortier"),
    ("domains: range: words: adjacent", "adjacent", "adjacent"),
    ("rules: hits: title", "Hits", "Touché"),
    ("rules: hits: text", HITS, TOUCHES),
    ("tables: hits: title", "Score to hit", "Score pour toucher"),
    ("tables: far: title", "Farther", "Plus loin"),
    ("tables: far: cells", "near", "près"),
    ("tables: far: cells", "far", "loin"),
    ("tables: gear: title", "Gear", "Matériel"),
    ("tables: gear: headers", "Thing", "Objet"),
    ("tables: gear: outputs: kind: title", "Kind", "Sorte"),
    ("tables: gear: outputs: price: title", "Price", "Prix"),
    ("tables: gear: records", "Rope", "Corde"),
    ("tables: gear: records", "Oil", "Huile"),
    ("tables: gear: records", "Lamp", "Bougie"),
    ("tables: gear: records", "Tool", "Outil"),
    ("tables: gear: records", "Light", "Lumière"),
    ("cards/card: title", "Card", "Carte"),
    ("cards/card: blocks: note", "Keep down.", "Restez à terre."),
]
FRENCH = po(*TEXTS, width=0)
ORIGINAL, TRANSLATED = "content/small/game.yaml", "content/small/fr.po"


@pytest.fixture
def bilingual(project: Project) -> Project:
    project.write(ORIGINAL, ENGLISH)
    project.write(TRANSLATED, FRENCH)
    project.write("cards/small/card.yaml", "title: Card\nsize: A6\nblocks:\n  - table: hits\n  - note: Keep down.\n")
    return project


def found(project: Project, *names: str) -> list[str]:
    findings = project.examined(prove=False).findings.items
    return [f"{each.span.file}:{each.span.line} {each.name}: {each.message}" for each in findings if each.name in names]


def place(text: str, before: str, part: str) -> str:
    """The file, line and column of a part of the translation."""
    (number, line), *_ = ((at, line) for at, line in enumerate(text.split("\n"), 1) if f"{before}{part}" in line)
    return f"{TRANSLATED}:{number}:{line.index(part) + 1}"


def french(project: Project) -> Examination:
    (translation,) = project.examined(prove=False).translations
    return translation


def test_the_texts_of_a_translation_take_the_place_of_the_originals(bilingual: Project) -> None:
    book = french(bilingual).book
    assert book is not None
    game = book.game
    assert (game.language, game.title, game.terms[0].name, game.terms[0].id) == ("fr", "Petit", "Bouclier", "shield")
    assert [name.label.source for name in game.domains[0].names] == ["à découvert", "sous bois"]
    assert [card.title.source for card in game.cards] == ["Carte"]
    assert str(game.rules[0].title.span) == place(FRENCH, 'msgstr "', "Touché")


def test_tables_and_numbers_are_those_of_the_original(bilingual: Project) -> None:
    examined = bilingual.examined(prove=False)
    assert examined.translation_counts[0].words == (
        "fr: 26 of 26 texts translated; 12 of 12 printed cells have the numbers of the original"
    )


def test_records_are_sorted_by_their_names_in_the_language(bilingual: Project) -> None:
    book = french(bilingual).book
    assert book is not None
    assert [row.keys[0].label.source for row in book.tables["gear"].rows] == ["Bougie", "Corde", "Huile"]


def test_a_text_without_translation_is_that_of_the_original_with_its_links(bilingual: Project) -> None:
    bilingual.replace(TRANSLATED, TOUCHES, "")
    assert found(bilingual, "dangling-link") == []
    book = french(bilingual).book
    assert book is not None
    assert book.game.rules[0].text is not None
    assert book.game.rules[0].text.source.startswith("Roll 2d6")
    assert found(bilingual, "missing-translation") == [
        f"{place(FRENCH, '', TOUCHES).rpartition(':')[0]} missing-translation: 1 of 26 texts is not translated into 'fr'"
    ]


def test_a_fault_in_a_translation_is_found_at_its_place(bilingual: Project) -> None:
    bilingual.replace(TRANSLATED, "[[bouclier]]", "[[boucle]]")
    (finding,) = (each for each in bilingual.examined(prove=False).findings.items if each.name == "dangling-link")
    assert finding.message == "there is no term 'boucle'"
    assert str(finding.span) == place(FRENCH, "", "[[bouclier]]")


@pytest.mark.parametrize("width", [0, 20, 76])
def test_a_long_text_may_be_on_several_lines(width: int, bilingual: Project) -> None:
    bilingual.write(TRANSLATED, po(*TEXTS, width=width).replace("[[bouclier]]", "[[boucle]]"))
    (finding,) = (each for each in bilingual.examined(prove=False).findings.items if each.name == "dangling-link")
    assert "[[boucle]]" in bilingual.read(TRANSLATED).split("\n")[finding.span.line - 1]


def test_a_game_in_one_language_reads_no_file_of_another(bilingual: Project) -> None:
    bilingual.replace(ORIGINAL, ", translations: [fr]", "")
    examined = bilingual.examined(prove=False)
    assert (examined.translations, examined.sources.translations) == ((), {})


@pytest.mark.parametrize(("millions", "count"), [(7, 0), (17, 1)])
def test_a_translation_may_be_larger_than_its_original(millions: int, count: int, bilingual: Project) -> None:
    """It has each text twice, and does not count as source."""
    bilingual.write(TRANSLATED, FRENCH + f"# {'x' * 997}\n" * (millions * 1_000))
    assert len(found(bilingual, "too-large")) == count


@pytest.mark.parametrize(
    ("listed", "message"),
    [
        ("[fr, fr]", "'fr' is listed twice"),
        ("en", "'en' is the language of the game"),
        ("[French]", "'French' is not a language code"),
    ],
)
def test_translations_are_other_languages(listed: str, message: str, bilingual: Project) -> None:
    bilingual.replace(ORIGINAL, "translations: [fr]", f"translations: {listed}")
    assert found(bilingual, "bad-value") == [f"{ORIGINAL}:1 bad-value: {message}"]


@pytest.mark.parametrize(
    ("original", "translated", "what"),
    [
        ("Roll 2d6 twice, then 1d4.", "Wirf zweimal 2W6, dann W4.", ""),
        ("Up to 1,000.5 m", "Jusqu'à 1 000,5 m", ""),
        ("See [[fact:x|6]] and [[rule:12]].", "Voyez 6 et [[rule:12]].", ""),
        ("Lose 3 of 5.", "Perdez 2 sur 5.", "says 2 where the original says 3"),
        ("Lose 3.", "Perdez tout.", "does not say 3 as the original does"),
        ("Lose all.", "Perdez 1d6.", "says 1d6, which the original does not"),
        ("Two units, twice: 4 dice.", "2 unités, deux fois : quatre dés.", ""),
        ("Roll three dice.", "Lancez deux dés.", "says 2 where the original says 3"),
        ("A two-handed sword, in both hands.", "Une épée à deux mains.", ""),
        ("Roll 9 dice.", "Lancez de nouveau neuf dés.", "does not say 9 as the original does"),  # neuf is new, too
    ],
)
def test_figures_are_the_same_however_a_language_writes_them(original: str, translated: str, what: str) -> None:
    assert difference(figures(original, "en", "fr"), figures(translated, "fr", "en")) == what


def test_number_words_count_where_the_tool_knows_them_in_both_languages() -> None:
    assert difference(figures("Three dice.", "en", "de"), figures("Zwei Würfel.", "de-CH", "en")) != ""
    assert difference(figures("Three dice.", "en", "nl"), figures("Twee stenen.", "nl", "en")) == ""


def test_a_cell_that_prints_another_number_is_an_error(bilingual: Project) -> None:
    """Even if it were the tool that exchanged two values."""
    examined = bilingual.examined(prove=False)
    translated = examined.translations[0].book
    assert examined.book is not None
    assert translated is not None
    table = translated.tables["hits"]
    row, other = table.rows
    exchanged = replace(row, cells=(replace(row.cells[0], cases=other.cells[0].cases), row.cells[1]))
    tampered = replace(table, cells=(exchanged, other))
    tables = tuple(tampered if each is table else each for each in translated.game.tables)
    compared, wrong = print_differences(
        examined.book, replace(translated, game=replace(translated.game, tables=tables))
    )
    assert compared >= 11
    assert any("table 'hits'" in each.message for each in wrong)
    assert {each.severity.value for each in wrong} == {"error"}


# The command


def translate(project: Project, *options: str) -> str:
    said = project.run("translate", "small", "fr", *options)
    assert said.status == 0, said.out + said.err
    return said.out


def test_the_command_writes_an_entry_for_each_text(bilingual: Project) -> None:
    (bilingual.root / TRANSLATED).unlink()
    assert f"small: {TRANSLATED} is new\n" in translate(bilingual)
    written = bilingual.read(TRANSLATED)
    assert [(each.context, each.id) for each in catalog(written)] == [text[:2] for text in TEXTS]
    assert '#: content/small/game.yaml:11\nmsgctxt "rules: hits: title"\nmsgid "Hits"\nmsgstr ""\n' in written
    assert "nothing to write" in translate(bilingual)
    assert bilingual.read(TRANSLATED) == written


def test_the_command_keeps_translations_comments_and_the_head(bilingual: Project) -> None:
    head = 'msgid ""\nmsgstr ""\n"Last-Translator: Zoé\\n"\n'
    bilingual.write(TRANSLATED, f'{head}\n# mine\n#, no-wrap\nmsgctxt "game: title"\nmsgid "Small"\nmsgstr "Petit"\n')
    translate(bilingual)
    assert bilingual.read(TRANSLATED).startswith(
        f'{head}\n# mine\n#: content/small/game.yaml:1\n#, no-wrap\nmsgctxt "game: title"\nmsgid "Small"\nmsgstr "Petit"\n'
    )
    assert "1 of 26 texts translated" in translate(bilingual)


def catalog(text: str) -> list[Message]:
    """The entries as Babel reads them."""
    return [each for each in read_po(StringIO(text), abort_invalid=True) if each.id]


@pytest.mark.parametrize(
    ("head", "named"),
    [
        ("game: {title: Small, language: en}", "game: {title: Small, language: en, translations: [fr]}"),
        ("game:\n  title: Small\n", "game:\n  title: Small\n  translations: [fr]\n"),
        ("game: {title: Small, translations: de}", "game: {title: Small, translations: [de, fr]}"),
        ("game: {title: Small, translations: []}", "game: {title: Small, translations: [fr]}"),
        ("game:\n  translations:\n  title: Small\n", "game:\n  translations: [fr]\n  title: Small\n"),
        ("game:\n  title: Small\n  translations: ~\n", "game:\n  title: Small\n  translations: [fr]\n"),
        ("game: {title: T, translations: [de, nl]}", "game: {title: T, translations: [de, nl, fr]}"),
        ("game:\n  title: T # so far\n", "game:\n  title: T\n  translations: [fr] # so far\n"),
        (
            "game:\n  title: Small\n  translations:\n    - de\n",
            "game:\n  title: Small\n  translations:\n    - de\n    - fr\n",
        ),
    ],
)
def test_the_command_names_the_language_in_the_game(head: str, named: str, project: Project) -> None:
    project.write(ORIGINAL, f"{head.rstrip()}\nrules: {{a: {{number: '1', title: A, text: B c.}}}}\n")
    translate(project)
    assert project.read(ORIGINAL).startswith(named.rstrip())
    assert found(project, "bad-value") == []


def test_an_original_that_changes_makes_its_translation_fuzzy(bilingual: Project) -> None:
    translate(bilingual)
    assert found(bilingual, "stale-translation") == []
    bilingual.replace(ORIGINAL, "two [[shields]] take 2", "two [[shields]] take 3")
    changed = "stale-translation: rules: hits: text: the original has changed since it was translated"
    assert [each.partition(" ")[2] for each in found(bilingual, "stale-translation")] == [changed]
    translate(bilingual)
    before = f'#, fuzzy\n#| msgid "{HITS}"\nmsgctxt "rules: hits: text"\nmsgid "{HITS.replace("take 2", "take 3")}"\n'
    assert before in bilingual.read(TRANSLATED)
    marked = "stale-translation: rules: hits: text: the translation is marked fuzzy"
    assert [each.partition(" ")[2] for each in found(bilingual, "stale-translation")] == [marked]
    assert "26 of 26 texts translated, 1 of them out of date; nothing to write" in translate(bilingual)
    bilingual.replace(TRANSLATED, "retirent 2", "retirent 3")
    bilingual.replace(TRANSLATED, "#, fuzzy\n", "")
    assert found(bilingual, "stale-translation", "translation-differs") == []
    translate(bilingual)
    assert "#|" not in bilingual.read(TRANSLATED)


def test_what_translates_nothing_now_is_obsolete_until_its_text_returns(bilingual: Project) -> None:
    bilingual.replace(ORIGINAL, "    headers: [Thing]\n", "")
    (unknown,) = found(bilingual, "unknown-translation")
    assert unknown.endswith("the original has no text tables: gear: headers")
    translate(bilingual)
    assert bilingual.read(TRANSLATED).endswith(
        '\n\n#~ msgctxt "tables: gear: headers"\n#~ msgid "Thing"\n#~ msgstr "Objet"\n'
    )
    assert found(bilingual, "unknown-translation", "missing-translation") == []
    bilingual.replace(ORIGINAL, "    sort-by: name\n", "    sort-by: name\n    headers: [Thing]\n")
    assert "26 of 26 texts translated" in translate(bilingual)
    assert "#~" not in bilingual.read(TRANSLATED)


LISTS = """\
game: {title: Small, language: en, translations: [fr]}
rules: {hits: {number: "1", title: Hits, text: See the lists.}}
references:
  turn: {title: Turn, rule: hits, items: ITEMS}
"""


@pytest.mark.parametrize(
    ("items", "texts"),
    [
        ("[{text: Move, items: [Run, Walk]}, Aim, Fire]", "MOVE RUN WALK AIM FIRE"),
        ("[Rest, {text: Move, items: [Crawl, Run, Walk]}, Aim, Fire]", "MOVE Crawl RUN WALK AIM FIRE"),
        ("[{text: Move, items: [Run, Walk]}, Fire, Aim]", "MOVE RUN WALK FIRE AIM"),
        ("[Walk, {text: Move, items: [Run]}, Fires]", "WALK MOVE RUN FIRE?"),
    ],
)
def test_items_that_move_in_their_list_keep_their_translations(items: str, texts: str, project: Project) -> None:
    project.write(ORIGINAL, LISTS.replace("ITEMS", "[{text: Move, items: [Run, Walk]}, Aim, Fire]"))
    translate(project)
    with_words = re.sub(
        r'msgid "(.+)"\nmsgstr ""', lambda it: f'msgid "{it[1]}"\nmsgstr "{it[1].upper()}"', project.read(TRANSLATED)
    )
    project.write(TRANSLATED, with_words)
    project.write(ORIGINAL, LISTS.replace("ITEMS", items))
    translate(project)
    entries = [
        each for each in catalog(project.read(TRANSLATED)) if (each.context or "").startswith("references: turn: items")
    ]
    assert [f"{each.string}{'?' * each.fuzzy}" or each.id for each in entries if each.id != "Rest"] == texts.split()


@pytest.mark.parametrize(
    ("old", "new", "stale"),
    [
        ("hits: {", "scores: {", 0),
        ("text: Roll dice.", 'text: "Roll\\ndice."', 0),
        ("text: Roll dice.", "text: Rolls dice.", 1),
        ("text: Roll dice.}}", "text: Look here.}}\nterms: {fire: {rule: hits, text: Roll dice.}}", 1),
        ("text: Roll dice.", "text: Something else.", None),
    ],
)
def test_a_translation_goes_with_its_text(old: str, new: str, stale: int | None, project: Project) -> None:
    """A text far away, or a similar one, has it as a proposal."""
    rules = "game: {title: Small, language: en, translations: [fr]}\nrules: {hits: {number: '1', title: Hits, text: Roll dice.}}"
    project.write(ORIGINAL, f"{rules.replace(old, new)}\n")
    project.write(
        TRANSLATED, po(("rules: hits: title", "Hits", "Touches"), ("rules: hits: text", "Roll dice.", "Lancez."))
    )
    (translation,) = project.examined(prove=False).translations
    assert translation.book is not None
    assert translation.book.game.rules[0].title.source == "Touches"
    assert len(found(project, "stale-translation")) == (stale or 0)
    assert len(found(project, "unknown-translation")) == (stale is None)


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("table:hits", "scores", "[[table:scores]]. Un [[bouclier]]"),
        ("Shield", "Screen", 'msgid "Screen"\nmsgstr "Bouclier | boucliers"'),
        ("weapon:rifle", "carbine", 'msgid "Rifle"\nmsgstr "Fusil"'),
        ("rule:hits", "scoring", 'msgid "Hits"\nmsgstr "Touché"'),
        ("card:card", "player", 'msgid "Card"\nmsgstr "Carte"'),
    ],
)
def test_a_rename_keeps_translations(old: str, new: str, kept: str, bilingual: Project) -> None:
    said = bilingual.run("rename", old, new)
    assert said.status == 0, said.out + said.err
    assert kept in bilingual.read(TRANSLATED)
    assert found(bilingual, "missing-translation", "stale-translation", "unknown-translation") == []
    assert "26 of 26 texts translated" in translate(bilingual)
    assert "fuzzy" not in bilingual.read(TRANSLATED)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["small", "en"], "'en' is the language of small itself"),
        (["small", "French"], "'French' is not the code of a language: did you mean fr?"),
        (["small", "xx"], "'xx' is not the code of a language that we know: did you mean xh (Xhosa)?"),
        (["small", "jp"], "did you mean ja (Japanese)"),
        (["smal", "fr"], "there is no game 'smal'"),
    ],
)
def test_wrong_use_of_the_command(arguments: list[str], said: str, bilingual: Project) -> None:
    result = bilingual.run("translate", *arguments)
    assert (result.status, said in result.err) == (2, True), result.err


def test_an_unlisted_code_of_three_letters_is_only_a_warning(small: Project) -> None:
    result = small.run("translate", "small", "fra")
    assert (result.status, "did you mean fr (French)?" in result.err) == (0, True), result.err


@pytest.mark.parametrize("listed", [True, False])
def test_the_command_leaves_a_file_that_it_cannot_read(listed: bool, bilingual: Project) -> None:
    bilingual.replace(TRANSLATED, 'msgstr "Petit"', 'msgstr "Petit')
    if not listed:
        bilingual.replace(ORIGINAL, ", translations: [fr]", "")
    before = bilingual.read(TRANSLATED)
    result = bilingual.run("translate", "small", "fr")
    assert result.status == 2
    assert "not a text in quotes" in result.out
    assert bilingual.read(TRANSLATED) == before


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_file_is_a_finding(seed: int, bilingual: Project) -> None:
    letters, random = list(FRENCH), Random(seed)
    for _ in range(3):
        at = random.randrange(len(letters))
        letters[at : at + random.randrange(3)] = random.choice(['"', "\\", "\n", "msgid", "#~ ", "\0", "é", ""])
    bilingual.write(TRANSLATED, "".join(letters))
    result = bilingual.run("check", "--no-prove")
    assert "Traceback" not in result.out + result.err
    assert result.status in (0, 1, 2)


# Which texts there are


@pytest.mark.parametrize("game", ["drowned-post", GAME])
def test_each_text_that_prints_can_be_translated(game: str) -> None:
    """What decoding reads as text, in whatever part of the game, is found by the declarations of its keys."""
    sources = read(project_of(game), game, Findings())
    book = linked_book(sources, Findings())
    assert book is not None
    known = {text.place.span for tree in sources.content for text in content_texts(tree)}
    known |= {text.place.span for name, tree in sources.cards for text in card_texts(name, tree)}
    printed = {text.span: text for text in every_text(book.game) if text.raw and has_words(text.source)}
    assert printed
    assert [f"{span}: {text.source}" for span, text in printed.items() if span not in known] == []


def every_text(game: Game) -> Iterator[Text]:
    """The texts in a game, at any depth."""
    waiting, seen = list[object]([game]), set[int]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, Text):
            yield value
        elif is_dataclass(value):
            waiting += [getattr(value, field.name) for field in fields(value)]
        elif isinstance(value, (tuple, list)):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()


# What is made


def test_each_language_has_its_outputs(bilingual: Project) -> None:
    examined = bilingual.examined(prove=False)
    files = {"cards/card.pdf": b"", "fr/cards/card.pdf": b"fr", "fr/web/index.html": b""}
    assert [(each.prefix, dict(own)) for each, own in each_language(examined, files)] == [
        ("", {"cards/card.pdf": b""}),
        ("fr/", {"cards/card.pdf": b"fr", "web/index.html": b""}),
    ]


def test_a_part_of_a_translation_is_built_by_its_name(bilingual: Project) -> None:
    said = bilingual.run("build", "--only", "fr/card:card", "--no-prove")
    assert said.status == 0, said.out + said.err
    made = sorted(
        path.relative_to(bilingual.root / "build/small").as_posix()
        for path in Path(bilingual.root / "build/small").rglob("*.pdf")
    )
    assert made == ["fr/cards/card.pdf"]


def test_the_report_says_how_far_a_translation_is_and_that_it_prints_the_same_numbers(bilingual: Project) -> None:
    said = bilingual.run("check", "--no-prove", "--format", "html").out
    row = said.partition('<section id="languages">')[2].partition("</section>")[0]
    assert '<th scope="row">fr</th>' in row
    assert "<td>26 of 26</td><td>0</td><td>12 of 12</td>" in row


def test_data_of_a_check_has_the_shares_of_translations(bilingual: Project) -> None:
    said = json.loads(bilingual.run("check", "--no-prove", "--format", "json").out)
    share = {"texts": 26, "translated": 26, "stale": 0, "cells": 12, "differing": 0}
    assert said["translations"] == [{"game": "small", "language": "fr", **share}]


def test_each_web_page_leads_to_itself_in_the_other_language(bilingual: Project) -> None:
    examined = bilingual.examined(prove=False)
    english, french = (pages(each, bilingual) for each in (examined, *examined.translations))
    assert '<a href="../fr/web/hits.html" hreflang="fr" lang="fr">Français</a>' in english["web/hits.html"]
    assert '<a href="../../web/hits.html" hreflang="en" lang="en">English</a>' in french["web/hits.html"]


PAGES = {"web/hits.html", "web/glossary.html"}


def pages(examined: Examination, project: Project) -> dict[str, str]:
    """The web pages of one language."""
    assert examined.book is not None
    made = web_pages(examined.book, examined.proof, project.root, FinishedFiles({}), PAGES.__contains__)
    return {name: data.decode() for name, data in made.items() if name.endswith(".html")}


def test_the_preview_shows_each_language(bilingual: Project) -> None:
    examined = bilingual.examined(prove=False)
    assert examined.book is not None
    translate = partial(translated_book, examined.sources, examined.book)
    shown = Snapshot(
        Workshop(bilingual.root, "small", user_store()), examined.book, examined.proof, translate=translate
    )
    assert "Touché" in shown.file("fr/web/hits.html").decode()
    assert "Touché" not in shown.file("web/hits.html").decode()
    with pytest.raises(KeyError):
        shown.file("de/web/hits.html")


def test_the_preview_of_a_translation_has_its_proof(bilingual: Project) -> None:
    examined = bilingual.examined(prove=False)
    (other,) = examined.translations
    assert examined.book is not None
    translate = partial(translated_book, examined.sources, examined.book)
    workshop = Workshop(bilingual.root, "small", user_store())
    shown = Snapshot(
        workshop, examined.book, unproved(examined.book, tell("the proof is running")), translate=translate
    )
    assert {each.reason for each in shown.translation("fr").proof.statements} == {"the proof is running"}
    shown = shown.with_proof(examined.proof, (), {"fr": other.proof})
    assert shown.translation("fr").proof is other.proof


def test_cells_as_a_translation_prints_them(bilingual: Project) -> None:
    listed = json.loads(bilingual.run("tables", "--no-prove", "--format", "json", "--language", "fr").out)
    assert [each["text"] for each in listed if each["table"] == "far"] == ["près", "loin"]
    original = json.loads(bilingual.run("tables", "--no-prove", "--format", "json", "--language", "en").out)
    assert [each["text"] for each in original if each["table"] == "far"] == ["near", "far"]
    said = bilingual.run("tables", "--no-prove", "--language", "de")
    assert said.status == 2
    assert said.err.endswith("rulewright: small: the game has no language 'de': it has en, fr\n")


def test_a_draft_in_each_language(bilingual: Project) -> None:
    bilingual.replace(ORIGINAL, "[5, 6]", "[5, 7]")
    said = bilingual.run("build", "--draft", "--no-prove")
    assert said.status == 1
    english, french = (bilingual.read(f"build/draft/small/{each}web/hits.html") for each in ("", "fr/"))
    assert ">DRAFT</p>" in english
    assert ">BROUILLON</p>" in french
    assert "Touché" in french
    word = PdfReader(bilingual.root / "build/draft/small/fr/cards/card.pdf").pages[0].extract_text()
    assert "BROUILLON" in word


def test_a_page_of_a_list_that_is_divided_leads_to_the_list_in_another_language() -> None:
    game = replace(
        examined_game("drowned-post"), language="de", original_language="en", translations=("de", "fr", "xx")
    )
    found = [(name, href) for _, name, href in languages("glossary-b.html", game)]
    assert found == [
        ("English", "../../web/glossary.html"),
        ("Français", "../../fr/web/glossary.html"),
        ("xx", "../../xx/web/glossary.html"),
    ]


def examined_game(name: str) -> Game:
    book = linked_book(read(project_of(name), name, Findings()), Findings())
    assert book is not None
    return book.game
