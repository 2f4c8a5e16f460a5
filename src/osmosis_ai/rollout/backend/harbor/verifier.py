"""The verifier of every trial: the task's own tests in a place that the agent could not prepare.

Before they run, the agent's processes are ended, `/logs/verifier` and `/tests` are emptied, and `/tests` is filled from
the task. What the tests then wrote is read on the host, and no link is followed.
"""

from __future__ import annotations

import asyncio
import shlex
import signal
from pathlib import Path
from typing import Any

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.models.task.verifier_mode import (
    VerifierEnvironmentMode,
    resolve_step_verifier_mode,
    resolve_task_verifier_mode,
    resolve_verifier_environment_definition,
)
from harbor.models.trial.paths import EnvironmentPaths
from harbor.models.verifier.result import VerifierResult
from harbor.utils.env import resolve_env_vars
from harbor.utils.file_staging import selected_directory
from harbor.verifier.base import BaseVerifier

from osmosis_ai.rollout.backend.harbor.failures import (
    RewardRefusedError,
    SandboxDiedError,
    VerifierCrashedError,
    VerifierFailedError,
)
from osmosis_ai.rollout.backend.harbor.notes import TrialNotes, notes_of
from osmosis_ai.rollout.backend.harbor.processes import end_processes_command, ended_count, signal_of
from osmosis_ai.rollout.backend.harbor.rewards import read_verified_reward
from osmosis_ai.rollout.exchange import ExchangeFileError
from osmosis_ai.rollout.trial_files import RESULT_NAME, read_container_result, result_of_container
from osmosis_contract.models.harbor import HarborFailureCode

__all__ = ["KEEP_PROCESSES", "TaskVerifier"]

KEEP_PROCESSES = "osmosis_keep_agent_processes"
"""The member of a task's `[metadata]` that leaves the processes of an agent that ended by itself running."""

_CLEAN_SEC = 60
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_EMPTY = """
for place in {places}; do
  parent="${{place%/*}}"
  [ -n "$parent" ] && [ -L "$parent" ] && {{ rm -f -- "$parent" || exit 81; }}
  if [ -L "$place" ] || {{ [ -e "$place" ] && [ ! -d "$place" ]; }}; then rm -f -- "$place" || exit 82; fi
  mkdir -p -- "$place" || exit 83
  rm -rf -- "$place"/* "$place"/.[!.]* "$place"/..?* || exit 84
  for left in "$place"/* "$place"/.[!.]* "$place"/..?*; do
    if [ -e "$left" ] || [ -L "$left" ]; then echo "left: $left" >&2; exit 85; fi
  done
done
chmod 0777 {writable}
chmod 0755 {tests}
"""


class TaskVerifier(BaseVerifier):
    """Runs a task's tests and returns their reward. Raises the errors of `failures`, each with a code."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._paths = EnvironmentPaths.for_os(self.environment.os)
        self._notes: TrialNotes = notes_of(Path(self.trial_paths.trial_dir))

    async def verify(self) -> VerifierResult:
        """The reward of the tests, under the one key `reward`."""
        try:
            return await self._verify()
        except RewardRefusedError as error:
            self._notes.code = error.code
            raise
        except VerifierFailedError:
            await self._check_alive()
            raise

    async def _verify(self) -> VerifierResult:
        bundled = self._tests_in_image()
        if not self._separate():
            await self._end_processes()
        places = [self._paths.verifier_dir] if bundled else [self._paths.verifier_dir, self._paths.tests_dir]
        await self._empty(places)
        script = await self._place_tests(bundled=bundled)
        ended = await self._run(script)
        directory = await self._fetch()
        self._read_grader(directory)
        code = ended.return_code
        number = signal_of(code)
        if number is not None:
            kind = SandboxDiedError if number == signal.SIGKILL else VerifierCrashedError  # it comes from outside
            raise kind(f"the verifier was ended by signal {number}{_tail(directory)}")
        try:
            return VerifierResult(rewards={"reward": read_verified_reward(directory)})
        except RewardRefusedError as error:
            said = "" if code == 0 else f"; the verifier ended with exit status {code}{_tail(directory)}"
            raise RewardRefusedError(error.code, f"{error}{said}") from None

    def _step(self) -> Any:
        steps = self.task.config.steps or []
        return next((step for step in steps if step.name == self.step_name), None)

    def _separate(self) -> bool:
        step = self._step()
        config = self.task.config
        mode = resolve_task_verifier_mode(config) if step is None else resolve_step_verifier_mode(config, step)
        return bool(mode == VerifierEnvironmentMode.SEPARATE)

    def _tests_in_image(self) -> bool:
        definition = resolve_verifier_environment_definition(self.task.config, self.task.paths, self._step())
        return self._separate() and definition is not None and bool(definition.bundled_tests)

    async def _end_processes(self) -> None:
        result = self._notes.result
        timed_out = result is not None and result.exception_info is not None
        if self.task.config.metadata.get(KEEP_PROCESSES) is True and not timed_out:
            return
        began = None if result is None or result.agent_setup is None else result.agent_setup.started_at
        seconds = self._notes.seconds_since(began)
        if seconds is None:
            return
        end_all = getattr(self.environment, "kill_processes", None)
        if end_all is not None:  # from outside, where no program of the sandbox has a part in it
            try:
                async with asyncio.timeout(_CLEAN_SEC):
                    await end_all()
            except SandboxDiedError:
                raise
            except Exception as error:
                raise VerifierFailedError(f"the agent's processes could not be ended: {error}") from error
            return
        ended = await self._exec(end_processes_command(seconds), "the agent's processes")
        count = ended_count(ended.stdout)
        if ended.return_code != 0 or count is None:
            raise VerifierFailedError(
                f"the agent's processes could not be ended (exit status {ended.return_code}): {_said(ended)}"
            )
        self._notes.processes_ended = count + (self._notes.processes_ended or 0)

    async def _empty(self, places: list[Any]) -> None:
        names = " ".join(shlex.quote(str(place)) for place in places)
        tests = shlex.quote(str(self._paths.tests_dir))
        command = _EMPTY.format(
            places=names,
            writable=shlex.quote(str(self._paths.verifier_dir)),
            tests=tests if self._paths.tests_dir in places else shlex.quote(str(self._paths.verifier_dir.parent)),
        )
        emptied = await self._exec(command, "the verifier's directories")
        if emptied.return_code != 0:
            raise VerifierFailedError(
                f"{names} could not be emptied (exit status {emptied.return_code}): {_said(emptied)}"
            )

    async def _place_tests(self, *, bundled: bool) -> str:
        """Puts the task's tests into `/tests`; the path of the script in the sandbox."""
        paths, os_kind = self.task.paths, self.environment.os
        if bundled:
            return str(self._paths.tests_dir / paths.test_path_for(os_kind).name)
        sources = [paths.tests_dir] if paths.tests_dir.is_dir() else []
        script = paths.discovered_test_path_for(os_kind)
        if self.step_name is not None:
            own = paths.step_tests_dir(self.step_name)
            sources += [own] if own.is_dir() else []
            script = paths.discovered_step_test_path_for(self.step_name, os_kind) or script
        if script is None:
            raise RewardRefusedError(HarborFailureCode.NO_REWARD_SOURCE, "the task has no tests/test.sh to verify with")
        self.task.file_filter.require_included(script)
        for source in sources:
            selection = self.task.file_filter.select(source)
            if not selection.relative_paths:
                continue
            with selected_directory(selection) as directory:
                try:
                    await self.environment.upload_dir(source_dir=directory, target_dir=str(self._paths.tests_dir))
                except SandboxDiedError:
                    raise
                except Exception as error:
                    raise VerifierFailedError(f"the tests could not be placed in the sandbox: {error}") from error
        target = str(self._paths.tests_dir / script.name)
        made = await self._exec(f"chmod 0755 {shlex.quote(target)}", "the test script")
        if made.return_code != 0:
            raise VerifierFailedError(f"{target} could not be made executable: {_said(made)}")
        return target

    async def _run(self, script: str) -> ExecResult:
        env = {**self.task.config.verifier.env, **(self.verifier_env or {}), **self.override_env}
        output = shlex.quote(str(self._paths.verifier_dir / self.trial_paths.test_stdout_path.name))
        try:
            return await self.environment.exec(
                command=f"({shlex.quote(script)}) > {output} 2>&1", env=resolve_env_vars(env) if env else None
            )
        except (asyncio.CancelledError, TimeoutError, SandboxDiedError):
            raise
        except Exception as error:
            raise VerifierFailedError(f"the verifier could not be run: {error}") from error

    async def _fetch(self) -> Path:
        """The verifier's directory on the host."""
        directory = Path(self.trial_paths.verifier_dir)
        if not self.environment.is_path_mounted(self._paths.verifier_dir, directory):
            try:
                await self.environment.download_dir(source_dir=str(self._paths.verifier_dir), target_dir=directory)
            except SandboxDiedError:
                raise
            except Exception as error:
                raise VerifierFailedError(f"the verifier's files could not be fetched: {error}") from error
        return directory

    def _read_grader(self, directory: Path) -> None:
        """Takes note of how a bundled grader ended, where one ran."""
        path = directory / RESULT_NAME
        if not path.is_file():
            return
        given = self._notes.container_input
        try:
            document = read_container_result(path)
        except ExchangeFileError as error:
            self.logger.warning("the grader's result cannot be read: %s", error)
            return
        self._notes.grader = result_of_container(document, None if given is None else given.label)

    async def _exec(self, command: str, what: str) -> ExecResult:
        try:
            async with asyncio.timeout(_CLEAN_SEC + 5):
                return await self.environment.exec(
                    command, cwd="/", env={"PATH": _PATH}, timeout_sec=_CLEAN_SEC, user=_root(self.environment)
                )
        except TimeoutError:
            raise VerifierFailedError(f"{what}: the sandbox did not answer within {_CLEAN_SEC} s") from None
        except SandboxDiedError:
            raise
        except Exception as error:
            raise VerifierFailedError(f"{what}: {error}") from error

    async def _check_alive(self) -> None:
        try:
            async with asyncio.timeout(10):
                answer = await self.environment.exec("true", cwd="/", timeout_sec=10, user=_root(self.environment))
        except Exception as error:
            raise SandboxDiedError(f"the sandbox answers no more: {error}") from None
        if answer.return_code != 0:
            raise SandboxDiedError(f"the sandbox answers no more: {_said(answer)}")


def _root(environment: BaseEnvironment) -> str | None:
    return "root" if str(environment.os.value) == "linux" else None


def _said(result: ExecResult) -> str:
    return (result.stderr or result.stdout or "it said nothing").strip()[-500:]


def _tail(directory: Path) -> str:
    """The end of what the tests printed."""
    path = directory / "test-stdout.txt"
    try:
        if path.is_symlink() or not path.is_file():
            return ""
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 500))
            text = file.read(500).decode(errors="replace").strip()
    except OSError:
        return ""
    return f". It printed at its end: {text}" if text else ""
