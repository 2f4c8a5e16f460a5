"""Who someone is and what they may do: passwords, tokens, roles, client addresses."""
