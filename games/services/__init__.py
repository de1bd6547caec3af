"""What can be done at a table: one function per thing (lock, check, apply, announce)."""
