"""Student's t against published values."""

import math

import pytest

from osmosis_ai.runs.reading.student_t import cumulative, paired_interval, quantile

SLEEP_1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]


@pytest.mark.parametrize(
    ("degrees", "critical"),
    [
        (1, (6.314, 12.706, 63.657)),
        (2, (2.920, 4.303, 9.925)),
        (5, (2.015, 2.571, 4.032)),
        (10, (1.812, 2.228, 3.169)),
        (30, (1.697, 2.042, 2.750)),
        (100, (1.660, 1.984, 2.626)),
        (1_000_000, (1.645, 1.960, 2.576)),
    ],
)
def test_critical_values_are_those_of_the_tables(degrees, critical):
    """NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2: upper 0.95, 0.975 and 0.995."""
    found = [quantile(probability, degrees) for probability in (0.95, 0.975, 0.995)]
    assert found == pytest.approx(critical, abs=6e-4)
    assert [cumulative(t, degrees) for t in found] == pytest.approx([0.95, 0.975, 0.995], abs=1e-10)


def test_one_degree_of_freedom_is_the_cauchy_distribution():
    """Its distribution is 1/2 + atan(t)/pi exactly."""
    for t in (-1000.0, -3.0, -0.1, 0.0, 0.5, 40.0):
        assert cumulative(t, 1) == pytest.approx(0.5 + math.atan(t) / math.pi, rel=1e-9)


def test_two_degrees_of_freedom_have_a_closed_form():
    """1/2 + t / (2 sqrt(2 + t^2))."""
    for t in (-30.0, -1.0, 0.3, 7.0):
        assert cumulative(t, 2) == pytest.approx(0.5 + t / (2 * math.sqrt(2 + t * t)), rel=1e-9)


def test_the_distribution_is_symmetric():
    """The lower quantile is the upper one with another sign."""
    assert quantile(0.025, 7) == -quantile(0.975, 7)
    assert quantile(0.5, 7) == 0.0 or abs(quantile(0.5, 7)) < 1e-12


def test_the_interval_of_students_sleep_data():
    """Student (1908), as R's paired t.test of its data set `sleep` prints: -1.58, from -2.459886 to -0.7001142."""
    found = paired_interval([one - two for one, two in zip(SLEEP_1, SLEEP_2, strict=True)])
    assert found is not None
    assert found.mean == pytest.approx(-1.58)
    assert (found.low, found.high) == pytest.approx((-2.459886, -0.7001142), abs=1e-6)


def test_too_few_pairs_have_no_interval():
    """One difference is a mean without an interval; none is nothing at all. Equal differences leave no doubt."""
    single, equal = paired_interval([2.0]), paired_interval([2.0, 2.0])
    assert single is not None
    assert (single.mean, single.low, single.high) == (2.0, None, None)
    assert equal is not None
    assert (equal.low, equal.high) == (2.0, 2.0)
    assert paired_interval([]) is None


@pytest.mark.parametrize("probability", [0.0, 1.0, -1.0, math.nan])
def test_quantiles_are_of_probabilities(probability):
    """Outside of (0, 1) there is none."""
    with pytest.raises(ValueError, match="between 0 and 1"):
        quantile(probability, 3)
    with pytest.raises(ValueError, match="positive"):
        cumulative(1.0, 0)
