"""The platform, self-hosted: accounts, workspaces, git, secrets and what later resources build on.

api, web    HTTP: parse, authorize, call a service, answer
operations  the running server's life cycle, and the commands of the person who operates it
services    rules, as functions over a unit of work; no HTTP, no SQL text
store       tables, queries, migrations
access, secrets, git, blobs, outbox
            what services are built from; none of them knows a service
"""
