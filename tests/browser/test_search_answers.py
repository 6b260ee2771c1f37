"""What the search finds: numbers, names, titles, texts, slips; and that what Python wrote is what the script reads."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rulewright.outputs.web.search_entries import SearchEntry, search_entries
from rulewright.outputs.web.search_postings import words_of
from rulewright.outputs.web.site import Site
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.proof.report import ProofReport
from tests.browser.searching import answer, engine_for, titles
from tests.conftest import GAMES, ROOT, examined


@pytest.fixture(scope="module")
def asl(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return _opened(browser, tmp_path_factory, "advanced-squad-leader")


@pytest.fixture(scope="module")
def iron_cross(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return _opened(browser, tmp_path_factory, "iron-cross")


@pytest.fixture(scope="module")
def hundred_yards(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Page:
    return _opened(browser, tmp_path_factory, "last-hundred-yards")


def _opened(browser: Browser, folders: pytest.TempPathFactory, game: str) -> Page:
    book = examined(game).book
    assert book is not None
    page = browser.new_page()
    engine_for(
        page,
        folders.mktemp("search"),
        tuple(search_entries(Site(book, ProofReport(), ROOT, FinishedFiles({})))),
        book.game.language,
    )
    return page


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_found_by_its_number_and_every_term_by_each_of_its_names(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    page, book = _opened(browser, tmp_path_factory, game), examined(game).book
    assert book is not None
    for rule in book.game.rules:
        if rule.number:
            kind, hits = answer(page, rule.number, 1)["groups"][0]
            assert (kind, hits[0]["number"]) == ("rule", rule.number)
    for term in book.game.terms:
        for name in term.names:
            hits = dict(answer(page, name, 3)["groups"])["term"]
            assert term.id in {hit["href"].partition("#")[2] for hit in hits}, name
    page.close()


def test_a_number_finds_the_rule_then_what_lies_under_it(asl: Page) -> None:
    assert titles(asl, "12.12", "rule")[:3] == [
        "12.12 Placement",
        "12.121 Concealment loss, and gain",
        "12.122 Concealment dr",
    ]
    assert titles(asl, "12.121", "rule")[0] == "12.121 Concealment loss, and gain"


def test_a_number_finds_tables_and_examples_of_its_rule_and_who_cites_it(asl: Page) -> None:
    assert titles(asl, "12.121", "example") == ["12.121 Out of sight in woods"]
    assert "12.121 Whether a unit gains concealment" in titles(asl, "12.121", "table")
    assert "12.14 Removal" in titles(asl, "12.121", "rule")  # its text cites 12.121


@pytest.mark.parametrize("query", ["A12.14", "12,14", " 12.14. ", "§ 12.14", "a12.14"])
def test_a_number_may_be_written_in_many_ways(asl: Page, query: str) -> None:
    assert titles(asl, query, "rule")[0] == "12.14 Removal"


def test_words_of_everyday_speech_are_not_marked(iron_cross: Page) -> None:
    words = {*answer(iron_cross, "how many dice does an MG throw", 3)["best"][0]["words"]}
    assert {"dice", "mg"} <= words
    assert not {"how", "many", "does", "an"} & words


def test_the_letter_of_a_chapter_may_be_left_out(asl: Page) -> None:
    assert titles(asl, "28.1", "rule") == ["B28.1 Outside this source"]


def test_a_letter_at_the_end_of_a_number_needs_no_dot(hundred_yards: Page) -> None:
    assert titles(hundred_yards, "20.9.2a", "rule") == ["20.9.2.a Found after a Call for Reaction"]


def test_a_figure_alone_is_the_number_of_a_rule_and_no_word(iron_cross: Page) -> None:
    found = answer(iron_cross, "5")
    assert titles(iron_cross, "5", "rule")[:2] == ["5 Firing", "5.1 Direct fire"]
    assert all(hit["number"].startswith("5") for _, hits in found["groups"] for hit in hits)


def test_an_abbreviation_finds_its_term_before_all_else(hundred_yards: Page) -> None:
    kind, hits = answer(hundred_yards, "latw")["groups"][0]
    assert (kind, hits[0]["title"]) == ("term", "LATW")


def test_capitals_tell_two_abbreviations_apart(asl: Page) -> None:
    assert titles(asl, "DR", "term")[0] == "12.13 Dice roll"
    assert titles(asl, "dr", "term")[0] == "12.122 Die roll"


def test_a_name_without_letters_is_found(asl: Page) -> None:
    assert titles(asl, "?", "term") == ["12.1 Concealment counter"]


def test_other_names_lead_to_the_term(asl: Page) -> None:
    assert titles(asl, "half squad", "term") == ["12.154 HS"]


@pytest.mark.parametrize("query", ["flamethrowers", "flamethrower", "FLAMETHROW", "flame thrower", "flame-thrower"])
def test_words_are_found_in_any_form(iron_cross: Page, query: str) -> None:
    assert titles(iron_cross, query, "rule")[0] == "5.7 Flamethrowers"


def test_titles_come_before_texts_and_whole_titles_first(iron_cross: Page) -> None:
    assert titles(iron_cross, "moving", "rule")[:2] == ["4 Moving", "4.2 Moving and firing"]


def test_mere_words_must_all_be_there_and_those_of_a_sentence_need_not(iron_cross: Page) -> None:
    def held(query: str) -> list[bool]:
        texts = [f"{hit['title']} {hit['text']}".lower() for hit in answer(iron_cross, query)["best"]]
        return ["spotter" in text and "smoke" in text for text in texts]

    assert set(held("spotters smoke")) == {True}
    assert set(held("how do spotters lay smoke")) == {True, False}


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("casulty thorw", "5.5 Casualty throw"),
        ("flamtrower", "5.7 Flamethrowers"),
        ("obsevation", "8.1 Observation distances"),
    ],
)
def test_slips_are_forgiven_when_nothing_is_spelt_so(iron_cross: Page, query: str, rule: str) -> None:
    assert answer(iron_cross, query)["how"] == "near"
    assert rule in titles(iron_cross, query, "rule")[:2]


def test_short_words_are_not_guessed(iron_cross: Page) -> None:
    assert answer(iron_cross, "xq")["total"] == 0
    assert answer(iron_cross, "qqqqqq")["total"] == 0


def test_what_nothing_holds_whole_finds_what_holds_most(asl: Page) -> None:
    found = answer(asl, "how does a unit gain concealment")
    assert found["how"] == "most"
    assert "12.122 Concealment dr" in titles(asl, "how does a unit gain concealment", "rule")


def test_an_erratum_stands_beside_the_rule_it_corrects(hundred_yards: Page) -> None:
    hit = dict(answer(hundred_yards, "13.1.5")["groups"])["rule"][0]
    assert hit["corrections"] == [["13.1.5-6", "13.1.5–6"]]
    others = [hit for _, hits in answer(hundred_yards, "cohesion")["groups"] for hit in hits if hit["kind"] == "term"]
    assert not any(hit["corrections"] for hit in others)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_each_word_that_python_indexed_is_found_by_the_script(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    page = _opened(browser, tmp_path_factory, game)
    rows = page.evaluate("async () => (await search('a')).hits(9999).map(h => [h.href, h.kind, h.text])")
    words = sorted({word for _, _, text in rows for word in words_of(text)})
    for word in words[:: max(1, len(words) // 60)]:
        if word.isdigit():
            continue
        found = {(hit["href"], hit["kind"]) for _, hits in answer(page, word)["groups"] for hit in hits}
        assert {(href, kind) for href, kind, text in rows if word in words_of(text)} <= found, word
    page.close()


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        (
            "en",
            "hit hits hitting; building buildings build; move moves moved moving; army armies; loss losses; unit units unit's",
        ),
        ("de", "haus hauser hause; einheit einheiten; panzer panzers; waffe waffen"),
        ("fr", "général généraux générale; unité unités; feu feux"),
        ("xx", "vul; vulken"),
    ],
)
def test_forms_of_a_word_are_one_word(browser: Browser, tmp_path: Path, language: str, forms: str) -> None:
    page = browser.new_page()
    groups = [group.split() for group in forms.split("; ")]
    engine_for(
        page,
        tmp_path,
        [_entry(f"Number {at}", f"{form} here") for at, group in enumerate(groups) for form in group],
        language,
    )
    for at, group in enumerate(groups):
        for form in group:
            assert titles(page, f"{form} here", "rule") == [f"Number {at}"] * len(group), form
    page.close()


def _entry(title: str, text: str = "", kind: str = "rule") -> SearchEntry:
    return SearchEntry(kind, title, "", title, f"#{title}", text)


@pytest.mark.parametrize(
    ("language", "title", "queries"),
    [
        ("de", "Gedeckte Häuser in der Straße", ["hauser", "HÄUSER", "strasse", "straße", "haus strasse", "gedeckt"]),
        ("fr", "L’œuvre des généraux", ["oeuvre", "general", "généraux", "l'œuvre"]),
        ("tr", "İleri at\u0131ş", ["ileri", "atis", "ATIŞ"]),
        ("pl", "Łódź i Gdańsk", ["lodz", "gdansk"]),
        ("ru", "Лёгкая пехота", ["легкая", "ПЕХОТА", "лёгк"]),
        ("en", "The “T-34’s” ﬁre & smoke: ½ speed", ["t34", "T-34", "fire", "fires", "smoke speed", "smok"]),
        ("xx", "Ærøskøbing; { } ' \\ \" </script>", ["aeroskobing", "script"]),
    ],
)
def test_letters_are_folded_alike_on_both_sides(
    browser: Browser, tmp_path: Path, language: str, title: str, queries: list[str]
) -> None:
    page = browser.new_page()
    engine_for(page, tmp_path, [_entry("Something else"), _entry(title)], language)
    for query in queries:
        found = answer(page, query)
        assert (found["how"], titles(page, query, "rule")) == ("exact", [title]), query
    page.close()


def test_equal_answers_stand_in_reading_order_and_phrases_before_scattered_words(
    browser: Browser, tmp_path: Path
) -> None:
    three = [
        _entry("One", "Sight is a line."),
        _entry("Two", "A line of sight."),
        _entry("Three", "The line of sight ends."),
    ]
    page = browser.new_page()
    engine_for(page, tmp_path, [*three, _entry("Four", "Lines of fire")])
    assert titles(page, "line sight", "rule") == ["One", "Two", "Three"]
    assert titles(page, "line of sight", "rule")[:2] == ["Two", "Three"]
    assert titles(page, "sight a line", "rule")[:1] == ["One"]
    assert titles(page, "of sight", "rule")[:2] == ["Two", "Three"]
    page.close()


def test_a_term_is_found_by_its_initials(hundred_yards: Page) -> None:
    assert answer(hundred_yards, "VDA")["best"][0]["title"] == "Vehicle Destruction Attempt"
    assert titles(hundred_yards, "score for a VDA", "term")[0] == "14.3.2 Vehicle Destruction Attempt"


def test_a_name_in_capitals_is_no_everyday_word(asl: Page) -> None:
    assert titles(asl, "US# of a half squad", "table")[0] == "12.122 Sizes of units"
    assert titles(asl, "US# of a half squad", "term")[0] == "12.122 US#"
    assert titles(asl, "what does a half squad give us", "term")[0] == "12.154 HS"


def test_who_asks_for_a_difference_is_shown_both_definitions(hundred_yards: Page) -> None:
    for query in ("what's the difference between disrupted and shocked", "shocked vs. disrupted"):
        best = answer(hundred_yards, query, 2)["best"]
        assert {(hit["kind"], hit["title"]) for hit in best} == {("term", "Disrupted"), ("term", "Shocked")}
    assert answer(hundred_yards, "what is the retreat of a vehicle")["best"][0]["kind"] == "rule"


def test_a_rule_is_also_found_by_the_title_of_the_rule_above(browser: Browser, tmp_path: Path) -> None:
    below = SearchEntry("rule", "m", "", "Mortars", "#m", "A shell for each.", above="Fire attacks")
    page = browser.new_page()
    engine_for(page, tmp_path, [_entry("Fire attacks"), below, _entry("Small arms", "Roll.")])
    assert titles(page, "mortar fire", "rule") == ["Mortars"]
    page.close()


def test_a_word_of_like_meaning_does_not_shut_out_the_rule_itself(iron_cross: Page) -> None:
    assert titles(iron_cross, "elite squad fall back", "rule")[0] == "7.2 Elite units that fall back"


def test_two_everyday_words_may_mean_one_of_the_rules(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    engine_for(page, tmp_path, [_entry("Smoke"), _entry("Wind", "Remove it."), _entry("Removing smoke", "At the end.")])
    assert titles(page, "when does smoke go away", "rule")[0] == "Removing smoke"
    page.close()


def test_a_long_text_is_cut_around_the_words(browser: Browser, tmp_path: Path) -> None:
    filler = "nothing of interest stands here " * 30
    page = browser.new_page()
    engine_for(page, tmp_path, [_entry("One", f"{filler}until the panzer meets a bridge {filler}")])
    [[_, [hit]]] = answer(page, "panzer bridge")["groups"]
    assert "panzer meets a bridge" in hit["snippet"]
    assert hit["snippet"].startswith("… ")
    assert hit["snippet"].endswith(" …")
    assert len(hit["snippet"]) < 200
    page.close()
