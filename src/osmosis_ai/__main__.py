"""``python -m osmosis_ai``: the command line under its longest name."""

from osmosis_ai.cli.entry import main

if __name__ == "__main__":
    main()
