"""A draft as files, and a second import over files that their author has altered since."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span
from rulewright.base.messages.messages import tell
from rulewright.importing.draft import Draft, Entry, Guessed, Layout, Value
from rulewright.importing.plan import Record, merged, planned, read_record, record_text
from rulewright.importing.readers import with_unique_ids
from rulewright.importing.sources import decoded
from rulewright.importing.writing import DraftFile, draft_files
from rulewright.source.edits import write_all
from tests.conftest import Project

RULES, GAME = "content/small/book.yaml", "content/small/game.yaml"


def rule(id_: str, line: int, **value: Value) -> Entry:
    return Entry("rules", id_, {"title": id_.title(), "text": "Text.", **value}, Span("book.md", line, 1))


def draft(**texts: str) -> Draft:
    rules = (rule(id_, at, number=str(at), text=text) for at, (id_, text) in enumerate(texts.items(), 1))
    return Draft({"title": "Small", "language": "en"}, tuple(rules))


def test_each_numbered_chapter_has_a_file() -> None:
    entries = (
        rule("preface", 1, part="front"),
        rule("move", 2, number="1"),
        rule("road", 3, number="1.1"),
        rule("wood", 4, parent="move"),
        rule("fire", 5, number="2"),
        rule("hits", 6, number="2.1"),
        Entry("tables", "hits", {"title": "Hits", "rule": "hits"}, Span("book.md", 7, 1)),
    )
    layout = Layout("rulebook", {"kind": "rulebook", "title": "Small"}, Span("book.md", 1, 1))
    files = draft_files(Draft({"title": "Small"}, entries, (layout,)), "small")
    assert {path: [*file.places] for path, file in files.items()} == {
        "content/small/game.yaml": [],
        "content/small/book.yaml": [("rules", "preface")],
        "content/small/move.yaml": [("rules", "move"), ("rules", "road"), ("rules", "wood")],
        "content/small/fire.yaml": [("rules", "fire"), ("rules", "hits"), ("tables", "hits")],
        "cards/small/rulebook.yaml": [],
    }
    assert files["cards/small/rulebook.yaml"].content == (
        "# From book.md, by rulewright import.\nkind: rulebook\ntitle: Small\n"
    )


def test_a_guess_is_a_comment_with_its_reason() -> None:
    entry = rule("move", 1, number=Guessed("1", tell("the source has no number")))
    entry = Entry(entry.section, entry.id, entry.value, entry.origin, (tell("it begins in bold"),))
    assert draft_files(Draft({}, (entry,)), "my-game")["content/my-game/book.yaml"].content == (
        "# From book.md, by rulewright import.\n"
        "rules:\n"
        "  # it begins in bold\n"
        "  move:\n"
        "    title: Move\n"
        "    text: Text.\n"
        "    # the source has no number\n"
        '    number: "1"\n'
    )


def imported(project: Project, new: Draft) -> list[tuple[str, bool]]:
    """Imports a draft as the command does; the changes of files, and whether each was renewed."""
    record, files = read_record(project.root, "small") or Record(), draft_files(new, "small")
    plan = planned(project.root, files, record)
    write_all(project.root, plan.files)
    project.write("content/small/imported.json", record_text(record.with_files(files), ()))
    return [(f"{each.path}:{change.line}", change.renewed) for each in plan.changed for change in each.changes]


def test_what_the_author_did_not_touch_is_renewed(project: Project) -> None:
    imported(project, draft(move="Four hexes.", fire="One die."))
    project.replace(RULES, "One die.", "Two dice, we say.")
    assert imported(project, draft(move="Five hexes.", fire="One die.", night="No fire.")) == [
        (f"{RULES}:5", True),
        (f"{RULES}:11", True),
    ]
    text = project.read(RULES)
    assert "Five hexes." in text
    assert "Two dice, we say." in text
    assert "No fire." in text


def test_what_both_changed_stays_the_authors(project: Project) -> None:
    imported(project, draft(move="Four hexes.", fire="One die."))
    project.replace(RULES, "One die.", "Two dice, we say.")
    assert imported(project, draft(move="Four hexes.", fire="Three dice.")) == [(f"{RULES}:9", False)]
    assert "Two dice, we say." in project.read(RULES)
    assert imported(project, draft(move="Four hexes.", fire="Three dice.")) == []


def test_lines_end_as_the_author_ends_them(project: Project) -> None:
    imported(project, draft(move="Four hexes."))
    project.write(RULES, project.read(RULES).replace("\n", "\r\n"))
    imported(project, draft(move="Five hexes."))
    assert (project.root / RULES).read_bytes().count(b"\r\n") == 6


def test_a_file_that_no_import_wrote_is_refused(project: Project) -> None:
    project.write(RULES, "rules: {mine: {}}\n")
    with pytest.raises(Failure, match=r"content/small/book\.yaml exists, and no import wrote it"):
        imported(project, draft(move="Four hexes."))
    assert project.read(RULES) == "rules: {mine: {}}\n"
    assert not (project.root / GAME).exists()


def test_a_picture_of_the_author_stays(project: Project) -> None:
    path = "content/small/pictures/map.png"
    record = Record().with_files({path: DraftFile("book.md", b"old")})
    changed = {path: DraftFile("book.md", b"new")}
    for data, written, said in [
        (b"old", {path: b"new"}, "picture updated from the source"),
        (b"mine", {}, "kept your picture"),
    ]:
        project.write(path, data)
        plan = planned(project.root, changed, record)
        assert plan.files == written
        assert [(each.stays or "")[: len(said)] for each in plan.changed] == [said]


def test_a_file_that_the_author_removed_stays_away(project: Project) -> None:
    imported(project, draft(move="Four hexes."))
    (project.root / RULES).unlink()
    plan = planned(
        project.root, draft_files(draft(move="Five."), "small"), read_record(project.root, "small") or Record()
    )
    assert [(each.path, each.stays) for each in plan.changed] == [
        (RULES, "you deleted this file; its source has changed since")
    ]
    assert plan.files == {}


def test_all_files_are_written_or_none(project: Project) -> None:
    project.write("content/small/a.yaml", "old")
    project.write("content/small/b.yaml/in-the-way", "")
    with pytest.raises(OSError, match="directory"):
        write_all(project.root, {"new/a": b"a", "content/small/a.yaml": b"new", "content/small/b.yaml": b"new"})
    assert sorted(path.relative_to(project.root).as_posix() for path in project.root.rglob("*") if path.is_file()) == [
        "content/small/a.yaml",
        "content/small/b.yaml/in-the-way",
    ]
    assert project.read("content/small/a.yaml") == "old"
    assert not (project.root / "new").exists()


def test_two_readers_give_no_id_twice() -> None:
    def of(file: str, numbers: str) -> Draft:
        hits: dict[str, Value] = {"title": "Hits", "rule": Guessed("fire", tell("it is above")), "rows": "kind"}
        domain, fire, hit = {"numbers": numbers}, {"title": "Fire", "text": "As [[table:hits]]."}, hits
        place = Span(file, 1, 1)
        entries = (
            Entry("domains", "kind", {**domain}, place),
            Entry("rules", "fire", {**fire}, place),
            Entry("tables", "hits", hit, place),
        )
        return Draft(entries=entries)

    first, again, other = with_unique_ids(
        [of("a.md", "1..6"), of("b.md", "1..6"), of("c.csv", "1..9")], {"rules": ["fire-2"]}
    )
    assert [each.id for each in first.entries] == ["kind", "fire", "hits"]
    assert [each.id for each in again.entries] == ["fire-3", "hits-2"], "the domain is the same"
    assert again.entries[0].value == {"title": "Fire", "text": "As [[table:hits-2]]."}
    assert [each.id for each in other.entries] == ["kind-2", "fire-4", "hits-3"]
    assert other.entries[2].value == {"title": "Hits", "rule": Guessed("fire-4", tell("it is above")), "rows": "kind-2"}


def test_a_domain_that_two_later_drafts_share_is_one() -> None:
    def of(file: str, numbers: str) -> Draft:
        place = Span(file, 1, 1)
        table: dict[str, Value] = {"title": "Hits", "rows": "kind"}
        return Draft(
            entries=(Entry("domains", "kind", {"numbers": numbers}, place), Entry("tables", file, table, place))
        )

    _, second, third, fourth = with_unique_ids([of("a", "1..6"), of("b", "1..9"), of("c", "1..9"), of("d", "1..6")])
    assert [each.id for each in second.entries] == ["kind-2", "b"]
    assert [(each.id, each.value) for each in third.entries] == [("c", {"title": "Hits", "rows": "kind-2"})]
    assert [(each.id, each.value) for each in fourth.entries] == [("d", {"title": "Hits", "rows": "kind"})]


LINES = st.lists(st.sampled_from("abcdefg"), max_size=12).map("\n".join)


@given(LINES, LINES, LINES)
def test_a_merge_of_one_sided_changes_is_that_side(base: str, mine: str, new: str) -> None:
    assert merged(base, base, new).text == new
    assert merged(base, mine, base).text == mine
    assert merged(base, mine, mine) == merged(base, mine, base)
    result = merged(base, mine, new)
    assert not [each for each in result.changes if not each.renewed] or result.text != new


@pytest.mark.parametrize(
    ("data", "text", "guessed"),
    [
        ("Gebäude".encode(), "Gebäude", ""),
        ("Gebäude".encode("utf-8-sig"), "Gebäude", ""),
        ("Gebäude".encode("utf-16"), "Gebäude", ""),
        ("Gebäude".encode("utf-16-le"), "Gebäude", "UTF-16-LE"),
        ("Gebäude".encode("utf-16-be"), "Gebäude", "UTF-16-BE"),
        ("Gebäude – “er”".encode("cp1252"), "Gebäude – “er”", "Windows-1252"),
        (b"caf\xe9 \x81", "café \x81", "Windows-1252"),
    ],
)
def test_the_encoding_of_a_source_is_found(data: bytes, text: str, guessed: str) -> None:
    assert decoded(data, "book.md") == (text, guessed)


def test_a_file_of_another_kind_is_no_text() -> None:
    with pytest.raises(Failure, match=r"book\.md is not a text file"):
        decoded(b"PK\x03\x04\x00\x00\x01", "book.md")


def test_the_title_is_guessed_where_no_source_has_one() -> None:
    assert draft_files(Draft(), "my-game")["content/my-game/game.yaml"] == DraftFile(
        "", "game:\n  # no source has a title\n  title: My Game\n  language: en\n"
    )
