"""What tests and benchmarks share: acted people, real engines, independent judges, harm."""
