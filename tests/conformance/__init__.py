"""Case files run against the rules and the formats: `python -m tests.conformance FILE...`."""
