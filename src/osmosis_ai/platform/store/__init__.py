"""Tables, queries and migrations, on SQLite or PostgreSQL. The only package that knows SQL."""
