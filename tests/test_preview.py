"""The live preview: its files are those of a build, and each thing on a page is found in the source and back."""

import asyncio
import gc
import json
import re
import subprocess
import sys
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, active_count

import pytest

from rulewright.app.preview import live as live_module
from rulewright.app.preview import workers as workers_module
from rulewright.app.preview.live import LiveGame, NothingToShowError
from rulewright.app.preview.server import EDITORS, Answers, Listeners, editor_address
from rulewright.app.preview.snapshot import Snapshot, SourcePlaces, Workshop
from rulewright.app.preview.workers import ExaminationResults, Examiner, InterruptedJobError, Urgency, Worker
from rulewright.base.installation import user_store
from rulewright.base.progress import Progress, no_progress
from rulewright.pipeline.stages import Examination, examine
from rulewright.proof.prove import ProofOptions
from tests.conftest import Project, examples
from tests.test_increments import CHOICES, Author
from tests.test_kept_reading import altered


class ExaminerHere:
    """Examines in this process, when a test says so."""

    def __init__(self, project: Path, game: str, *, prove: bool) -> None:
        self.project, self.game, self.limits = project, game, ProofOptions() if prove else None
        self.waiting: Callable[[], None] = lambda: None

    def examine(self, done: "Callable[[ExaminationResults | None], None]", progress: Progress = no_progress) -> None:
        def finish() -> None:
            found = examine(self.project, self.game, self.limits, progress=progress)
            done(ExaminationResults(tuple(found.findings.sorted()), found.proof, found.sources.texts))

        self.waiting = finish

    def stop(self) -> None:
        self.waiting = lambda: None

    close = stop


@pytest.fixture
def live(small: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveGame]:
    monkeypatch.setattr(live_module, "Examiner", ExaminerHere)
    game = LiveGame(small.root, "small", prove=True, changed=lambda: None)
    yield game
    game.close()


def snapshot(small: Project) -> Snapshot:
    found: Examination = small.examined()
    assert found.book is not None
    return Snapshot(Workshop(small.root, "small", user_store()), found.book, found.proof)


def test_what_it_shows_is_what_a_build_writes(small: Project) -> None:
    assert small.run("build").status == 0
    built = small.root / "build" / "small"
    shown = snapshot(small)
    for path in ("cards/hits.pdf", "cards/hits.png", "web/hits.html", "web/glossary.html", "web/rulewright.css"):
        assert shown.file(path) == (built / path).read_bytes(), path


def test_a_page_does_not_wait_for_prints(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Snapshot, "_print", lambda *_: pytest.fail("something was printed"))
    page = snapshot(small).file("web/index.html").decode()
    assert "not printed yet" in page


@pytest.mark.parametrize("path", ["sw.js", "index.html", "404.html", "manifest.webmanifest"])
def test_what_only_a_published_folder_needs_is_not_made(
    small: Project, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Each page asks for sw.js: to make it was to print the whole game while no edit was read."""
    monkeypatch.setattr(Snapshot, "_print", lambda *_: pytest.fail("something was printed"))
    with pytest.raises(KeyError):
        snapshot(small).file(path)


@pytest.mark.parametrize(
    ("path", "gives_way"),
    [("web/hits.html", False), ("web/rulewright.css", False), ("web/card-hits.png", True), ("rules.json", True)],
)
def test_only_pages_make_an_edit_wait(
    live: LiveGame, monkeypatch: pytest.MonkeyPatch, path: str, gives_way: bool
) -> None:
    """All else may print something."""
    asked = list[int]()
    monkeypatch.setattr(live._worker, "submit", lambda urgency, *_, **__: asked.append(urgency))
    live.file(path)
    assert [urgency > Urgency.PAGE for urgency in asked] == [gives_way]


@pytest.mark.usefixtures("fresh_prints")
def test_an_edit_makes_only_what_it_changes_again(small: Project) -> None:
    first = snapshot(small)
    card = first.file("cards/hits.pdf")
    small.replace("content/small/game.yaml", "Roll as [[table:hits]] tells.", "Roll two dice.")
    found = small.examined(prove=False)
    assert found.book is not None
    second = Snapshot(first.workshop, found.book, found.proof)
    assert second.file("cards/hits.pdf") == card
    assert b"Roll two dice." in second.file("web/hits.html")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("hits.html#hits", "hits:"),
        ("hits.html#table-hits", "hits:"),
        ("hits.html#table-hits/cell/1/2", "4]"),
        ("card-hits.html/block/0/0", "table: hits"),
        ("card-hits.html", "title: Hits"),
    ],
)
def test_what_is_clicked_is_found_in_the_source(small: Project, address: str, words: str) -> None:
    book = small.examined(prove=False).book
    assert book is not None
    places = SourcePlaces(book)
    span = places.span(address)
    assert span is not None
    line = small.read(span.file).split("\n")[span.line - 1]
    assert words in line
    shown = "web/" + re.split("[/#]", address)[0]
    assert places.address(span).startswith(shown)


def test_an_address_of_nothing_has_no_place(small: Project) -> None:
    book = small.examined(prove=False).book
    assert book is not None
    assert SourcePlaces(book).span("hits.html#nothing") is None
    assert SourcePlaces(book).span("hits.html#table-hits/cell/x/9") is not None


def test_a_draft_shows_where_a_link_leads_nowhere(small: Project, live: LiveGame) -> None:
    live.edited().result()
    small.replace("content/small/game.yaml", "[[table:hits]]", "[[table:nowhere]]")
    live.edited().result()
    assert live.status.broken
    assert [finding.name for finding in live.status.findings] == ["dangling-link"]
    page = live.file("web/hits.html").result().decode()
    assert ">table:nowhere ??</mark> tells." in page
    small.replace("content/small/game.yaml", "[[table:nowhere]]", "[[table:hits]]")
    live.edited().result()
    assert not live.status.broken
    assert b"nowhere" not in live.file("web/hits.html").result()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("tables:", "tables: ["),  # nothing of the file can be read
        ('number: "1"', "text: Twice"),  # the rule cannot be shown
    ],
)
def test_what_an_error_prevents_stays_as_it_was(small: Project, live: LiveGame, old: str, new: str) -> None:
    live.edited().result()
    before = live.file("web/hits.html").result()
    small.replace("content/small/game.yaml", old, new)
    live.edited().result()
    assert live.status.broken
    assert (live.file("web/hits.html").result() == before) == ("[" in new)
    assert b"<html" in live.file("web/hits.html").result()


def test_an_error_is_placed_at_its_cell(small: Project, live: LiveGame) -> None:
    small.replace("content/small/game.yaml", "open: [3, 4]", "open: [2, 4]")
    live.edited().result()
    live._examiner.waiting()  # type: ignore[attr-defined]
    page = live.file("web/hits.html").result().decode()
    (finding,) = live.status.findings
    assert "prints 2" in finding.message
    assert re.search(r">2 <mark [^>]*>score\(\) answers 3</mark></span></td>", page)
    picture = live.file("cards/hits.png").result()
    small.replace("content/small/game.yaml", "open: [2, 4]", "open: [3, 4]")
    live.edited().result()
    live._examiner.waiting()  # type: ignore[attr-defined]
    assert b"<mark" not in live.file("web/hits.html").result()
    assert live.file("cards/hits.png").result() != picture, "it said DRAFT"


def test_a_card_is_there_before_its_print(live: LiveGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Snapshot, "_print", lambda *_: pytest.fail("something was printed"))
    live.edited().result()
    card = live.card("cards/hits.pdf").result().decode()
    assert "In the open" in card.replace("\u00a0", " ")
    assert "url(font:SourceSansPro-Regular.ttf)" in card
    assert "@page" not in card
    assert "width: 60 mm" in card or "width: 60mm" in card
    assert ".page { size: 60mm 60mm; margin: 2.2mm" in card
    with pytest.raises(KeyError):
        live.card("cards/other.pdf").result()


def test_a_print_gives_way_to_an_edit() -> None:
    begun, worker = Event(), Worker()

    def endless() -> None:
        begun.set()
        while True:
            sum(range(1000))

    given_up = worker.submit(Urgency.PRINT, endless)
    assert begun.wait(60)
    assert worker.submit(Urgency.EDIT, lambda: "read").result(60) == "read"
    assert isinstance(given_up.exception(60), InterruptedJobError)
    assert worker.submit(Urgency.PRINT, lambda: "printed").result(60) == "printed"
    worker.close()


def test_what_nobody_asks_for_again_is_made_after_the_edit() -> None:
    begun, worker, attempts = Event(), Worker(), list[int]()

    def made_at_last() -> str:
        attempts.append(len(attempts))
        begun.set()
        while len(attempts) < 2:
            sum(range(1000))
        return "a thumbnail"

    made = worker.submit(Urgency.PRINT, made_at_last, repeat=True)
    assert begun.wait(60)
    assert worker.submit(Urgency.EDIT, lambda: "read").result(60) == "read"
    assert made.result(60) == "a thumbnail"
    worker.close()


def test_a_page_does_not_wait_for_an_endless_print() -> None:
    """The print begins anew after it, though an edit would end it."""
    worker, attempts, begun = Worker(), list[int](), Event()

    def endless() -> None:
        attempts.append(len(attempts))
        begun.set()
        while True:
            sum(range(1000))

    given_up = worker.submit(Urgency.PRINT, endless)
    assert begun.wait(60)
    begun.clear()
    assert worker.submit(Urgency.PAGE, lambda: "page").result(60) == "page"
    assert begun.wait(60)
    assert worker.submit(Urgency.EDIT, lambda: "read").result(60) == "read"
    assert isinstance(given_up.exception(60), InterruptedJobError)
    assert len(attempts) == 2
    worker.close()


def test_no_thread_starts_within_a_print() -> None:
    """What interrupts the print would interrupt that thread, and the edit would wait for the print."""
    worker, done = Worker(), Event()

    def printing() -> int:
        worker.later(0, done.set)
        return active_count()

    before = active_count()
    assert worker.submit(Urgency.PRINT, printing).result(60) == before
    assert done.wait(60)
    worker.close()


def test_a_page_does_not_give_way() -> None:
    """It is short, and the next state may be broken."""
    begun, worker = Event(), Worker()

    def short() -> str:
        begun.set()
        return "page" if sum(range(3_000_000)) else ""

    page = worker.submit(Urgency.PAGE, short)
    assert begun.wait(60)
    worker.submit(Urgency.EDIT, lambda: None)
    assert page.result(60) == "page"
    worker.close()


def test_what_was_found_stops_no_print(live: LiveGame) -> None:
    """The browser would not ask for the print again."""
    begun, found = Event(), Event()

    def printing() -> str:
        begun.set()
        while not found.is_set():
            sum(range(1000))
        return "printed"

    live.edited().result()
    printed = live._worker.submit(Urgency.PRINT, printing)
    assert begun.wait(60)
    live._examiner.waiting()  # type: ignore[attr-defined]
    found.set()
    assert printed.result(60) == "printed"


def test_a_print_that_takes_long_tells_how_far_it_is(
    small: Project, live: LiveGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = list[str]()
    monkeypatch.setattr(live, "_changed", lambda: said.append(live.status.printing))
    small.write("cards/small/rulebook.yaml", "kind: rulebook\ntitle: Rules\n")
    monkeypatch.setattr("rulewright.app.preview.live.LONG_PRINT", 60.0)  # however busy the machine is
    live.edited().result()
    live.file("cards/hits.pdf").result()
    assert set(said) == {""}, "nothing is told of a print that is there at once"
    monkeypatch.setattr("rulewright.app.preview.live.LONG_PRINT", 0.0)
    monkeypatch.setattr("rulewright.app.preview.live.PACE", 0.0)
    live.file("rulebook.pdf").result()
    assert "printing… composing rulebook.pdf" in said
    assert said[-1] == ""


def test_an_edit_brings_its_page_along(small: Project, live: LiveGame) -> None:
    """What a browser looks at comes with the event; it is not sent twice, nor where it cannot be made."""
    live.edited().result()
    listeners = Listeners()
    pages = Answers(live, listeners, "token")

    async def texts() -> AsyncIterator[str | None]:
        events = pages._events("web/hits.html")
        for old, new in (
            ("", ""),
            ("Roll as", "Throw as"),
            ("size: 60", "size:  60"),
            ("[[table:hits]]", "[[table:no]]"),
        ):
            file = "cards/small/hits.yaml" if "size" in old else "content/small/game.yaml"
            small.replace(file, old, new) if old else None
            live.edited().result()
            listeners.notify()
            yield json.loads((await anext(events)).removeprefix("data: ")).get("text")

    async def told() -> list[str | None]:
        return [each async for each in texts()]

    first, edited, same, broken = asyncio.run(told())
    assert first is None
    assert edited
    assert "Throw as" in edited
    assert 'src="/token/preview/page.js"' in edited
    assert same == ""
    assert broken
    assert "table:no ??" in broken


def test_what_is_given_up_is_taken_apart_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers_module, "IDLE", 1.0)
    begun, gone, worker = Event(), Event(), Worker()

    class Layout:
        def __del__(self) -> None:
            gone.set()

    def endless() -> None:
        layout = Layout()
        begun.set()
        while not gone.is_set():
            sum(range(1000))
        del layout

    worker.submit(Urgency.PRINT, endless)
    assert begun.wait(60)
    assert not worker.submit(Urgency.EDIT, gone.is_set).result(60)
    assert gone.wait(60)
    worker.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("rest", "overdue", "goes"),
    [(0.01, 50, True), (60.0, 1, True), (60.0, 50, False)],
    ids=["rest", "overdue", "typing"],
)
def test_a_book_of_an_earlier_state_goes_in_a_rest_or_when_that_is_overdue(
    rest: float, overdue: int, goes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"IDLE": 0.01, "FULL_COLLECTION": 1, "REST": rest, "OVERDUE_COLLECTION": overdue}.items():
        monkeypatch.setattr(workers_module, name, value)
    gone, worker = Event(), Worker()

    class Book:
        def __init__(self) -> None:
            self.results = self
            weakref.finalize(self, gone.set)

    def read() -> None:
        book = Book()
        gc.collect()  # so old that only a search of everything finds it
        del book

    worker.submit(Urgency.EDIT, read).result(60)
    assert gone.wait(60 if goes else 1) == goes
    worker.close()


def test_only_the_latest_state_is_examined(small: Project) -> None:
    """What an author looks at comes first, and the next edit may come before an examination has begun."""
    found, there = list[str](), Event()
    examiner = Examiner(small.root, "small", prove=False)

    def second(_: ExaminationResults | None) -> None:
        found.append("second")
        there.set()

    examiner.examine(lambda _: found.append("first"))
    examiner.examine(second)
    assert there.wait(60)
    assert found == ["second"]
    examiner.examine(lambda _: found.append("after the end"))
    examiner.close()
    waiting, process = examiner._delayed_start, examiner._spare[0]
    assert waiting is not None
    waiting.join(60)
    process.join(60)
    assert not process.is_alive()
    assert found == ["second"]


def test_proofs_follow_later(small: Project, live: LiveGame) -> None:
    small.replace("content/small/game.yaml", "language: en", "language: en, readers: editors")
    live.edited().result()
    assert live.status.proof == "proving…"
    assert b"the proof is running" in live.file("web/hits.html").result()
    live._examiner.waiting()  # type: ignore[attr-defined]
    live.file("web/hits.html").result()  # after what was just found
    assert live.status.proof == "proved: 4 of 4 cells"
    assert b"the proof is running" not in live.file("web/hits.html").result()


def test_a_card_that_is_too_long_is_found_when_it_is_looked_at(small: Project, live: LiveGame) -> None:
    small.replace("cards/small/hits.yaml", "60 × 60 mm", "60 × 30 mm")
    small.replace("cards/small/hits.yaml", "  - table: hits\n", "  - table: hits\n" * 3)
    live.edited().result()
    live.picture("cards/hits.pdf", 0, 300).result()
    assert [finding.name for finding in live.status.findings] == ["card-overflow"]


def test_without_a_sound_state_there_is_nothing_to_show(small: Project, live: LiveGame) -> None:
    small.write("content/small/game.yaml", "game: [")
    live.edited().result()
    assert live.status.broken
    with pytest.raises(NothingToShowError):
        live.file("web/index.html").result()


def test_it_speaks_the_language_of_the_game(small: Project, live: LiveGame) -> None:
    small.replace("content/small/game.yaml", "language: en", "language: fr")
    live.edited()
    shell = live.shell().result()
    assert '<html lang="fr">' in shell
    assert "<h1>Aperçu</h1>" in shell
    assert '"Nothing is wrong.": "Rien à signaler."' in live.shell_words().result()
    words = live.file("web/rulewright.js").result().decode()
    assert '"The card"' in words, "those of the scripts of the web"
    assert '["BROUILLON\u202f: 1 erreur", "BROUILLON\u202f: {n} erreurs"]' in words, (
        "and those of the preview on its pages"
    )


def test_there_is_no_file_that_a_build_would_not_write(live: LiveGame) -> None:
    live.edited().result()
    for path in ("web/../../secret", "cards/other.pdf", "web/font-../x.ttf", "web/other.html", "../x"):
        with pytest.raises(KeyError):
            live.file(path).result()


@pytest.mark.parametrize(
    ("editor", "address"),
    [
        (EDITORS["vscode"], "vscode://file/a%20b/game.yaml:3:7"),
        (EDITORS["idea"], "idea://open?file=/a%20b/game.yaml&line=3&column=7"),
        ("my://{line}/{other}", "my://3/{other}"),
        ("", ""),
    ],
)
def test_the_address_that_opens_an_editor(editor: str, address: str) -> None:
    assert editor_address(editor, "/a b/game.yaml", 3, 7) == address


@pytest.mark.hypothesis  # so that `make test-long` makes more, and `make fuzz` many
def test_after_edits_it_shows_what_a_fresh_one_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(live_module, "Examiner", ExaminerHere)
    seed = request.config.getoption("--hypothesis-seed") or 0
    chance, author = Random(seed), Author(tmp_path)
    edited = LiveGame(tmp_path, "small", prove=False, changed=lambda: None)
    edited.edited().result()
    file = tmp_path / "content/small/game.yaml"
    for _ in range(max(3, examples() // 3)):
        author.edit(chance.choice(sorted(CHOICES)), chance.random() < 0.8, chance)
        if chance.random() < 0.3:
            file.write_text(altered(file.read_text("utf-8"), chance), "utf-8")
        edited.edited().result()
        fresh = LiveGame(tmp_path, "small", prove=False, changed=lambda: None)
        fresh.edited().result()
        assert (edited.status.broken, edited.status.texts) == (fresh.status.broken, fresh.status.texts)
        if fresh.status.broken:
            assert edited.status.findings == fresh.status.findings
        if fresh.places is not None:  # else the edited one shows an earlier state
            wanted = shows(fresh)
            found = {path: shown for path, shown in shows(edited).items() if path in wanted}
            assert found == wanted, (seed, author.chosen, file.read_text("utf-8"))
        fresh.close()
    edited.close()


def shows(game: LiveGame) -> dict[str, object]:
    """All pages and cards as browsers get them, and what stands beside them; not the pages that errors prevent."""
    assert game.places is not None
    addresses = {address.partition("#")[0] for _, _, address in game.places.contents}
    made = {path: game.file(path) for path in addresses if path.startswith("web/")}
    made |= {path: game.card(path) for path in game.places.page_counts()}
    pages = {path: each.result() for path, each in made.items() if each.exception() is None}
    spans = {path: game.places.span(path.removeprefix("web/")) for path in addresses}
    return {**pages, "contents": game.places.contents, "spans": spans, "styles": game.status.styles}


def test_an_edit_changes_the_pages_that_look_different(small: Project, live: LiveGame) -> None:
    small.write("cards/small/book.yaml", "kind: rulebook\ntitle: Book\npaper: A5\nchapters: new-page\n")
    small.write("content/small/more.yaml", 'rules: {last: {number: "9", title: Last, text: It ends here.}}\n')
    path = "book.pdf"
    live.edited().result()
    before = live.pages(path).result()
    pictures = [live.picture(path, at, 200).result()[0] for at in range(len(before))]
    small.replace("content/small/more.yaml", "ends here", "ends there")
    live.edited().result()
    after = live.pages(path).result()
    same = [old == new for old, new in zip(before, after, strict=True)]
    assert same.count(False) == 1
    assert same == [live.picture(path, at, 200).result() == (old, before[at]) for at, old in enumerate(pictures)]
    assert (before[0].width, before[0].height) == (148.0, 210.0)


def test_a_layer_follows_the_game_below_it(small: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_module, "Examiner", ExaminerHere)
    head = "game: {title: Our club, extends: small, because: We like it.}\n"
    small.write("content/club/game.yaml", f"{head}tables: {{hits: {{note: Trees hide.}}}}\n")
    live = LiveGame(small.root, "club", prove=False, changed=lambda: None)
    live.edited().result()
    assert "Trees hide." in live.file("web/hits.html").result().decode()
    assert "We like it." in live.file("web/differences.html").result().decode()
    small.replace("content/small/game.yaml", "Roll as", "Throw as")
    live.edited().result()
    page = live.file("web/hits.html").result().decode()
    assert "Throw as" in page
    assert "Trees hide." in page
    small.replace("content/club/game.yaml", "hits: {note", "hit: {note")
    live.edited().result()
    assert live.status.broken
    live.close()


def test_what_prints_is_imported_before_an_edit_may_interrupt_it() -> None:
    """Half of a module would stay, and no print be made any more."""
    asks = "import sys, rulewright.app.preview.live; print('weasyprint.document' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "True"
