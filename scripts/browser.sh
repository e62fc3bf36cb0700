#!/bin/sh
# usage: browser.sh - sees to it that the browser tests find a Chromium and a font that can write Hindi.
# Where it may, as root on Debian or Ubuntu, it installs what is missing; elsewhere it says what to install and fails.
set -eu

say() { printf '%s\n' "$*" >&2; }

has() { command -v "$1" >/dev/null 2>&1; }

has_chromium() {
    if [ -n "${HOMESTRETCH_CHROMIUM:-}" ]; then has "$HOMESTRETCH_CHROMIUM"; return; fi
    has chromium || has chromium-browser || has google-chrome
}

# Without fontconfig nobody can say which fonts there are, and the browser may have its own.
has_devanagari() { ! has fc-list || [ -n "$(fc-list :lang=hi 2>/dev/null)" ]; }

install() {
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --quiet --no-install-recommends "$@" >&2
}

if [ -n "${HOMESTRETCH_CHROMIUM:-}" ] && ! has_chromium; then
    say "HOMESTRETCH_CHROMIUM names $HOMESTRETCH_CHROMIUM, which cannot be run. Name a Chromium or Chrome, or unset it."
    exit 1
fi

if has_chromium && has_devanagari; then exit 0; fi

# Debian's Chromium brings fontconfig, and only then can a missing font be seen: so it comes with the font.
if [ "$(id -u)" = 0 ] && has apt-get; then
    packages=fonts-noto-core
    has_chromium || packages="chromium $packages"
    say "Installing for the browser tests: $packages. This happens once."
    # shellcheck disable=SC2086 # several packages
    install $packages || { apt-get update --quiet --quiet >&2 && install $packages; } || true
    if has_chromium && has_devanagari; then exit 0; fi
fi

has_chromium || say "The browser tests need Chromium, and none is on the PATH. Install it (on Debian or Ubuntu: sudo apt install chromium), or name a Chromium or Chrome with HOMESTRETCH_CHROMIUM=/path/to/it."
has_devanagari || say "The browser tests need a font for Hindi, and there is none. Install one (on Debian or Ubuntu: sudo apt install fonts-noto-core)."
exit 1
