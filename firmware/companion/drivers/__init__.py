"""The only code that talks to hardware."""
