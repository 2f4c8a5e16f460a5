"""The trainer's process: torch, peft and TRL, in whichever Python has them.

`python -c "import sys, runpy; sys.path.insert(0, '<.../isolated>'); runpy.run_module('trl_worker')" --socket PATH`
connects to a Unix socket and answers commands, a JSON object a line. It imports nothing of osmosis_ai and runs on
Python 3.11 too. Messages: `commands.py`.
"""
