"""How long a club with a million hands takes to answer."""
