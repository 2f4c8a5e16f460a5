"""Names that are one segment of a URL path and of a file path."""

_FORBIDDEN = frozenset("/\\\0")


def is_single_path_segment(value: str) -> bool:
    r"""True for a string that is not empty, not `.` or `..`, and holds no `/`, `\` or NUL."""
    return value not in ("", ".", "..") and _FORBIDDEN.isdisjoint(value)
