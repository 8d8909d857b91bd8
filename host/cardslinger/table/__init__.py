"""A match with people: seats, what they owe the launcher, the journal, what each may see."""
