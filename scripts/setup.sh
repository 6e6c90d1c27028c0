#!/usr/bin/env bash
# Installs what this machine lacks for building and testing. What is there
# already is left alone, so a second run needs no network.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { command -v "$1" >/dev/null || { echo "setup: $1 is missing: $2" >&2; exit 1; }; }
need go "install Go 1.26 or later"
need npm "install Node.js with npm"

packages=()
{ [ -n "${CHROMIUM:-}" ] || [ -x /usr/bin/chromium ]; } || packages+=(chromium)
[ -n "$(fc-list 2>/dev/null | grep -i 'noto.*cjk' || true)" ] || packages+=(fonts-noto-cjk fontconfig)
[ -n "${TEST_DATABASE_URL:-}" ] || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null || packages+=(postgresql)
[ -n "${CC:-}" ] || command -v gcc >/dev/null || packages+=(gcc libc6-dev) # go test -race links with it
if [ ${#packages[@]} -gt 0 ]; then
	if ! command -v apt-get >/dev/null; then
		echo "setup: please install: ${packages[*]}" >&2
		exit 1
	fi
	sudo=""
	[ "$(id -u)" = 0 ] || sudo=sudo
	$sudo apt-get update -q
	DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q --no-install-recommends "${packages[@]}"
fi

make --no-print-directory web/node_modules/.installed
go mod download
(cd tools/lint && go mod download)
