"""The `turbo` command: one file a subcommand. Nothing here is imported by others."""
