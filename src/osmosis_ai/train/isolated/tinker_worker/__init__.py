"""The process of the trainer `tinker`: the client of a Tinker-compatible server, and the model's tokenizer.

`python -c "import sys, runpy; sys.path.insert(0, '<.../isolated>'); runpy.run_module('tinker_worker')" --socket PATH`
connects to a Unix socket and answers commands, a JSON object a line, several at a time. It imports nothing of
osmosis_ai, and what it needs is `tinker` in the version that the server wants, and `jinja2`.
"""
