"""The service measured against floors and peers that are measured beside it, in the same run."""
