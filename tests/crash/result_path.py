"""Where a result goes, module by module, and which calls change the disk: what the points are computed from."""

__all__ = [
    "DATABASES",
    "DISK_CALLS",
    "DISK_METHODS",
    "FULL_DISK_CALLS",
    "JOB",
    "ORCHESTRATOR",
    "PLATFORM",
    "RECORDING",
    "ROLLOUT_SERVER",
    "SUPERSEDING",
]

# From the rollout server's answer to a finished run, in the process of `eval run`.
ORCHESTRATOR = (
    "osmosis_ai.base.files.append",
    "osmosis_ai.base.files.atomic",
    "osmosis_ai.base.files.private",
    "osmosis_ai.engine.dispatch",
    "osmosis_ai.engine.ledger",
    "osmosis_ai.engine.replay",
    "osmosis_ai.engine.run",
    "osmosis_ai.eval.interrupts",
    "osmosis_ai.eval.run",
    "osmosis_ai.hosting.listener",
    "osmosis_ai.hosting.protocol_runner",
    "osmosis_ai.hosting.rollout_server",
    "osmosis_ai.hosting.running_server",
    "osmosis_ai.hosting.server_health",
    "osmosis_ai.hosting.services",
    "osmosis_ai.hosting.tunnel",
    "osmosis_ai.runs.copies",
    "osmosis_ai.runs.folder",
    "osmosis_ai.runs.journal",
    "osmosis_ai.runs.leftovers",
    "osmosis_ai.runs.local_ports",
    "osmosis_ai.runs.local_run",
    "osmosis_ai.runs.lock",
    "osmosis_ai.runs.log",
    "osmosis_ai.runs.orphans",
    "osmosis_ai.runs.ownership",
    "osmosis_ai.rollout.client",
    "osmosis_ai.rollout.control.admission",
    "osmosis_ai.rollout.control.api",
    "osmosis_ai.rollout.control.callbacks",
    "osmosis_ai.rollout.control.deliveries",
    "osmosis_ai.rollout.control.dialect",
    "osmosis_ai.rollout.control.errors",
    "osmosis_ai.rollout.control.handle",
    "osmosis_ai.rollout.control.idle",
    "osmosis_ai.rollout.control.leases",
    "osmosis_ai.rollout.control.pauses",
    "osmosis_ai.rollout.control.progress",
    "osmosis_ai.rollout.control.receiver",
)
# From the admission to the stored result, in the process that serves the rollout.
ROLLOUT_SERVER = (
    "osmosis_ai.base.files.atomic",
    "osmosis_ai.base.files.no_follow",
    "osmosis_ai.base.files.private",
    "osmosis_ai.rollout.artifacts",
    "osmosis_ai.rollout.backend.limiter",
    "osmosis_ai.rollout.backend.local",
    "osmosis_ai.rollout.server.app",
    "osmosis_ai.rollout.server.callbacks",
    "osmosis_ai.rollout.server.door",
    "osmosis_ai.rollout.server.execution",
    "osmosis_ai.rollout.server.handlers",
    "osmosis_ai.rollout.server.leases",
    "osmosis_ai.rollout.server.marked_output",
    "osmosis_ai.rollout.server.result_store",
    "osmosis_ai.rollout.server.serve",
    "osmosis_ai.rollout.trajectory.save",
)
# From the ticket to the end of a run, in the process of its job, beside the engine's modules.
JOB = (
    "osmosis_ai.job.connection",
    "osmosis_ai.job.folder",
    "osmosis_ai.job.isolation",
    "osmosis_ai.job.lease",
    "osmosis_ai.job.ports",
    "osmosis_ai.job.process",
    "osmosis_ai.job.shipping",
    "osmosis_ai.job.together",
    "osmosis_ai.job.workspace",
)
# From a job's request to its acknowledgement, in the process of the platform's server.
PLATFORM = (
    "osmosis_ai.platform.api.jobs",
    "osmosis_ai.platform.blobs.folder",
    "osmosis_ai.platform.services.jobs",
    "osmosis_ai.platform.services.run_counting",
    "osmosis_ai.platform.services.run_files",
    "osmosis_ai.platform.services.run_state",
    "osmosis_ai.platform.store.group_commit",
    "osmosis_ai.platform.store.transactions",
)
# Those of them that record results: killed not only at the first hit of a point that is passed again and again.
RECORDING = frozenset(
    (
        "osmosis_ai.engine.dispatch",
        "osmosis_ai.engine.ledger",
        "osmosis_ai.runs.copies",
        "osmosis_ai.runs.folder",
        "osmosis_ai.runs.journal",
        "osmosis_ai.runs.leftovers",
        "osmosis_ai.runs.local_ports",
        "osmosis_ai.rollout.server.execution",
        "osmosis_ai.rollout.trajectory.save",
    )
)
# Those that put a new result in the place of one that counts: killed there too while failed rows are run again.
SUPERSEDING = frozenset({"osmosis_ai.engine.ledger", "osmosis_ai.runs.folder", "osmosis_ai.runs.local_ports"})


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Functions of modules that change the disk. `open` and `fdopen` do so where their flags or their mode say so.
DISK_CALLS = {
    "os": _words(
        """chmod copy_file_range fchmod fdatasync fsync ftruncate link makedirs mkdir posix_fallocate pwrite pwritev
        remove removedirs rename renames replace rmdir sendfile symlink truncate unlink utime write writev"""
    ),
    "shutil": _words("copy copy2 copyfile copyfileobj copytree move rmtree"),
    "tempfile": _words("NamedTemporaryFile SpooledTemporaryFile TemporaryDirectory TemporaryFile mkdtemp mkstemp"),
}
# Methods of files and paths that do; `replace` is one where it has a single argument, as a path's has.
DISK_METHODS = _words(
    """chmod flush hardlink_to mkdir rename replace rmdir symlink_to touch truncate unlink write write_bytes write_text
    writelines"""
)
# Attributes that hold a database; what is executed on it writes.
DATABASES = frozenset({"_database", "_open"})
# Those of them that a full or a broken disk refuses.
FULL_DISK_CALLS = _words(
    """_sync copyfile copyfileobj fdatasync fdopen flush fsync ftruncate mkdir open pwrite touch write write_bytes
    write_text writelines"""
)
