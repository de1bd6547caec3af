"""Conformance suite of truco: cases with their sources, and a runner for any engine.

README.md beside it describes the protocol. In the wheel: `python -m truco_conformance`.
"""
