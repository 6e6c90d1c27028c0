#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a PostgreSQL of its own on a free
# loopback port, thrown away afterwards. A given TEST_DATABASE_URL wins.
set -euo pipefail
if [ -n "${TEST_DATABASE_URL:-}" ]; then exec "$@"; fi

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || bin=$(dirname "$(command -v initdb)")
dir=$(mktemp -d /tmp/hongyun-pg.XXXXXX)
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
"${as[@]}" "$bin/initdb" -N -A trust -U postgres --locale=C.UTF-8 -E UTF8 -D "$dir/data" >/dev/null
port=$(python3 -c 'import socket; s=socket.socket(); s.bind(("127.0.0.1",0)); print(s.getsockname()[1])' 2>/dev/null || echo $((20000 + RANDOM)))
"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -l "$dir/log" -w start -o "-p $port -k $dir -c listen_addresses=127.0.0.1 \
	-c fsync=${HONGYUN_PG_FSYNC:-off} -c synchronous_commit=${HONGYUN_PG_FSYNC:-off} -c full_page_writes=${HONGYUN_PG_FSYNC:-off} -c max_connections=300" >/dev/null
cd - >/dev/null
export TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
"$@"
