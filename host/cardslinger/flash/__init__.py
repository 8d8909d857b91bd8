"""From a bare Pico to a launcher: images, finding boards, writing, updating, backups."""
