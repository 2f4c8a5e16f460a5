"""Running a platform: its start and stop, what runs beside requests, and the operator's commands."""
