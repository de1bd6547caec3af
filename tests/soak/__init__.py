"""What is large by repetition: the tests of `make test`, more often and with other seeds."""
