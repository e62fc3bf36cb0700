"""Code and data into sentences, in English, Russian and Hindi.

``texts`` holds the English sentence of every code; the other languages are gettext catalogues under ``locale``.
"""
