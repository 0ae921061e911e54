"""The kinds of cameras behind `vision.camera.open_camera`."""
