#!/usr/bin/env bash
# Everything that must be true of this tree, on a bare machine: installs what is
# missing, then lint, the front ends' types, texts and units, the build, Go on
# both engines with -race, and the journey in Chromium against the real binary.
# Each step says how long it took; the first that fails ends the run.
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
	local name=$1 from=$SECONDS
	shift
	printf '\n==> %s\n' "$name"
	"$@"
	printf '<== %s: %d s\n' "$name" $((SECONDS - from))
}

step "set-up" scripts/setup.sh
step "gofmt, go vet, tools/lint" make --no-print-directory lint
step "front ends: types, lint, Traditional texts, units" make --no-print-directory test-web
step "build" make --no-print-directory build
step "bytes of a first visit" npm --prefix web run --silent size
step "Go on SQLite and PostgreSQL, with -race" make --no-print-directory race
step "the journey in Chromium" make --no-print-directory e2e
printf '\nall green in %d s\n' "$SECONDS"
