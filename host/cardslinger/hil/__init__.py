"""Measurements on a whole launcher, real or in software."""
