"""Puts a folder into a model repository of a Hugging Face hub: the one of HF_ENDPOINT, as the owner of HF_TOKEN.

python -m trl_worker.upload FOLDER OWNER/NAME private|public MESSAGE
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from .answers import answer

_NEEDED = ("huggingface_hub",)


def upload(folder: str, repository: str, visibility: str, message: str) -> Mapping[str, object]:
    """Makes the repository unless it is there, and adds one commit with the folder's files."""
    from huggingface_hub import HfApi

    api = HfApi()
    made = api.create_repo(repository, private=visibility == "private", exist_ok=True)
    commit = api.upload_folder(folder_path=folder, repo_id=made.repo_id, commit_message=message)
    return {"url": str(made), "commit": str(commit.oid)}


def main() -> int:
    """Uploads."""
    folder, repository, visibility, message = sys.argv[1:]
    return answer(_NEEDED, lambda: upload(folder, repository, visibility, message))


if __name__ == "__main__":
    sys.exit(main())
