"""Keys against brute force: which numbers and which months each way of writing them means."""

from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Span
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain, key_text, open_end
from rulewright.entries.keys import ANY_OTHER, read_key, read_keys
from rulewright.entries.keyset import KeySet
from rulewright.source.nodes import Mapping, Scalar

LAST = 9
NUMBERS = range(LAST + 1)
MONTHS = [(year, month) for year in range(1938, 1946) for month in range(1, 13)][8:-7]
"""From 9/1938 to 5/1945."""


def scalar(text: str) -> Scalar:
    return Scalar(text, Span("x", 1, 1), text)


def domain(**entries: str) -> Domain:
    found = read_domain("d", Mapping(tuple((scalar(k), scalar(v)) for k, v in entries.items()), Span("x")), Findings())
    assert found is not None
    return found


def keys_of(words: str, of: Domain) -> KeySet | None:
    """The keys, or None with a finding."""
    findings = Findings()
    key = read_key("d", of, scalar(words), findings)
    assert (key is None) == bool(findings.items)
    return None if key is None else key.keys


COUNT = domain(numbers=f"0..{LAST}")
DATES = domain(dates="9/1938..5/1945")
ENDLESS = domain(numbers="0..")

FORMS = {
    "{a}": lambda n, a, b: n == a,
    "{a}-{b}": lambda n, a, b: a <= n <= b,
    "{a} to {b}": lambda n, a, b: a <= n <= b,
    "{a}..{b}": lambda n, a, b: a <= n <= b,
    "[{a}..{b}]": lambda n, a, b: a <= n <= b,
    "[{a}..{b})": lambda n, a, b: a <= n < b,
    "({a}..{b}]": lambda n, a, b: a < n <= b,
    "({a} .. {b})": lambda n, a, b: a < n < b,
    "{a} to under {b}": lambda n, a, b: a <= n < b,
    "over {a} to {b}": lambda n, a, b: a < n <= b,
    "{a}..": lambda n, a, b: n >= a,
    "..{a}": lambda n, a, b: n <= a,
    "{a}+": lambda n, a, b: n >= a,
    "{a} or higher": lambda n, a, b: n >= a,
    "{a} and up": lambda n, a, b: n >= a,
    "from {a}": lambda n, a, b: n >= a,
    "{a} or fewer": lambda n, a, b: n <= a,
    "at most {a}": lambda n, a, b: n <= a,
    "more than {a}": lambda n, a, b: n > a,
    "above {a}": lambda n, a, b: n > a,
    "less than {a}": lambda n, a, b: n < a,
    "fewer than {a}": lambda n, a, b: n < a,
    "below {a}": lambda n, a, b: n < a,
    "not {a}": lambda n, a, b: n != a,
    "not {a} or {b}": lambda n, a, b: n not in (a, b),
    "not {a}..{b}": lambda n, a, b: not a <= n <= b,
    "not {a} or more": lambda n, a, b: n < a,
    "{a}, {b}": lambda n, a, b: n in (a, b),
}


@given(st.sampled_from(sorted(FORMS)), st.integers(0, LAST), st.integers(0, LAST))
def test_every_way_of_writing_numbers(form: str, a: int, b: int) -> None:
    assume(a <= b or form != "not {a}..{b}")
    wanted = KeySet.of(n for n in NUMBERS if FORMS[form](n, a, b))
    assert keys_of(form.format(a=a, b=b), COUNT) == (wanted or None)


@given(
    st.sampled_from([form for form in FORMS if "{b}" not in form and not form.startswith("not")]),
    st.integers(1, LAST - 1),
)
def test_open_ends_are_known_as_such(form: str, a: int) -> None:
    keys = keys_of(form.format(a=a), ENDLESS)
    assert keys is not None
    assert open_end(form.format(a=a)) == (1 if not keys.finite else -1 if 0 in keys else 0)


dates = st.tuples(st.integers(1939, 1944), st.integers(1, 12))
WHEN = {
    "{a}": lambda m, a, b: m == a,
    "{a}-{b}": lambda m, a, b: a <= m <= b,
    "{a} to {b}": lambda m, a, b: a <= m <= b,
    "from {a} until {b}": lambda m, a, b: a <= m <= b,
    "after {a}": lambda m, a, b: m > a,
    "before {a}": lambda m, a, b: m < a,
    "from {a}": lambda m, a, b: m >= a,
    "since {a}": lambda m, a, b: m >= a,
    "until {a}": lambda m, a, b: m <= a,
    "up to {a}": lambda m, a, b: m <= a,
    "not {a}": lambda m, a, b: m != a,
    "not after {a}": lambda m, a, b: m <= a,
}


def shown(date: tuple[int, int], figures: int) -> str:
    return f"{date[1]}/{str(date[0])[-figures:]}"


@given(st.sampled_from(sorted(WHEN)), dates, dates, st.sampled_from([2, 4]))
def test_every_way_of_writing_dates(form: str, a: tuple[int, int], b: tuple[int, int], figures: int) -> None:
    wanted = KeySet.of(at for at, month in enumerate(MONTHS) if WHEN[form](month, a, b))
    assert keys_of(form.format(a=shown(a, figures), b=shown(b, figures)), DATES) == (wanted or None)


@given(st.sampled_from(sorted(WHEN)), st.integers(1938, 1945), st.integers(1938, 1945))
def test_a_year_means_all_its_months(form: str, a: int, b: int) -> None:
    wanted = KeySet.of(at for at, (year, _) in enumerate(MONTHS) if WHEN[form](year, a, b))
    says_nothing = form.startswith("not ") and wanted == DATES.keys  # what it denies lies outside the domain
    assert keys_of(form.format(a=a, b=b), DATES) == (None if says_nothing else wanted or None)


@given(st.sets(st.integers(0, len(MONTHS) - 1), min_size=1))
def test_dates_as_text_to_paste_read_back(chosen: set[int]) -> None:
    keys = KeySet.of(chosen)
    assert keys_of(key_text(DATES, keys), DATES) == keys


@given(st.integers(0, len(MONTHS) - 1))
def test_rules_code_sees_year_and_month(key: int) -> None:
    number = DATES.number(key)
    assert number == MONTHS[key][0] * 100 + MONTHS[key][1]
    assert DATES.key_of(number) == key  # type: ignore[arg-type]


@given(st.lists(st.integers(0, LAST), unique=True, max_size=LAST + 1), st.data())
def test_any_other_is_what_the_keys_beside_it_leave(others: list[int], data: st.DataObject) -> None:
    written = [scalar(str(other)) for other in others]
    written.insert(data.draw(st.integers(0, len(others))), scalar(ANY_OTHER))
    findings = Findings()
    found = [key for key in read_keys("d", COUNT, written, findings) if key is not None and key.written == ANY_OTHER]
    left = KeySet.of(n for n in NUMBERS if n not in others)
    assert [key.keys for key in found] == ([left] if left else [])
    assert bool(findings.items) == (not left)
