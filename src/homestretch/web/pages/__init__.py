"""What the browser is shown: one module a page, each a pure function of what it is given."""
