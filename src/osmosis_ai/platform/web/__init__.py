"""The platform's pages: signing in, approving devices, tokens, and a workspace's members.

Plain HTML that works without JavaScript. Every form carries a token bound to the browser that was given the page.
"""

from osmosis_ai.platform.web.routes import page_routes

__all__ = ["page_routes"]
