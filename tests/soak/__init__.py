"""What is large by repetition: the very tests of `make test`, more often and with other seeds."""
