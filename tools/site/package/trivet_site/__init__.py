"""The static site of Trivet, in `folder`."""

__version__ = "0.1.0"  # of the Trivet in it
