"""The part of a Dockerfile that a sandbox can honour: one stage, files copied in, commands run.

What it does not honour is refused with its line. The name after FROM stands for the root folder that is configured.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

__all__ = ["Copy", "DockerfileError", "Image", "Run", "parse_dockerfile"]

_WITHOUT_EFFECT = frozenset({"CMD", "EXPOSE", "LABEL", "MAINTAINER", "STOPSIGNAL", "VOLUME"})
"""Harbor starts containers with a command of its own, and reaches none by a port."""
_REASONS = {
    "ADD": "use COPY; nothing is fetched or unpacked",
    "ENTRYPOINT": "nothing would start it; start the program in the task's own commands",
    "HEALTHCHECK": "use [environment.healthcheck] of task.toml",
    "ONBUILD": "write the instruction itself",
    "SHELL": "RUN uses /bin/sh; name another shell in the command",
}
_VARIABLE = re.compile(r"\\(\$)|\$(?:([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)\})|(\$\{)")


class DockerfileError(ValueError):
    """A Dockerfile that a sandbox cannot honour; the message names the line and what to do."""


@dataclass(frozen=True, slots=True)
class Copy:
    """Files of the task's environment folder, copied into the image."""

    sources: tuple[str, ...]
    target: str
    owner: str | None = None
    mode: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """A command that is run in the image."""

    command: tuple[str, ...]
    env: Mapping[str, str]
    cwd: str
    user: str | None


@dataclass(frozen=True, slots=True)
class Image:
    """What a Dockerfile says: the name it is made from, what is done to it, and how commands run in it afterwards."""

    base: str = ""
    steps: tuple[Copy | Run, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    workdir: str | None = None
    user: str | None = None


def parse_dockerfile(text: str) -> Image:
    """Read a Dockerfile. DockerfileError for what a sandbox does not honour."""
    image = Image()
    arguments: dict[str, str] = {}
    for number, instruction, value in _instructions(text):
        known = {**arguments, **image.env}
        if instruction == "FROM":
            image = _begin(image, _substituted(value, known, number), number)
        elif instruction == "ARG":
            name, given, default = value.partition("=")
            arguments[name.strip()] = _substituted(_unquoted(default), known, number) if given else ""
        elif not image.base:
            raise DockerfileError(f"Dockerfile, line {number}: {instruction} stands before FROM.")
        elif instruction == "ENV":
            image = replace(image, env={**image.env, **_assignments(value, known, number)})
        elif instruction == "WORKDIR":
            folder = str(PurePosixPath(image.workdir or "/") / _substituted(_unquoted(value), known, number))
            made = Run(("mkdir", "-p", folder), image.env, "/", None)
            image = replace(image, workdir=folder, steps=(*image.steps, made))
        elif instruction == "USER":
            image = replace(image, user=_substituted(value, known, number))
        elif instruction == "COPY":
            image = replace(image, steps=(*image.steps, _copy(value, known, image, number)))
        elif instruction == "RUN":
            image = replace(image, steps=(*image.steps, _run(value, known, image, number)))
        elif instruction not in _WITHOUT_EFFECT:
            why = _REASONS.get(instruction, "it is not known")
            raise DockerfileError(f"Dockerfile, line {number}: {instruction} is not supported in a sandbox: {why}.")
    if not image.base:
        raise DockerfileError("Dockerfile: it has no FROM.")
    return image


def _instructions(text: str) -> list[tuple[int, str, str]]:
    found: list[tuple[int, str, str]] = []
    collected, began = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#"):
            continue
        if not collected and not line.strip():
            continue
        began = began if collected else number
        stripped = line.rstrip()
        if stripped.endswith("\\"):
            collected += stripped[:-1] + " "
            continue
        name, _, value = (collected + stripped).strip().partition(" ")
        collected = ""
        if name:
            found.append((began, name.upper(), value.strip()))
    if collected:
        name, _, value = collected.strip().partition(" ")
        found.append((began, name.upper(), value.strip()))
    return found


def _begin(image: Image, value: str, number: int) -> Image:
    if image.base:
        raise DockerfileError(f"Dockerfile, line {number}: more than one stage is not supported; keep one FROM.")
    words = [word for word in value.split() if not word.startswith("--platform=")]
    if not words or words[0] == "scratch":
        raise DockerfileError(f"Dockerfile, line {number}: FROM needs the name of an image with a system in it.")
    return replace(image, base=words[0])


def _unquoted(value: str) -> str:
    text = value.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _substituted(text: str, known: Mapping[str, str], number: int) -> str:
    def value(match: re.Match[str]) -> str:
        if match[1]:
            return "$"
        if match[4]:
            raise DockerfileError(f"Dockerfile, line {number}: only $NAME and ${{NAME}} are supported, in {text!r}.")
        return known.get(match[2] or match[3], "")

    return _VARIABLE.sub(value, text)


def _words(value: str, number: int) -> list[str]:
    try:
        return shlex.split(value, posix=True)
    except ValueError as error:
        raise DockerfileError(f"Dockerfile, line {number}: {error}.") from None


def _assignments(value: str, known: Mapping[str, str], number: int) -> dict[str, str]:
    first, _, rest = value.partition(" ")
    if "=" not in first:
        return {first: _substituted(_unquoted(rest), known, number)}
    made = {}
    for word in _words(value, number):
        name, given, text = word.partition("=")
        if not given:
            raise DockerfileError(f"Dockerfile, line {number}: ENV {word} has no value.")
        made[name] = _substituted(text, known, number)
    return made


def _form(value: str, number: int) -> list[str] | None:
    """The words of an instruction that is written as a JSON list."""
    if not value.startswith("["):
        return None
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise DockerfileError(f"Dockerfile, line {number}: a list of strings is expected.")
    return found


def _copy(value: str, known: Mapping[str, str], image: Image, number: int) -> Copy:
    if "<<" in value:
        raise DockerfileError(f"Dockerfile, line {number}: here-documents are not supported; write a file to copy.")
    owner = mode = None
    while value.startswith("--"):
        option, _, value = value.partition(" ")
        name, _, given = option[2:].partition("=")
        if name == "chown":
            owner = _substituted(given, known, number)
        elif name == "chmod":
            mode = given
        else:
            raise DockerfileError(f"Dockerfile, line {number}: COPY --{name} is not supported in a sandbox.")
        value = value.strip()
    words = [_substituted(word, known, number) for word in _form(value, number) or _words(value, number)]
    if len(words) < 2:  # noqa: PLR2004 - a source and a target
        raise DockerfileError(f"Dockerfile, line {number}: COPY needs a source and a target.")
    *sources, target = words
    ends = "/" if target.endswith("/") or target in (".", "..") or len(sources) > 1 else ""
    return Copy(tuple(sources), str(PurePosixPath(image.workdir or "/") / target) + ends, owner, mode)


def _run(value: str, known: Mapping[str, str], image: Image, number: int) -> Run:
    if value.startswith("--"):
        raise DockerfileError(
            f"Dockerfile, line {number}: RUN {value.split(maxsplit=1)[0]} is not supported in a sandbox."
        )
    if re.search(r"<<-?['\"]?[A-Za-z]", value):
        raise DockerfileError(f"Dockerfile, line {number}: here-documents are not supported; COPY a script and run it.")
    command = tuple(_form(value, number) or ("/bin/sh", "-c", value))
    return Run(command, known, image.workdir or "/", image.user)
