"""Rounds by the thousand, played by bots, and what they say about a rule set and a launcher."""
