"""Makes the virtual clock of the rollout package's tests importable here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
