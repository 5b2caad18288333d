"""Sphinx's settings for the reference of the Python package (the target `reference`)."""

project = "tichu"
extensions = ["sphinx.ext.autodoc"]
html_theme = "classic"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}


def _as_help_prints_it(_app, _what, _name, _object, _options, lines):
    """Docstrings are plain text, laid out for help()."""
    if any(lines):
        lines[:] = ["::", "", *("    " + line for line in lines), ""]


def setup(app):
    app.connect("autodoc-process-docstring", _as_help_prints_it)
