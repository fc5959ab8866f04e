"""`python -m robokraft`: the command."""

from robokraft.cli import main

main()
