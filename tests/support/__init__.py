"""What tests share and no benchmark needs."""
