"""Pictures, and the screens that draw them."""
