"""Evidence: throws that are kept, rulings saved in bundles, and bundles played again."""
