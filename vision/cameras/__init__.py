"""The kinds of cameras behind `vision.cameras.by_name.open_camera`."""
