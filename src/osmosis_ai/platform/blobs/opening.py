"""Which store a URL names."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from osmosis_ai.base.errors import MissingExtraError
from osmosis_ai.platform.blobs.folder import FolderStore
from osmosis_ai.platform.blobs.port import BlobStore
from osmosis_ai.platform.blobs.s3_address import S3Address

__all__ = ["open_store"]


@contextlib.asynccontextmanager
async def open_store(url: str) -> AsyncIterator[BlobStore]:
    """The store of `file://PATH` or `s3://BUCKET…`, within the block.

    The S3 client is imported for an S3 URL alone. Raises OsmosisError for a URL that names no bucket, MissingExtraError
    where the client is not installed.
    """
    if not url.startswith("s3://"):
        yield FolderStore(Path(url.removeprefix("file://")))
        return
    address = S3Address.parse(url)
    try:
        from osmosis_ai.platform.blobs.s3 import S3Store
    except ModuleNotFoundError as error:
        raise MissingExtraError(error.name or "aiobotocore", "s3", purpose="An S3 store") from error
    async with S3Store.open(address) as store:
        yield store
