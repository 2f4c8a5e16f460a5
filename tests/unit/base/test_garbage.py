"""The pace of the collector while something is served."""

import gc
import weakref

import pytest

from osmosis_ai.base.garbage import less_frequent_gc


def test_the_collector_is_as_it_was_afterwards():
    """While open, what was there is left alone; afterwards all is looked through at the old pace, even on a fault."""
    before = gc.get_threshold()
    with pytest.raises(KeyError), less_frequent_gc():  # noqa: PT012 - the fault comes from inside
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[0] > before[0]
        raise KeyError
    assert gc.get_freeze_count() == 0
    assert gc.get_threshold() == before


def test_garbage_of_before_may_stay_until_the_end():
    """With `collect` False nothing is looked through at the beginning, and the garbage there is goes at the end."""

    class Cycle:
        def __init__(self) -> None:
            self.me = self

    gc.collect()
    left = weakref.ref(Cycle())
    with less_frequent_gc(collect=False):
        gc.collect()
        assert left() is not None
    gc.collect()
    assert left() is None
