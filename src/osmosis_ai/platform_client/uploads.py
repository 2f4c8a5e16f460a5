"""One file sent as a platform's plan says: whole, or in parts, of which several are on their way at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.platform_client.failures import PlatformUnreachableError
from osmosis_ai.platform_client.transfers import FilePart, Sent, StoppedError, TransferError, Transfers
from osmosis_contract.models import DatasetPart, UploadInfo, UploadMethod

__all__ = ["PARTS_AT_A_TIME", "check_plan", "send_file"]

PARTS_AT_A_TIME = 4
"""How many parts are on their way at once. Each takes one connection and one piece of memory."""


def check_plan(plan: UploadInfo, size: int, url: str) -> None:
    """Raise PlatformUnreachableError, naming the platform at ``url``, unless the plan fits a file of ``size`` bytes."""
    if plan.method is UploadMethod.SIMPLE:
        if not plan.presigned_url:
            raise PlatformUnreachableError(url, "its plan for the upload has no address")
        return
    part_size, total = plan.part_size or 0, plan.total_parts or 0
    addresses = plan.presigned_urls or []
    if part_size < 1 or total < 1 or not part_size * (total - 1) < size <= part_size * total:
        raise PlatformUnreachableError(url, f"its plan for the upload does not fit {size} bytes")
    if sorted(part.part_number for part in addresses) != list(range(1, total + 1)):
        raise PlatformUnreachableError(url, "its plan for the upload does not have one address for each part")
    for part in addresses:
        if part.size is not None and part.size != _extent(plan, part.part_number, size)[1]:
            raise PlatformUnreachableError(url, f"its plan for the upload gives part {part.part_number} another size")


def send_file(
    transfers: Transfers,
    descriptor: int,
    size: int,
    plan: UploadInfo,
    *,
    present: Mapping[int, str],
    arrived: Callable[[DatasetPart], None],
    sent: Sent,
) -> list[DatasetPart] | None:
    """Send a file by a plan that was checked; the parts in order, or None for a file that is sent whole.

    Parts in ``present`` are not sent again; ``arrived`` is called, one call at a time, for each that the store then
    has. After a part that failed nothing new is begun, and what is on its way is given up. Raises TransferError.
    """
    if plan.method is UploadMethod.SIMPLE:
        whole = FilePart(descriptor, 0, size)
        transfers.put(plan.presigned_url or "", whole, headers=plan.upload_headers, sent=sent)
        return None
    tags = dict(present)
    lock, stopped = threading.Lock(), threading.Event()

    def send(number: int, url: str) -> None:
        if stopped.is_set():
            return
        tag = transfers.put(url, FilePart(descriptor, *_extent(plan, number, size)), sent=count, stopped=stopped)
        if tag is None:
            raise TransferError(
                f"The store answered part {number} without an ETag, so the upload cannot be completed.",
                hint="The operator can have the proxy before the store pass that header on.",
            )
        with lock:
            tags[number] = tag
            arrived(DatasetPart(PartNumber=number, ETag=tag))

    def count(number: int) -> None:
        with lock:
            sent(number)

    for number in present:
        sent(_extent(plan, number, size)[1])
    pool = ThreadPoolExecutor(PARTS_AT_A_TIME, thread_name_prefix="upload")
    waiting: list[Future[None]] = []
    try:
        for part in plan.presigned_urls or []:
            if part.part_number not in tags:
                waiting.append(pool.submit(send, part.part_number, part.presigned_url))
        wait(waiting, return_when=FIRST_EXCEPTION)
    finally:
        stopped.set()
        pool.shutdown(cancel_futures=True)
    _raise_first(waiting)
    return [DatasetPart(PartNumber=number, ETag=tags[number]) for number in sorted(tags)]


def _raise_first(ended: list[Future[None]]) -> None:
    """Raise what made an upload fail, not what only followed from it."""
    for future in ended:
        error = None if future.cancelled() else future.exception()
        if isinstance(error, OsmosisError) or (error is not None and not isinstance(error, StoppedError)):
            raise error


def _extent(plan: UploadInfo, number: int, size: int) -> tuple[int, int]:
    """Where a part begins and how many bytes it has."""
    part_size = plan.part_size or size
    offset = (number - 1) * part_size
    return offset, min(part_size, size - offset)
