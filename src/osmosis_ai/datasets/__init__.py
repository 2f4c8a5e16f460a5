"""Datasets: reading rows in bounded memory, and the faults a reader names."""
