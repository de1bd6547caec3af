"""tests/tournaments/formats/__init__.py"""
