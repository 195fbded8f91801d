"""Imported first: it keeps out of the tests what is slow to import and that none of them uses.

For a check of addresses, which no test makes, jsonschema compiles 39 grammars at its import, in
each process of the tests.
"""

from __future__ import annotations

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
