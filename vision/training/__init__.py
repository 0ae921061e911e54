"""How the networks of the recogniser are made: renderer, training, calibration."""
