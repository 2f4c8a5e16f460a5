"""The platform where people put it: behind nginx and Caddy, beside a real OpenID provider, with TLS of its own."""
