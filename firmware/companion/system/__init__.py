"""What keeps the box running when something inside it fails."""
