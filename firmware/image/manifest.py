"""What is frozen into the image. Read by MicroPython's makemanifest, not by Python.

Every file stands in a fixed order: a folder's own order differs between file systems, and with it
the bytes of the image.
"""
# ruff: noqa: F821 - makemanifest defines freeze, include, package and module

from pathlib import Path

freeze("$(PORT_DIR)/modules", ("_boot.py", "_boot_fat.py", "rp2.py"))
include("$(MPY_DIR)/extmod/asyncio")

# A stock image is built without ours.
ours = sorted(str(path.relative_to("../slinger")) for path in Path("../slinger").rglob("*.py"))
if ours:
    package("slinger", ours, base_path="..")
    module("boot.py", base_path="..")
    module("main.py", base_path="..")
