"""Bands of a measure against numbers: which end belongs to a band, for points and for all that lies between two of them."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Findings, Span
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain
from rulewright.entries.keys import read_key
from rulewright.entries.keyset import KeySet
from rulewright.source.nodes import Mapping, Scalar

MOST = 12
"""Steps from one end of the measures to the other."""

STEPS = ("1", "0.5", "0.25", "2.5", "0.1", "0.000001")
UNITS = ("", "″", "cm", "hexes")


def scalar(text: str) -> Scalar:
    return Scalar(text, Span("x", 1, 1), text)


def figures(number: Fraction) -> str:
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def measure(step: str, unit: str, *, endless: bool) -> Domain:
    end = "" if endless else figures(MOST * Fraction(step))
    pairs = {"measure": f"0..{end}", "step": step, "unit": unit}
    found = read_domain(
        "distance", Mapping(tuple((scalar(k), scalar(v)) for k, v in pairs.items()), Span("x")), Findings()
    )
    assert found is not None
    return found


def keys_of(words: str, of: Domain) -> KeySet:
    findings = Findings()
    key = read_key("distance", of, scalar(words), findings)
    assert key is not None, findings.items
    return key.keys


Band = tuple[int | None, bool, int | None, bool]
"""The ends of a band in steps, None where it is open, each with whether the point belongs to it."""

ends = st.integers(0, MOST)
bands = (
    st.tuples(ends, st.booleans(), ends, st.booleans()).filter(lambda band: band[0] < band[2])
    | st.tuples(st.none(), st.just(True), ends.filter(bool), st.booleans())
    | st.tuples(st.integers(0, MOST - 1), st.booleans(), st.none(), st.just(True))
    | ends.map(lambda at: (at, True, at, True))
)
kinds = st.builds(measure, st.sampled_from(STEPS), st.sampled_from(UNITS), endless=st.booleans())


def written(band: Band, of: Domain) -> str:
    low, low_in, high, high_in = band
    assert of.step is not None
    least, most = (None if end is None else figures(end * of.step) for end in (low, high))
    if least is None:
        return f"{'up to' if high_in else 'under'} {most}{of.unit}"
    if most is None:
        return f"{least} {of.unit} or more" if low_in else f"over {least}{of.unit}"
    if least == most:
        return f"{least}{of.unit}"
    if not (low_in or high_in):
        return f"between {least} and {most}{of.unit}"
    return f"{'' if low_in else 'over '}{least} to {'' if high_in else 'under '}{most} {of.unit}"


def holds(band: Band, at: Fraction) -> bool:
    """Whether a distance in steps lies in the band."""
    low, low_in, high, high_in = band
    above = low is None or at > low or (low_in and at == low)
    return above and (high is None or at < high or (high_in and at == high))


def probes(of: Domain) -> list[int]:
    """The keys of all points and of what lies between them."""
    return [key for key in range(2 * MOST + 3) if key in of.keys]


@given(kinds, bands)
def test_a_band_holds_its_points_and_what_lies_between(of: Domain, band: Band) -> None:
    keys = keys_of(written(band, of), of)
    assert [key in keys for key in probes(of)] == [holds(band, Fraction(key, 2)) for key in probes(of)]


@given(kinds, st.lists(bands, min_size=1, max_size=4))
def test_gaps_and_overlaps_are_those_of_the_numbers(of: Domain, told: list[Band]) -> None:
    found = [keys_of(written(band, of), of) for band in told]
    held = [[holds(band, Fraction(key, 2)) for band in told] for key in probes(of)]
    left = of.keys
    for keys in found:
        left = left - keys
    assert [key in left for key in probes(of)] == [not any(each) for each in held]
    for one in range(len(told)):
        for other in range(one):
            shared = found[one] & found[other]
            assert [key in shared for key in probes(of)] == [each[one] and each[other] for each in held]


@given(kinds, st.lists(bands, min_size=1, max_size=3))
def test_what_is_told_of_bands_reads_back_as_the_same(of: Domain, told: list[Band]) -> None:
    keys = KeySet.union_of(interval for band in told for interval in keys_of(written(band, of), of).intervals)
    assert keys_of(of.describe(keys), of) == keys
