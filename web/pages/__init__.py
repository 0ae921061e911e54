"""The pages themselves, and the words that stand on all of them."""
