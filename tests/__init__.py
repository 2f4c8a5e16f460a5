"""The tests. A package, so that `python -m tests.bench` and the folders that share helpers find them by one name."""
