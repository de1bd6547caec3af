"""Fuzzing of parsers led by coverage (atheris, libFuzzer)."""
