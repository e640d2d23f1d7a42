"""What happens around every request: logs, health answers, guards, headers."""
