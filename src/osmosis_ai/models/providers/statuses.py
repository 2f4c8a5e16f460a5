"""What an HTTP status of a provider means: whose fault it is, and whether another try may help.

Only three statuses of the 4xx are the request's own: its content, and so the agent, caused them. All others are about
the account, the address, the way the request is sent, or the moment, none of which a rollout chooses.
"""

from osmosis_ai.models.policy import FaultKind

__all__ = ["CLIENT_ERRORS", "kind_of_status", "status_may_pass"]

CLIENT_ERRORS = range(400, 500)

_KINDS: dict[int, FaultKind] = {
    # The content of the request: what a rollout wrote.
    400: FaultKind.BAD_REQUEST,
    413: FaultKind.BAD_REQUEST,  # more text than the model or the provider takes
    422: FaultKind.UNPROCESSABLE,
    # The account the run uses.
    401: FaultKind.AUTHENTICATION,
    402: FaultKind.BUDGET,
    403: FaultKind.PERMISSION,
    407: FaultKind.PROXY,  # the proxy on the way wants credentials
    440: FaultKind.AUTHENTICATION,  # login expired (IIS)
    451: FaultKind.PERMISSION,  # not served here for legal reasons
    498: FaultKind.AUTHENTICATION,  # invalid token (ArcGIS)
    # The model or the address, both of which the config names.
    404: FaultKind.NOT_FOUND,
    405: FaultKind.NOT_FOUND,  # no chat completions behind this address
    410: FaultKind.NOT_FOUND,  # the model was retired
    # The moment: nothing about the request is wrong, and the same one may pass soon.
    408: FaultKind.TIMEOUT,
    409: FaultKind.SERVER,  # a conflict with another request's state
    421: FaultKind.SERVER,  # this connection leads to a server that does not answer for the host
    423: FaultKind.SERVER,  # locked by another request
    424: FaultKind.SERVER,  # what the provider depends on failed
    425: FaultKind.SERVER,  # too early on this connection
    449: FaultKind.SERVER,  # retry (Microsoft)
    460: FaultKind.CONNECTION,  # a load balancer lost its client (AWS)
    499: FaultKind.CONNECTION,  # a proxy lost its client (nginx)
    444: FaultKind.CONNECTION,  # closed without an answer (nginx)
    420: FaultKind.RATE_LIMIT,  # an older form of 429
    429: FaultKind.RATE_LIMIT,
}
# Not listed, and so FaultKind.ENDPOINT: 406, 411, 412, 414, 415, 416, 417, 426, 428, 431 and numbers without a meaning.
# They object to the address, the method or the headers, which are this program's and the config's, never the rollout's.

_MAY_PASS = frozenset(
    {408, 409, 420, 421, 423, 424, 425, 429, 444, 449, 460, 499}
    | {500, 502, 503, 504, 520, 521, 522, 523, 524, 527, 529, 530, 598, 599}
)


def kind_of_status(status: int) -> FaultKind:
    """The kind of fault a status stands for. What is not a 4xx is the server's."""
    if status in CLIENT_ERRORS:
        return _KINDS.get(status, FaultKind.ENDPOINT)
    return FaultKind.SERVER


def status_may_pass(status: int | None) -> bool:
    """Whether the same request may succeed a little later."""
    return status in _MAY_PASS
