"""Blobs in a bucket of an S3-compatible store. Imported only where a URL names one: the client is large.

A blob of more than one part is written as a multipart upload, which the store shows whole or not at all. Checksums of
newer clients are not sent unless an operation needs one: not every store takes them.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Self, override

import aiohttp
from aiobotocore.config import AioConfig
from aiobotocore.session import get_session
from botocore.exceptions import BotoCoreError, ClientError, NoCredentialsError, PartialCredentialsError

from osmosis_ai.platform.blobs.exactly import Exactly
from osmosis_ai.platform.blobs.port import (
    NO_KEYS,
    BlobMissingError,
    BlobStore,
    BlobStoreError,
    Part,
    PartsDifferError,
    SignsUrls,
    StoredBlob,
    Written,
)
from osmosis_ai.platform.blobs.s3_address import S3Address

__all__ = ["S3Store"]

_PART_BYTES = 8 * 1024 * 1024
_PIECE = 256 * 1024
_CONNECT_SEC, _READ_SEC, _TRIES = 5, 60, 4
_PART_SEC = 3600
_WRONG_PARTS = frozenset({"InvalidPart", "InvalidPartOrder", "EntityTooSmall"})
_MISSING = frozenset({"NoSuchKey", "404", "NotFound"})


class S3Store(BlobStore, SignsUrls):
    """A BlobStore in a bucket. One client for the platform, and one that only signs, with the public endpoint."""

    def __init__(self, address: S3Address, client: Any, signer: Any, http: aiohttp.ClientSession) -> None:
        self.address = address
        self._client = client
        self._signer = signer
        self._http = http
        self._ahead: float | None = None

    @property
    @override
    def clock_ahead_sec(self) -> float | None:
        return self._ahead

    @classmethod
    @contextlib.asynccontextmanager
    async def open(cls, address: S3Address) -> AsyncIterator[Self]:
        """The store, within the block. Nothing is asked of it yet."""
        config = AioConfig(
            signature_version="s3v4",
            s3={"addressing_style": "path" if address.endpoint else "auto"},
            connect_timeout=_CONNECT_SEC,
            read_timeout=_READ_SEC,
            retries={"max_attempts": _TRIES, "mode": "standard"},
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
        )
        session = get_session()
        public = address.public_endpoint or address.endpoint
        async with (
            session.create_client(
                "s3", region_name=address.region, endpoint_url=address.endpoint, config=config
            ) as client,
            session.create_client("s3", region_name=address.region, endpoint_url=public, config=config) as signer,
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None, sock_read=_READ_SEC)) as http,
        ):
            yield cls(address, client, signer, http)

    @override
    async def ping(self) -> None:
        try:
            await self._ask("head_bucket")
        except BlobMissingError:
            raise BlobStoreError(f"there is no bucket {self.address.bucket}", code="NoSuchBucket") from None

    @override
    async def put(self, key: str, content: AsyncIterator[bytes], *, at_most: int) -> Written:
        digest, size = hashlib.sha256(), 0
        upload: str | None = None
        parts: list[Part] = []
        part = bytearray()
        try:
            async for piece in content:
                size += len(piece)
                if size > at_most:
                    raise ValueError(f"more than {at_most} bytes")
                digest.update(piece)
                part += piece
                while len(part) > _PART_BYTES:
                    upload = upload or await self.start_multipart(key)
                    parts.append(await self._put_part(key, upload, len(parts) + 1, bytes(part[:_PART_BYTES])))
                    del part[:_PART_BYTES]
            if upload is None:
                await self._ask("put_object", Key=self._name(key), Body=bytes(part))
            else:
                parts.append(await self._put_part(key, upload, len(parts) + 1, bytes(part)))
                await self.complete_multipart(key, upload, parts)
        except BaseException:
            if upload is not None:
                with contextlib.suppress(BlobStoreError):
                    await self.abort_multipart(key, upload)
            raise
        return Written(size, digest.hexdigest())

    @override
    async def get(self, key: str) -> AsyncIterator[bytes]:
        answer = await self._ask("get_object", key, Key=self._name(key))
        async with answer["Body"] as body:
            try:
                async for piece in body.iter_chunks(_PIECE):
                    yield piece
            except (BotoCoreError, OSError, TimeoutError) as error:
                raise BlobStoreError(f"the object store stopped sending: {error}") from error

    @override
    async def size(self, key: str) -> int:
        return int((await self._ask("head_object", key, Key=self._name(key)))["ContentLength"])

    @override
    async def delete(self, key: str) -> bool:
        try:
            await self.size(key)
        except BlobMissingError:
            return False
        await self._ask("delete_object", Key=self._name(key))
        return True

    @override
    async def listing(self) -> AsyncIterator[StoredBlob]:
        more: dict[str, str] = {}
        while True:
            page = await self._ask("list_objects_v2", Prefix=self.address.prefix, **more)
            for found in page.get("Contents", ()):
                key = found["Key"].removeprefix(self.address.prefix)
                yield StoredBlob(key, found["Size"], found["LastModified"])
            if not page.get("IsTruncated"):
                return
            more = {"ContinuationToken": page["NextContinuationToken"]}

    @override
    async def remove_partial(self, before: datetime) -> int:
        removed = 0
        more: dict[str, str] = {}
        while True:
            page = await self._ask("list_multipart_uploads", Prefix=self.address.prefix, **more)
            for found in page.get("Uploads", ()):
                if found["Initiated"] < before:
                    await self.abort_multipart(found["Key"].removeprefix(self.address.prefix), found["UploadId"])
                    removed += 1
            if not page.get("IsTruncated"):
                return removed
            more = {"KeyMarker": page["NextKeyMarker"], "UploadIdMarker": page["NextUploadIdMarker"]}

    @override
    async def keep(self, key: str, final: str) -> None:
        try:
            await self.size(final)
        except BlobMissingError:
            source = {"Bucket": self.address.bucket, "Key": self._name(key)}
            await self._ask("copy_object", key, Key=self._name(final), CopySource=source)
        await self.delete(key)

    @override
    def path_of(self, key: str) -> Path | None:
        return None

    @override
    async def sign_get(self, key: str, *, seconds: int, file_name: str | None = None) -> str:
        disposition = {"ResponseContentDisposition": f'attachment; filename="{file_name}"'} if file_name else {}
        return await self._sign("get_object", seconds, Key=self._name(key), **disposition)

    @override
    async def sign_put(self, key: str, *, seconds: int, size: int | None = None) -> str:
        return await self._sign("put_object", seconds, Key=self._name(key), **_length(size))

    @override
    async def start_multipart(self, key: str) -> str:
        return str((await self._ask("create_multipart_upload", Key=self._name(key)))["UploadId"])

    @override
    async def sign_part(
        self, key: str, upload: str, number: int, *, seconds: int, size: int | None = None, offset: int = 0
    ) -> str:
        part = {"Key": self._name(key), "UploadId": upload, "PartNumber": number}
        return await self._sign("upload_part", seconds, **part, **_length(size))

    @override
    async def put_part(
        self, key: str, upload: str, number: int, content: AsyncIterator[bytes], *, size: int, offset: int
    ) -> Part:
        part = {"Key": self._name(key), "UploadId": upload, "PartNumber": number}
        url = await self._presign(self._client, "upload_part", _PART_SEC, **part, **_length(size))
        sent = Exactly(content, size)
        try:
            async with self._http.put(url, data=sent, headers={"Content-Length": str(size)}) as answer:
                if answer.status == HTTPStatus.NOT_FOUND:
                    raise BlobMissingError(key)
                if answer.status != HTTPStatus.OK:
                    raise BlobStoreError(f"the object store refused a part: {answer.status}")
                return Part(number, answer.headers["ETag"].strip('"'))
        except (aiohttp.ClientError, TimeoutError) as error:
            sent.check()
            raise BlobStoreError(f"the object store did not take a part: {error}") from error

    @override
    async def complete_multipart(self, key: str, upload: str, parts: Sequence[Part]) -> None:
        listed = [{"PartNumber": part.number, "ETag": part.etag} for part in parts]
        await self._ask(
            "complete_multipart_upload", key, Key=self._name(key), UploadId=upload, MultipartUpload={"Parts": listed}
        )

    @override
    async def abort_multipart(self, key: str, upload: str) -> None:
        with contextlib.suppress(BlobMissingError):
            await self._ask("abort_multipart_upload", key, Key=self._name(key), UploadId=upload)

    async def _put_part(self, key: str, upload: str, number: int, content: bytes) -> Part:
        answer = await self._ask("upload_part", Key=self._name(key), UploadId=upload, PartNumber=number, Body=content)
        return Part(number, answer["ETag"].strip('"'))

    async def _ask(self, operation: str, blob: str = "", /, **arguments: Any) -> Any:
        """The store's answer. Raises BlobMissingError for what is not there, BlobStoreError for everything else."""
        try:
            answer = await getattr(self._client, operation)(Bucket=self.address.bucket, **arguments)
            self._note_clock(answer)
            return answer
        except ClientError as error:
            self._note_clock(error.response)
            code = str(error.response.get("Error", {}).get("Code", ""))
            if code in _MISSING or code == "NoSuchUpload":
                raise BlobMissingError(blob) from None
            if code in _WRONG_PARTS:
                raise PartsDifferError(f"the object store refused {operation}: {code}") from None
            raise BlobStoreError(f"the object store refused {operation}: {code or error}", code=code or None) from error
        except (NoCredentialsError, PartialCredentialsError) as error:
            raise BlobStoreError(f"no keys of the object store are found: {error}", code=NO_KEYS) from error
        except (BotoCoreError, OSError, TimeoutError) as error:
            raise BlobStoreError(f"the object store did not answer {operation}: {error}") from error

    def _note_clock(self, answer: Mapping[str, Any]) -> None:
        """Compares the time of an answer with this machine's."""
        with contextlib.suppress(KeyError, ValueError):
            there = parsedate_to_datetime(answer["ResponseMetadata"]["HTTPHeaders"]["date"])
            self._ahead = (there - datetime.now(UTC)).total_seconds()

    async def _sign(self, operation: str, seconds: int, **arguments: Any) -> str:
        return await self._presign(self._signer, operation, seconds, **arguments)

    async def _presign(self, client: Any, operation: str, seconds: int, **arguments: Any) -> str:
        parameters = {"Bucket": self.address.bucket, **arguments}
        try:
            return str(await client.generate_presigned_url(operation, Params=parameters, ExpiresIn=seconds))
        except (NoCredentialsError, PartialCredentialsError) as error:
            raise BlobStoreError(f"no URL can be signed: {error}", code=NO_KEYS) from error
        except BotoCoreError as error:
            raise BlobStoreError(f"no URL can be signed: {error}") from error

    def _name(self, key: str) -> str:
        return self.address.prefix + key


def _length(size: int | None) -> dict[str, int]:
    """What makes a signature good for a body of that size alone."""
    return {} if size is None else {"ContentLength": size}
