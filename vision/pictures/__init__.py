"""Pictures from files, and what people give along with them."""
