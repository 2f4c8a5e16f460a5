"""Run by Alembic: revisions on the connection that `migrate` hands over, each in a transaction."""

from alembic import context

from osmosis_ai.platform.store import import_tables, run_tables, tables  # noqa: F401 - they declare the tables
from osmosis_ai.platform.store.columns import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    transaction_per_migration=True,
    transactional_ddl=True,
    render_as_batch=True,
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
