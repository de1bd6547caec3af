"""tests/games/engine/__init__.py"""
