#!/usr/bin/env bash
# Makes the mistakes of scripts/mutants/*.patch, one at a time, in a copy of the
# tree, and runs the tests that each patch names: a part of what `make test`
# runs. Tests that stay green have not noticed, and this ends with 1. A patch
# that no longer applies or does not compile is a failure too.
#
#	scripts/mutants.sh [NAME...]     all of them, or those named
set -uo pipefail
cd "$(dirname "$0")/.."
[ -n "${TEST_DATABASE_URL:-}" ] || exec scripts/postgres.sh "$0" "$@"

copy=$(mktemp -d /tmp/hongyun-mutants.XXXXXX)
trap 'rm -rf "$copy"' EXIT
lines=${HONGYUN_PROOF:-}
unset HONGYUN_PROOF # the tests below are those of make test
git ls-files -z --cached --others --exclude-standard -- . ':!docs' ':!web/e2e' | xargs -0 cp --parents -t "$copy" 2>/dev/null
cp -r --parents web/dist README.md docs "$copy"
test_it() { # packages and flags in $1; the same cache for every copy of the tree
	(cd "$copy" && eval "go test -trimpath -count=1 -timeout 5m $1") >"$copy/.out" 2>&1
}
report() { # name, what, passed, seconds
	printf '%-9s %-28s %3d s  %s\n' "$([ "$3" = true ] && echo killed || echo SURVIVED)" "$1" "$4" "$2"
	[ -z "$lines" ] || printf '{"area":"mutants","what":"%s","count":1,"passed":%s,"seconds":%d,"note":"%s"}\n' "$2" "$3" "$4" "${5:-}" >>"$lines"
}

status=0
declare -A green
for patch in scripts/mutants/*.patch; do
	name=$(basename "$patch" .patch)
	[ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
	what=$(sed -n 's/^# //p;/^---/q' "$patch" | head -1)
	tests=$(sed -n 's/^# tests: //p;/^---/q' "$patch")
	from=$SECONDS
	if [ -z "${green[$tests]:-}" ]; then # a test that fails anyway kills nothing
		if ! test_it "$tests"; then
			report "$name" "$what" false $((SECONDS - from)) "its tests fail without it"
			tail -20 "$copy/.out"
			status=1
			continue
		fi
		green[$tests]=yes
	fi
	if ! (cd "$copy" && git apply --recount -C1 "$OLDPWD/$patch"); then
		report "$name" "$what" false $((SECONDS - from)) "the patch does not apply"
		status=1
		continue
	fi
	if test_it "$tests"; then
		report "$name" "$what" false $((SECONDS - from)) "no test noticed"
		status=1
	elif ! grep -q -- '--- FAIL' "$copy/.out"; then
		report "$name" "$what" false $((SECONDS - from)) "it ended without a failing test"
		tail -5 "$copy/.out"
		status=1
	else
		report "$name" "$what" true $((SECONDS - from)) "by $(grep -m1 -oE -- '--- FAIL: [A-Za-z0-9_]+' "$copy/.out" | cut -c11-)"
	fi
	(cd "$copy" && git apply --recount -C1 -R "$OLDPWD/$patch")
done
exit $status
