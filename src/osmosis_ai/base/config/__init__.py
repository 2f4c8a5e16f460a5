"""Config files: read, checked against the contract, with the line of every issue."""
