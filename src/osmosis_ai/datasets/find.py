"""From a dataset's name to its file in the workspace."""

from difflib import get_close_matches
from pathlib import Path

from osmosis_ai.datasets.dataset import EXTENSIONS
from osmosis_ai.datasets.errors import DatasetError, UnknownDatasetError, os_error, shown


def find_dataset(data_dir: Path, name: str) -> Path:
    """The one file `name`.jsonl, .csv or .parquet (extension in any case) in `data_dir`.

    Raises UnknownDatasetError if there is no such file (listing what was looked for and names that are close),
    DatasetError if the name is not a plain file name, or if there are several (listing them).
    """
    if not name or name in {".", ".."} or any(char in name for char in "/\\\0"):
        raise DatasetError(
            f"{name!r} is not the name of a dataset.",
            hint=f"Give the name of a file in {shown(data_dir)}, without its extension.",
        )
    try:
        files = sorted(path for path in data_dir.iterdir() if path.suffix[1:].lower() in EXTENSIONS)
        found = [path for path in files if path.stem == name and not path.is_dir()]
    except (FileNotFoundError, NotADirectoryError):
        files = found = []
    except OSError as error:
        raise os_error(data_dir, "listed", error) from error
    if len(found) == 1:
        return found[0]
    if found:
        raise DatasetError(
            f"{shown(data_dir)} holds several datasets named {name!r}: {_listed(found)}.",
            hint="Keep one, or give the others another name.",
        )
    looked_for = ", ".join(f"{name}.{extension}" for extension in EXTENSIONS)
    raise UnknownDatasetError(
        f"There is no dataset named {name!r} in {shown(data_dir)}: looked for {looked_for}.",
        hint=_near(name, files) or f"Put the file into {shown(data_dir)}, or correct the name.",
    )


def _near(name: str, files: list[Path]) -> str | None:
    if any(path.name == name for path in files):
        return f"Leave the extension out: {Path(name).stem}."
    close = get_close_matches(name, [path.stem for path in files], n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(close)}?" if close else None


def _listed(paths: list[Path]) -> str:
    return ", ".join(path.name for path in paths)
