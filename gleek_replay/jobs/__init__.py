"""Workers on the ledger: local processes that poll it, or Celery's that are told of each chunk."""
