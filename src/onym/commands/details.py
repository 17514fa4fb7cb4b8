"""What Onym looks for in a text besides the names of participants."""

from __future__ import annotations

from onym import options
from onym.terminal import put


def categories(
    language: options.Language = None,
    style: options.TableStyle = "text",
    quiet: options.Quiet = False,
    json: options.Json = False,
) -> None:
    """List what is detected in a language, with an example of each."""
    from onym.details.overview import overview
    from onym.tables import RENDERERS

    table = overview(language or "en")
    if not quiet or json:
        style = "json" if json else style
        put(RENDERERS[style](table), style)
