"""`python -m trivet` is `trivet`."""

import sys

from trivet.cli.main import main

sys.exit(main())
