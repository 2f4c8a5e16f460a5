"""Alembic's scripts. A revision that was released is never changed."""
