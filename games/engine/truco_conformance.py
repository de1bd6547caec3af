"""`python -m truco_conformance`: the conformance suite, as a command of the wheel."""

import runpy

if __name__ == "__main__":
    runpy.run_module("truco_engine.conformance", run_name="__main__", alter_sys=True)
