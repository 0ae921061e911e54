"""What every operation shares: its description, its schemas, its refusals."""
