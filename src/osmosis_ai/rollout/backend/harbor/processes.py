"""Ending what an agent left running in a sandbox, by the age of the processes; and which signal ended a command.

What was there before the agent was set up (the container's own process, services of the task) is left alone.
"""

from __future__ import annotations

__all__ = ["end_processes_command", "ended_count", "signal_of"]

_SIGNALS = range(128 + 1, 128 + 65)
_MARK = "osmosis-processes-ended="

# POSIX shell and builtins alone: no tool that the agent could have replaced but the shell itself. A process is stopped
# before it is killed, so that none can fork on; rounds go on until one finds nothing.
_COMMAND = """
age={hundredths}
read -r up rest < /proc/uptime || exit 90
oldest=$(( ${{up%.*}}${{up#*.}} - age ))
mine=" "
p=$$
while [ "$p" -gt 1 ] 2>/dev/null; do
  mine="$mine$p "
  read -r line < /proc/$p/stat || break
  line=${{line##*) }}
  set -- $line
  p=$2
done
ended=0
round=0
while [ "$round" -lt 60 ]; do
  round=$((round + 1))
  found=""
  for entry in /proc/[0-9]*; do
    pid=${{entry#/proc/}}
    [ "$pid" -eq 1 ] && continue
    case "$mine" in *" $pid "*) continue ;; esac
    read -r line 2>/dev/null < "$entry/stat" || continue
    line=${{line##*) }}
    set -- $line
    [ "$1" = Z ] && continue
    [ "$1" = X ] && continue
    began=${{20:-999999999999}}
    [ "$began" -lt "$oldest" ] 2>/dev/null && continue
    found="$found $pid"
  done
  [ -z "$found" ] && {{ echo "{mark}$ended"; exit 0; }}
  for pid in $found; do kill -STOP "$pid" 2>/dev/null; done
  for pid in $found; do kill -KILL "$pid" 2>/dev/null && [ "$round" -eq 1 ] && ended=$((ended + 1)); done
done
echo "processes that cannot be ended:$found" >&2
exit 91
"""


def end_processes_command(seconds: float) -> str:
    """The command that ends every process younger than so many seconds, but itself."""
    return _COMMAND.format(hundredths=int(seconds * 100) + 1, mark=_MARK)


def ended_count(stdout: str | None) -> int | None:
    """How many processes were ended; None where the command did not say."""
    _, found, rest = (stdout or "").rpartition(_MARK)
    digits = rest.split()[0] if found and rest.split() else ""
    return int(digits) if digits.isdigit() else None


def signal_of(status: int) -> int | None:
    """The signal that ended a command, by its exit status: a shell says 128 and the number, Python the negative one."""
    if status < 0:
        return -status
    return status - 128 if status in _SIGNALS else None
