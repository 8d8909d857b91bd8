"""The pages: a table's screen, a page on every phone. They show views and send wishes."""
