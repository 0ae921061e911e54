"""Who may come in, and what they may do: PINs, cookies, limits."""
