"""The live table: from believed tables to events. No OpenCV here, and no clock but the frames'."""
