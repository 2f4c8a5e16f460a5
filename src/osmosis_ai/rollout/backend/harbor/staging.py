"""The folders of the trials on this machine: each is owned by a process, and what dead processes left is removed.

<root>/trials/<trial name>/      Harbor's own folder of a trial
<root>/rollouts/<trial name>/    the copy of its task, and `owner.json`: which process works on it
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
import time
from pathlib import Path

from osmosis_ai.base.files.private import make_private_directory
from osmosis_ai.rollout.backend.harbor import reaper
from osmosis_ai.rollout.backend.harbor.bubblewrap_holder.folders import remove_folder

__all__ = ["KEPT", "Staging", "trial_name"]

KEPT = ".osmosis-kept"
"""The file in a trial's folder that is left to be looked at; its age is how long ago the trial ended."""
_KEPT_SECONDS = 7 * 24 * 3600.0

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")


def trial_name(rollout_id: str) -> str:
    """`trial-<rollout_id>`; of an id that containers cannot be named after, what is left of it and a digest."""
    if _PLAIN.fullmatch(rollout_id):
        return f"trial-{rollout_id}"
    digest = hashlib.sha256(rollout_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    plain = re.sub(r"[^a-z0-9_-]+", "-", rollout_id.lower()).strip("-_")[:40]
    return f"trial-{plain}-{digest}" if plain else f"trial-{digest}"


class Staging:
    """The folders of one backend's trials. `trials` is where Harbor keeps its own; a temporary folder if None."""

    def __init__(self, trials: Path | None, tasks_dir: Path) -> None:
        root = _default_root(tasks_dir) if trials is None else trials.parent
        self.trials = root / "trials" if trials is None else trials
        self.rollouts = root / "rollouts"

    def make(self) -> None:
        """Makes the folders, removes what dead processes left in them, and has a reaper for what this one may leave.

        PermissionError where they are of another account.
        """
        for folder in (self.rollouts, self.trials):
            folder.parent.mkdir(parents=True, exist_ok=True)
            make_private_directory(str(folder))
            if folder.stat().st_uid != os.geteuid():
                raise PermissionError(f"{folder} belongs to another account; name a folder of your own as trials_dir")
        self.remove_orphans()
        self._remove_kept(time.time() - _KEPT_SECONDS)
        reaper.start_reaper(self.rollouts, trials=self.trials)

    def open(self, name: str) -> Path:
        """The folder for a trial's copy of its task, new and empty, with its owner written down.

        FileExistsError where another process works on a trial of that name.
        """
        folder = self.rollouts / name
        owner = reaper.owner_of(folder)
        if owner is not None and owner != reaper.identity() and owner.lives():
            raise FileExistsError(f"the process {owner.pid} works on the trial {name} in {folder}")
        self.remove(name)
        reaper.make_folder(folder)
        return folder

    def close(self, name: str, *, keep_trial: bool) -> None:
        """Removes the trial's folders; Harbor's own is kept for a week to be looked at where that is asked for."""
        kept = self.trials / name
        if keep_trial and kept.is_dir():
            (kept / KEPT).touch()
        else:
            shutil.rmtree(kept, ignore_errors=True)
        remove_folder(str(self.rollouts / name))

    def remove(self, name: str) -> None:
        """Removes both folders of a trial."""
        self.close(name, keep_trial=False)

    def remove_orphans(self) -> list[str]:
        """Removes the folders of trials whose process is gone; their names. What names no owner is left alone."""
        return reaper.reap(self.rollouts, trials=self.trials).folders

    def _remove_kept(self, before: float) -> None:
        for mark in self.trials.glob(f"*/{KEPT}"):
            with contextlib.suppress(FileNotFoundError):
                if mark.lstat().st_mtime < before:
                    shutil.rmtree(mark.parent, ignore_errors=True)


def _default_root(tasks_dir: Path) -> Path:
    """Of this account and these tasks alone, and the same at the next start."""
    place = hashlib.sha256(os.fsencode(tasks_dir.resolve())).hexdigest()[:8]
    return Path(tempfile.gettempdir(), f"osmosis-harbor-{tasks_dir.name}-{os.geteuid()}-{place}")
