"""What the suite asks of a server, in its environment."""

import os


def setting(name):
    text = os.environ.get(f"OSMOSIS_CONFORMANCE_{name}")
    return None if text is None else float(text)


def server_settings():
    asked = {
        "result_wait_timeout_sec": setting("WAIT_SEC"),
        "polling_lease_timeout_sec": setting("LEASE_SEC"),
        "result_retention_sec": setting("RETENTION_SEC"),
    }
    return {name: value for name, value in asked.items() if value is not None}
