"""Both command lines log in by device code, approved with clicks in Chromium that runs no script."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from tests.deployment.signing_in import log_in_in_chromium
from tests.peers.published import Installation
from tests.platform.served import Person, serving_platform, workspace_folder
from tests.support.chromium import running_chromium


def test_a_device_login_is_approved_in_a_browser(
    us: Installation, leases_peer: Installation, tmp_path: Path, cell: Callable[[str, str, str], None]
):
    """The page shows device and address, and asks even by the complete link; afterwards whoami knows the person."""
    cell("published and ours", "our platform", "auth login by device code, in Chromium")
    (tmp_path / "platform").mkdir()
    with serving_platform(tmp_path / "platform" / "data") as served, running_chromium(scripts=False) as page:
        link: str | None = served.link
        for side in (leases_peer, us):
            home = tmp_path / side.name
            folder = workspace_folder(home / "ws", origin=None)
            person = Person((os.fspath(side.osmosis),), served.url, home, folder)
            asked = log_in_in_chromium(person, page, link=link)
            assert os.uname().nodename in asked, "the device"
            assert "127.0.0.1" in asked, "its address"
            assert person.run("auth", "whoami").document["data"]["email"] == "owner@localhost"
            link = None
