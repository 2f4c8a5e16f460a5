"""Server stubs: abstract servers and the routes that call them."""
