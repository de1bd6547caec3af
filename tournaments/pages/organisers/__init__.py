"""What organisers, judges and scorers read while an event runs."""
