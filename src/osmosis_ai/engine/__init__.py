"""One engine for every kind of run: plan, dispatch, run, journal, project."""
