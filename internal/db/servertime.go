package db

// ServerMillis is SQL for the time of the database's own clock, in unix
// milliseconds. Leases are timed by it: the clocks of the nodes may differ, and
// the clock of Options may have been moved.
func (d *DB) ServerMillis() string {
	if d.postgres {
		return "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"
	}
	return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
}
