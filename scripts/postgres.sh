#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a PostgreSQL of its own on a free
# loopback port, thrown away afterwards. A given TEST_DATABASE_URL wins.
set -euo pipefail
if [ -n "${TEST_DATABASE_URL:-}" ]; then exec "$@"; fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")

# Thousands of small databases come and go: in memory where there is room for
# them, which halves the time of a test, and on the disk where it is measured.
place=/tmp
log=(-c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=512MB)
if [ "${HONGYUN_PG_FSYNC:-off}" = on ]; then
	log=()
elif [ "$(df -k --output=avail /dev/shm 2>/dev/null | tail -1 || echo 0)" -gt 4194304 ]; then
	place=/dev/shm
fi
dir=$(mktemp -d "$place/hongyun-pg.XXXXXX")
as=()
if [ "$(id -u)" = 0 ]; then # the server refuses to run as root
	chown nobody "$dir"
	as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
fi
stop() {
	"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true
	rm -rf "$dir"
}
trap stop EXIT
cd "$dir"
"${as[@]}" "$bin/initdb" -N -A trust -U postgres --locale=C.UTF-8 --lc-collate=C -E UTF8 -D "$dir/data" >/dev/null
port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])' 2>/dev/null || echo $((20000 + RANDOM)))
"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start -o "-p $port -k $dir -c listen_addresses=127.0.0.1 \
	-c fsync=${HONGYUN_PG_FSYNC:-off} -c synchronous_commit=${HONGYUN_PG_FSYNC:-off} -c full_page_writes=${HONGYUN_PG_FSYNC:-off} -c max_connections=300 ${log[*]}" >/dev/null
cd - >/dev/null
export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
status=0
"$@" || status=$?

# Transactions that lock the same rows in two orders are a defect, even where
# the program repeats the one that the server ends: it costs a second each time.
# The one test that wants a deadlock has a table of its own, called thing.
# HONGYUN_DEADLOCKS=report prints them and lets the run pass.
awk '
	match($0, /\[[0-9]+\]/) { pid = substr($0, RSTART, RLENGTH) } # also of the lines that follow without one
	/ERROR:  deadlock detected/ { n++; text[pid] = $0; next }
	pid in text { text[pid] = text[pid] "\n" $0 }
	pid in text && /STATEMENT:/ {
		if (text[pid] ~ /: UPDATE thing SET n/) meant++; else { found++; print text[pid] > "/dev/stderr" }
		delete text[pid]
	}
	END {
		printf "deadlocks on PostgreSQL: %d, of them %d meant by a test\n", n, meant > "/dev/stderr"
		exit n > meant
	}' "$dir/log" || { [ "$status" -ne 0 ] || [ "${HONGYUN_DEADLOCKS:-}" = report ] || status=1; }
exit "$status"
