"""The browser's door: pages made by the server, one stream of changes a page, moves as plain forms."""
