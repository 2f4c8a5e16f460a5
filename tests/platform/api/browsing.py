"""A browser without JavaScript, for tests of the pages."""

from __future__ import annotations

import re

import httpx

__all__ = ["PASSWORD", "PUBLIC", "Browser"]

PUBLIC = "http://127.0.0.1:8765"

PASSWORD = "correct horse battery"


class Browser:
    """Follows links and sends forms as a browser without JavaScript does."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.page: httpx.Response

    async def open(self, address: str) -> httpx.Response:
        self.page = await self.http.get(address.removeprefix(PUBLIC), follow_redirects=True)
        return self.page

    async def send(self, path: str | None = None, **fields: str) -> httpx.Response:
        """Sends the form of the page that posts to path (the first one, by default), its hidden fields filled in."""
        for form in re.findall(r"<form.*?</form>", self.page.text, re.DOTALL):
            action = re.search(r'<form[^>]*action="([^"]*)"', form)
            target = action[1].partition("#")[0] if action else str(self.page.url.raw_path, "ascii")
            if 'method="post"' in form and (path is None or target == path) and "/logout" not in target:
                hidden = dict(re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form))
                self.page = await self.http.post(target, data={**hidden, **fields}, follow_redirects=True)
                return self.page
        raise AssertionError(f"no form posts to {path}: {self.page.text}")
