"""Pictures become dice: detector, faces, inks, grid."""
