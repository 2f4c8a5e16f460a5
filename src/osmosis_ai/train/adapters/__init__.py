"""Our rollouts in other people's trainers: a thin module a trainer, imported only where that trainer is installed."""
