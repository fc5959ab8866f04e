"""Games in the forms of other programs: spreadsheets, plain text, BG Stats. Pure: a reading in, text out."""
