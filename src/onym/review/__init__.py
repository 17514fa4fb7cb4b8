"""Review in the browser: HTTP and presentation alone.

What is asked, decided and found is `onym.live` and what lies under it; this package turns it into
JSON and back. The page is plain HTML, CSS and JavaScript in `static/`, with every word of its own
in `static/strings.js`; nothing is built and nothing is fetched from elsewhere.
"""

from onym.review.app import application

__all__ = ["application"]
