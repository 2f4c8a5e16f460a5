"""The pages of `eval view` and `train view`."""
