"""Competitions whose first places enter another one."""
