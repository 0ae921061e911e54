"""What the camera sees: pictures in, dice out."""
