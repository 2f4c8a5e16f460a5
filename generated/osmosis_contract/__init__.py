"""The contract: models, clients, server stubs and the spec they come from. Generated."""
