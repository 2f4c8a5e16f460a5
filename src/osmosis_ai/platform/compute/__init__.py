"""Where jobs run: one small interface (`port`), and an engine a module behind it."""
