"""HTTPS beside HTTP: the house's own authority, its certificate, and the front that ends it."""
