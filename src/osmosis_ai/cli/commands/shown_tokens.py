"""How counts of tokens are shown."""

__all__ = ["shown_tokens"]


def shown_tokens(tokens: int | None, *, estimated: bool | None) -> str:
    """A count for a table or a line; behind a tilde where not all of them were counted, empty where none were."""
    if tokens is None:
        return ""
    return f"~{tokens}" if estimated else str(tokens)
