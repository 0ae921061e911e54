"""A telephone that is the camera: its page, how it comes to trust this machine, its pictures."""
