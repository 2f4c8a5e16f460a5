"""The URL that names an object store: `s3://BUCKET/PREFIX?endpoint=…&public_endpoint=…&region=…`.

Keys are not part of it: they come from where the AWS command line takes them too (`AWS_ACCESS_KEY_ID` and
`AWS_SECRET_ACCESS_KEY`, a profile, the machine's role).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qsl, urlsplit

from osmosis_ai.base.errors import OsmosisError

__all__ = ["S3Address"]

_KNOWN = ("endpoint", "public_endpoint", "region")
_HINT = f"Write s3://BUCKET/PREFIX?endpoint=https://HOST; known after the `?`: {', '.join(_KNOWN)}."


@dataclass(frozen=True, slots=True)
class S3Address:
    """A bucket, and how it is reached."""

    bucket: str
    prefix: str = ""
    """What every key begins with: empty, or a path with a slash at its end."""
    endpoint: str | None = None
    """Where the platform reaches the store; None for AWS."""
    public_endpoint: str | None = None
    """Where clients reach it, when that is another address: presigned URLs name it."""
    region: str = "us-east-1"

    @classmethod
    def parse(cls, url: str) -> Self:
        """The address that a URL names. Raises OsmosisError saying what is wrong; the URL is not repeated."""
        parts = urlsplit(url)
        query = parse_qsl(parts.query, keep_blank_values=True)
        options = dict(query)
        if parts.scheme != "s3" or not parts.netloc or "@" in parts.netloc or parts.fragment:
            raise OsmosisError("The URL of the object store does not name a bucket.", hint=_HINT)
        unknown = sorted(set(options) - set(_KNOWN))
        if unknown or len(options) != len(query):
            named = f"an unknown option {unknown[0]!r}" if unknown else "an option twice"
            raise OsmosisError(f"The URL of the object store has {named}.", hint=_HINT)
        for name in ("endpoint", "public_endpoint"):
            endpoint = urlsplit(options.get(name, "https://default"))
            if endpoint.scheme not in {"http", "https"} or not endpoint.hostname or endpoint.query:
                raise OsmosisError(f"The URL of the object store has a wrong {name}.", hint=_HINT)
        prefix = parts.path.strip("/")
        return cls(
            bucket=parts.netloc,
            prefix=f"{prefix}/" if prefix else "",
            endpoint=options.get("endpoint"),
            public_endpoint=options.get("public_endpoint"),
            region=options.get("region", "us-east-1"),
        )
