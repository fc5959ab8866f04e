"""Games after the table: log files in a folder, and an index beside them that can always be made anew from them."""
