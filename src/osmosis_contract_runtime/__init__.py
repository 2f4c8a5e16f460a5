"""What the generated package `osmosis_contract` runs on, written by hand: models, server stubs, clients' answers.

Edit here; `python -m codegen` writes only code that imports it. Integrators import `osmosis_contract`.
"""
