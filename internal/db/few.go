package db

// Few is a condition that few rows meet, such as a short stretch of time, and by
// which a statement should therefore find its rows. PostgreSQL knows its tables
// and needs no telling. SQLite has no figures of them, and would rather take the
// index of a column that is equal to something, though half of the table is.
func (d *DB) Few(condition string) string {
	if d.postgres {
		return condition
	}
	return "likelihood(" + condition + ", 0.000001)"
}
