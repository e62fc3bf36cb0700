#!/bin/sh
# usage: fonts.sh - makes the font that our pictures write with, src/homestretch/render/fonts: Noto Sans in bold, the web
# fonts for Latin, Cyrillic and Devanagari (with its shaping tables) put together, and writes down in fonts.json what it
# is. It is one file because the drawing library does not mix fonts within a text.
# For whoever upgrades them: change a version below, run this, run the tests, look at the pictures. Nothing else needs
# npm; it asks whatever registry it is set up with, and so does pip.
set -eu

NOTO=5.3.0
FONTTOOLS=4.68.0
BROTLI=1.2.1

say() { printf '%s\n' "$*" >&2; }

for tool in npm tar python3; do
    command -v "$tool" >/dev/null || { say "fonts.sh needs $tool, which is not on the PATH."; exit 1; }
done

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
fonts=$root/src/homestretch/render/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

say "Fetching @fontsource/noto-sans $NOTO"
(cd "$work" && npm pack --silent "@fontsource/noto-sans@$NOTO" >/dev/null)
tar -xzf "$work"/*.tgz -C "$work" package
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install --quiet --disable-pip-version-check "fonttools==$FONTTOOLS" "brotli==$BROTLI"

mkdir "$work/new"
cp "$work/package/LICENSE" "$work/new/OFL.txt"
NOTO=$NOTO "$work/venv/bin/python" - "$work/package" "$work/new" <<'PYTHON'
import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from fontTools.merge import Merger, Options
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

package, new = map(Path, sys.argv[1:])
paths = [f"files/noto-sans-{script}-700-normal.woff2" for script in ("latin", "cyrillic", "devanagari")]
parts = []
for path in paths:
    font = TTFont(package / path, recalcTimestamp=False)
    font.flavor = None
    parts.append(str(new / "part") + str(len(parts)))
    font.save(parts[-1])
whole = Merger(options=Options(drop_tables=["STAT", "gasp", "prep"])).merge(parts)
head = TTFont(package / paths[0])["head"]
whole["head"].created, whole["head"].modified = head.created, head.modified
whole.recalcTimestamp = False

# Noto Sans has no arrow, and settlements are told with one: drawn here.
pen = TTGlyphPen(None)
outline = [(60, 297), (60, 417), (560, 417), (560, 597), (900, 357), (560, 117), (560, 297)]
pen.moveTo(outline[0])
for point in outline[1:]:
    pen.lineTo(point)
pen.closePath()
whole.setGlyphOrder([*whole.getGlyphOrder(), "arrowright"])
whole["glyf"]["arrowright"] = pen.glyph()
whole["hmtx"]["arrowright"] = (960, 60)
for table in whole["cmap"].tables:
    table.cmap[0x2192] = "arrowright"

file = new / "noto-sans-bold.ttf"
whole.save(file)
for part in parts:
    Path(part).unlink()
entry = {
    "file": file.name,
    "sha256": sha256(file.read_bytes()).hexdigest(),
    "licence": "OFL-1.1",
    "package": "@fontsource/noto-sans",
    "version": os.environ["NOTO"],
    "made_of": [{"path": path, "sha256": sha256((package / path).read_bytes()).hexdigest()} for path in paths],
}
(new / "fonts.json").write_text(json.dumps([entry], indent=2) + "\n")
PYTHON

chmod 644 "$work"/new/*
rm -rf "$fonts"
cp -R "$work/new" "$fonts"
say "Wrote $fonts"
