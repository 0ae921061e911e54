"""Print the mat

The mat as PDF bytes, on one A3 sheet or on two of A4.
"""

from pathlib import Path

from vision.mat.pdf import Paper, mat_pdf, sheets
from vision.mat.sheet import MatGeometry

mat = MatGeometry()
Path("mat.pdf").write_bytes(mat_pdf(mat, Paper.A4))
print(len(sheets(mat, Paper.A4)), "sheets of A4, or", len(sheets(mat, Paper.A3)), "of A3")

# > 2 sheets of A4, or 1 of A3
