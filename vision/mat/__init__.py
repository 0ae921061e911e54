"""The printed mat: how it is drawn, found again in a picture, and what that says of the camera."""
