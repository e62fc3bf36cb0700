#!/bin/sh
# usage: setup.sh VENV WHAT - makes the virtual environment VENV and installs WHAT (. or .[dev]) into it.
# Says in a sentence what is missing; leaves nothing half-made.
set -eu
venv=$1
what=$2

say() { printf '%s\n' "$*" >&2; }

good() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

if [ -n "${PYTHON:-}" ]; then
    good "$PYTHON" || { say "$PYTHON is not Python 3.11 or newer. Name one with: make PYTHON=/path/to/python3"; exit 1; }
else
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if good "$candidate"; then PYTHON=$candidate; break; fi
    done
    [ -n "${PYTHON:-}" ] || { say "homestretch needs Python 3.11 or newer, and none is on the PATH. Install one, or name it with: make PYTHON=/path/to/python3"; exit 1; }
fi

if [ ! -x "$venv/bin/python" ] || ! good "$venv/bin/python"; then
    if ! "$PYTHON" -c 'import venv, ensurepip' 2>/dev/null; then
        version=$("$PYTHON" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        say "This Python cannot make a virtual environment: the package python$version-venv is missing."
        say "Install it (on Debian or Ubuntu: sudo apt install python$version-venv), then run make again."
        exit 1
    fi
    rm -rf "$venv"
    trap 'rm -rf "$venv"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    say "Setting up in $venv; this happens once and takes about a minute."
    "$PYTHON" -m venv "$venv"
fi

# An install that fails leaves no new environment behind (the trap), and no stamp beside an old one.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c requirements.lock -e "$what"
trap - EXIT INT TERM
