"""The live table: from confirmed tables to events. No OpenCV here, and no clock but the frames'."""
