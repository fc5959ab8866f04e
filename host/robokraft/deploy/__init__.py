"""What goes onto the Pico: the box's files, their image, and the one file to drag onto it."""
