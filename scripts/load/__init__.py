"""Many clients at once, who read and upload: ``python -m scripts.load``."""
