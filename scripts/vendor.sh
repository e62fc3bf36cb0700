#!/bin/sh
# usage: vendor.sh - fetches the browser scripts that the pages load, each byte for byte as published, into
# src/homestretch/web/static/vendor, and writes down in vendored.json what each file is.
# For whoever upgrades them: change a version below, run this, run the tests, look at the difference. Nothing else
# needs npm; it asks whatever registry it is set up with and checks what it gets.
set -eu

HTMX=4.0.1
NOBLE=2.4.0

say() { printf '%s\n' "$*" >&2; }

for tool in npm tar; do
    command -v "$tool" >/dev/null || { say "vendor.sh needs $tool, which is not on the PATH."; exit 1; }
done

if command -v sha256sum >/dev/null; then
    hash_of() { sha256sum <"$1" | cut -d ' ' -f 1; }
elif command -v shasum >/dev/null; then
    hash_of() { shasum -a 256 <"$1" | cut -d ' ' -f 1; }
else
    say "vendor.sh needs sha256sum or shasum, and neither is on the PATH."
    exit 1
fi

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
vendor=$root/src/homestretch/web/static/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$work/new"
: >"$work/entries"

# fetch PACKAGE VERSION LICENCE - unpacks it; the lines of "take" that follow copy from it. LICENCE is what its licence
# text says, as SPDX writes it; the text itself is taken along, so that a change of it shows.
fetch() {
    package=$1
    version=$2
    licence=$3
    rm -rf "$work/package" "$work/tarball"
    mkdir "$work/tarball"
    say "Fetching $package $version"
    (cd "$work" && npm pack --silent --pack-destination "$work/tarball" "$package@$version" >/dev/null)
    tar -xzf "$work"/tarball/*.tgz -C "$work" package
}

# take PATH FILE - copies the file at PATH of the package to FILE of the folder, unchanged.
take() {
    mkdir -p "$(dirname -- "$work/new/$2")"
    cp "$work/package/$1" "$work/new/$2"
    chmod 644 "$work/new/$2"
    [ ! -s "$work/entries" ] || printf ',\n' >>"$work/entries"
    {
        printf '  {\n    "file": "%s",\n    "package": "%s",\n    "version": "%s",\n' "$2" "$package" "$version"
        printf '    "path": "%s",\n    "licence": "%s",\n' "$1" "$licence"
        printf '    "sha256": "%s"\n  }' "$(hash_of "$work/new/$2")"
    } >>"$work/entries"
}

fetch htmx.org "$HTMX" 0BSD
take dist/htmx.min.js htmx.min.js
take dist/ext/hx-sse.min.js hx-sse.min.js
take LICENSE htmx-LICENSE.txt

# SHA-256 and HMAC, and what these two import.
fetch @noble/hashes "$NOBLE" MIT
for file in sha2.js hmac.js _md.js _u64.js utils.js; do
    take "$file" "noble-hashes/$file"
done
take LICENSE noble-hashes/LICENSE.txt

{
    printf '[\n'
    cat "$work/entries"
    printf '\n]\n'
} >"$work/new/vendored.json"

rm -rf "$vendor"
mkdir -p "$(dirname -- "$vendor")"
cp -R "$work/new" "$vendor"
say "Wrote $vendor"
