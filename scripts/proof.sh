#!/usr/bin/env bash
# Proves the money core: everything that `make test` runs a part of, in full,
# then the mutants and the figures. Ends with one table, which is also written
# to docs/proof.md, and with 1 if a line of it failed.
set -uo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh && make --no-print-directory build || exit 1

lines=$(mktemp /tmp/hongyun-proof.XXXXXX)
trap 'rm -f "$lines"' EXIT
export HONGYUN_PROOF=$lines
# What must run to its end writes its own lines; what could not even start has
# written none, so each part that fails leaves one as well.
part() {
	local area=$1 from=$SECONDS
	shift
	printf '\n==> %s\n' "$area"
	if ! "$@"; then
		printf '{"area":"%s","what":"this part ran to its end","count":1,"passed":false,"seconds":%d}\n' "$area" $((SECONDS - from)) >>"$lines"
	fi
	printf '<== %s: %d s\n' "$area" $((SECONDS - from))
}

for package in guard fault sim race reconcile growth backup earning export; do
	part "$package" scripts/postgres.sh go test -count=1 -timeout 30m "./internal/proof/$package/"
done
bets=TestKilledWhileBetsAreRead # as long as all other kills together
part crash scripts/postgres.sh go test -count=1 -timeout 30m ./internal/proof/crash/ -skip $bets
part bets scripts/postgres.sh go test -count=1 -timeout 40m ./internal/proof/crash/ -run $bets
part games go test -count=1 -timeout 30m ./sandbox/{slots,live,fishing,lottery,sports,board}/ -args -rounds=1000000
part mutants scripts/mutants.sh
part speed make --no-print-directory bench

table=$(go run ./internal/proof/table "$lines" "$(git describe --tags --always --dirty)" "$(date -u +%F)" "$SECONDS")
result=$?
printf '\n%s\n' "$table"
{
	sed '/^<!-- table -->$/q' docs/proof.md
	printf '%s\n' "$table"
} >"$lines.md" && mv "$lines.md" docs/proof.md
exit $result
