"""How a request comes in: sign-in, language and zone, address, guessing."""
