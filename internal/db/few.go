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

// Decimal is the number that a column of text holds, or NULL where the text is
// no plain decimal.
func (d *DB) Decimal(column string) string {
	if d.postgres {
		return "CASE WHEN " + column + " ~ '^-{0,1}[0-9]{1,15}([.][0-9]{1,15}){0,1}$' THEN CAST(" + column + " AS NUMERIC) END"
	}
	return "CASE WHEN ltrim(" + column + ", '-') GLOB '[0-9]*' AND " + column + " GLOB '*[0-9]' AND " + column + " NOT GLOB '*[^0-9.-]*' AND substr(" +
		column + ", 2) NOT GLOB '*-*' AND " + column + " NOT GLOB '*.*.*' THEN CAST(" + column + " AS REAL) END"
}
