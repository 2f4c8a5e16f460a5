"""``osmosis platform status``, ``doctor``, ``backup``, ``restore``, ``gc`` and ``rotate-key``: for who operates one.

Each is done by the server that runs on the data folder, where there is one, and by the command itself where not.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from osmosis_ai.base.errors import OsmosisError
from osmosis_ai.cli.commands.platform_serve import DatabaseOption, DataOption
from osmosis_ai.cli.framework.results import DetailResult, OperationResult

_MEBIBYTE = 1024 * 1024


def platform_status(*, data: DataOption = None, database: DatabaseOption = None) -> DetailResult:
    """Show the state of the platform.

    osmosis platform status
    """
    found = have_done(data, database, "status", {})
    return DetailResult(
        data=found,
        title="Platform",
        fields=[
            ("Version", f"{found['version']}, schema {found['schema']}"),
            ("Address", found["public_url"]),
            ("Data", f"{found['data']} ({found['database']})"),
            ("People", found["users"]),
            ("Outbox", f"{found['outbox_waiting']} waiting, {found['outbox_given_up']} given up"),
            ("Disk", f"{found['disk_free_bytes'] // _MEBIBYTE} MiB free"),
        ],
    )


def platform_doctor(*, data: DataOption = None, database: DatabaseOption = None) -> OperationResult:
    """Find out what is wrong with the platform.

    Looks at the database, every secret, the store and every file, the disk, git, the outbox, the OpenID provider and
    the address, sends a file by it and takes it again, runs a small job on each pool, and says what to do about each
    problem. Changes nothing else. The exit code is 1 when something has failed.

        osmosis platform doctor
    """
    checks = have_done(data, database, "doctor", {})["checks"]
    failed = [check for check in checks if check["status"] == "failed"]
    return OperationResult(
        operation="platform.doctor",
        resource={"checks": checks},
        message=f"{len(failed)} of {len(checks)} checks failed." if failed else "The platform is well.",
        facts=[(check["name"], f"{check['status']}: {check['message']}") for check in checks],
        next_steps=list(dict.fromkeys(check["hint"] for check in checks if check["hint"] and check["status"] != "ok")),
        unmet=bool(failed),
    )


def platform_backup(
    target: Annotated[Path, Parameter(metavar="DIR", help="A folder that does not exist yet.")],
    /,
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> OperationResult:
    """Take a backup while the platform works.

    One consistent state of the database and every file that it names. Never the key file: keep a copy of that apart,
    for without it no secret of a restored platform can be read.

        osmosis platform backup /backups/2026-03-01
    """
    made = have_done(data, database, "backup", {"path": str(target.absolute())})
    return OperationResult(
        operation="platform.backup",
        resource=made,
        message=f"{made['files']} files, {made['size'] // _MEBIBYTE} MiB, in {made['path']}",
        next_steps=["The key file is not in it. Keep a copy of that apart."],
    )


def platform_restore(
    source: Annotated[Path, Parameter(metavar="DIR", help="A folder that `backup` made.")],
    /,
    *,
    data: DataOption = None,
    database: DatabaseOption = None,
) -> OperationResult:
    """Put a backup in the place of nothing.

    The database must be empty, and the folder of files, too; a platform that runs is refused. Put the key file in its
    place before the start: without it the platform starts, and names each secret that cannot be read.

        osmosis platform restore /backups/2026-03-01 --data /srv/osmosis
    """
    import asyncio

    from osmosis_ai.platform.operations.backup import restore
    from osmosis_ai.platform.settings import load_settings

    settings = load_settings(data, overrides={"database.url": database})
    done = asyncio.run(restore(source, settings))
    steps = ["Start it: osmosis platform serve"]
    if not settings.key_file.exists():
        steps.insert(0, f"Put the key file in its place: {settings.key_file}")
    return OperationResult(
        operation="platform.restore",
        resource={
            "data": str(settings.data),
            "schema": done.schema,
            "created_at": done.created_at,
            "files": done.files,
        },
        message=f"The backup of {done.created_at} is in {settings.data}",
        next_steps=steps,
    )


def platform_gc(*, data: DataOption = None, database: DatabaseOption = None) -> OperationResult:
    """Remove what is past its retention, and files that nothing names.

    A file that a row names and that is missing is reported, and stays for a person to decide about.

        osmosis platform gc
    """
    done = have_done(data, database, "gc", {})
    rows = sum(done["rows"].values())
    missing = done["files_missing"]
    return OperationResult(
        operation="platform.gc",
        status="partial" if done["files_failed"] else "success",
        resource=done,
        message=f"Removed {rows} rows and {done['files_removed']} files.",
        notes=[f"missing: {key}" for key in missing],
        notes_title="Files that rows name",
    )


def platform_rotate_key(*, data: DataOption = None, database: DatabaseOption = None) -> OperationResult:
    """Encrypt every secret with a new key.

    The old key is dropped. May be interrupted at any point: every secret stays readable, and the next start, or this
    command again, goes on.

        osmosis platform rotate-key
    """
    done = have_done(data, database, "rotate-key", {})
    kept = done["kept"]
    return OperationResult(
        operation="platform.rotate-key",
        status="partial" if kept else "success",
        resource=done,
        message=f"{done['encrypted_again']} secrets are encrypted with {done['active']}.",
        notes=[f"{key}: secrets are encrypted with it that cannot be read" for key in kept],
        notes_title="Keys that stay",
        next_steps=["Copy the key file again to where you keep it."],
    )


def have_done(data: Path | None, database: str | None, operation: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Has an operation done by the running server, or does it. Raises OsmosisError for what is refused."""
    import asyncio

    from osmosis_ai.platform.operations.commands import run
    from osmosis_ai.platform.settings import load_settings

    settings = load_settings(data, overrides={"database.url": database})
    if settings.is_sqlite and not settings.sqlite_path.exists():
        raise OsmosisError(
            f"there is no platform in {settings.data}.",
            hint="Name its folder with --data, or make one: osmosis platform init",
        )
    return asyncio.run(run(settings, operation, arguments))
