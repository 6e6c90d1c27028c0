package db

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Among is a condition that a column of text is one of many values, and the
// argument for its placeholder. However many they are, the text is the same,
// so that statements with it can be kept prepared.
func (tx *Tx) Among(column string, values []string) (where string, arg any) {
	switch {
	case len(values) == 1:
		return column + " = ?", values[0]
	case tx.postgres:
		return column + " = ANY(?)", values
	}
	text, _ := json.Marshal(values) // strings always can be written
	return column + " IN (SELECT value FROM json_each(?))", string(text)
}

// ByIndex has the rest of the transaction read tables by their indexes wherever
// there is one. PostgreSQL keeps the plan of a statement, and one that was made
// while a table was small must not read all of it once it has grown.
func (tx *Tx) ByIndex(ctx context.Context) error {
	if !tx.postgres {
		return nil
	}
	_, err := tx.ExecFixed(ctx, "SET LOCAL enable_seqscan = off")
	return err
}

// QueryEach reads the rows of many keys of text. The query ends with a condition
// `column = {key}`, and each key is looked up by itself, after ByIndex in an
// index that begins with the columns compared before it. Among leaves that to
// the planner of PostgreSQL, whose statistics of a young table are old: it then
// reads all rows of the first columns and compares each with all keys.
func (tx *Tx) QueryEach(ctx context.Context, query string, keys []string, args ...any) (*sql.Rows, error) {
	head, isLast := strings.CutSuffix(strings.TrimSpace(query), "= {key}")
	if !isLast {
		return nil, fmt.Errorf("db: the query does not end with = {key}: %s", query)
	}
	if tx.postgres {
		// OFFSET 0 keeps the planner from making another join of it.
		return tx.QueryFixed(ctx, "SELECT found.* FROM unnest(?::text[]) AS wanted (key) CROSS JOIN LATERAL ("+head+"= wanted.key OFFSET 0) AS found",
			append([]any{keys}, args...)...)
	}
	text, _ := json.Marshal(keys) // strings always can be written
	return tx.QueryFixed(ctx, head+"IN (SELECT value FROM json_each(?))", append(args, string(text))...)
}

// ReadPairs reads rows as QueryEach does, for keys of two columns of text: the
// query ends with a condition `(one, two) = {pair}`. None is no error.
func (tx *Tx) ReadPairs(ctx context.Context, into any, query string, pairs [][2]string, args ...any) error {
	head, isLast := strings.CutSuffix(strings.TrimSpace(query), "= {pair}")
	if !isLast {
		return fmt.Errorf("db: the query does not end with = {pair}: %s", query)
	}
	if tx.postgres {
		ones, twos := make([]string, len(pairs)), make([]string, len(pairs))
		for i, p := range pairs {
			ones[i], twos[i] = p[0], p[1]
		}
		query = "SELECT found.* FROM unnest(?::text[], ?::text[]) AS wanted (one, two) CROSS JOIN LATERAL (" + head + "= (wanted.one, wanted.two) OFFSET 0) AS found"
		args = append([]any{ones, twos}, args...)
	} else {
		text, _ := json.Marshal(pairs) // strings always can be written
		query = head + "IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))"
		args = append(args, string(text))
	}
	//lint:ignore rowserrcheck ScanRow and ScanRows of bun look at it
	rows, err := tx.QueryFixed(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return tx.fixed.bun.ScanRows(ctx, rows, into)
}

// InsertRows inserts many rows by one prepared text: `entry (id, scope)`, what
// follows the values (such as ON CONFLICT …), and the values of each row, of
// the same types in each: string, int64, bool, or *int64 and *string where NULL may be. It
// says how many were stored.
func (tx *Tx) InsertRows(ctx context.Context, into, tail string, rows [][]any) (stored int64, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	if tx.postgres {
		return tx.ExecRows(ctx, "", insertMany(into, tail), rows)
	}
	// Several rows a statement: a call of the engine costs as much as a row.
	one := "(" + strings.TrimSuffix(strings.Repeat("?, ", len(rows[0])), ", ") + ")"
	for _, step := range []int{rowsACall, 1} {
		text := "INSERT INTO " + into + " VALUES " + strings.TrimSuffix(strings.Repeat(one+", ", step), ", ") + " " + tail
		whole := len(rows) / step * step
		calls := make([][]any, 0, whole/step)
		for part := range slices.Chunk(rows[:whole], step) {
			calls = append(calls, slices.Concat(part...))
		}
		n, err := tx.ExecRows(ctx, text, "", calls)
		if stored += n; err != nil {
			return stored, err
		}
		rows = rows[whole:]
	}
	return stored, nil
}

// rowsACall is how many rows SQLite is given at once.
const rowsACall = 16

// ExecRows changes many rows. On SQLite, where a statement costs no way to a
// server, `one` is run for each row of values; on PostgreSQL `many` is run
// once, and its {rows} is all of them.
func (tx *Tx) ExecRows(ctx context.Context, one, many string, rows [][]any) (changed int64, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	if !tx.postgres {
		exec := tx.repeated(ctx, one)
		for _, row := range rows {
			done, err := exec(row)
			if err != nil {
				return changed, err
			}
			n, err := done.RowsAffected()
			if err != nil {
				return changed, err
			}
			changed += n
		}
		return changed, nil
	}
	columns, types, err := transposed(rows)
	if err != nil {
		return 0, err
	}
	done, err := tx.ExecFixed(ctx, withRows(many, types), columns...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// transposed turns rows into columns, as PostgreSQL takes many rows in few
// parameters, and gives the placeholder of each with its type.
func transposed(rows [][]any) (columns []any, types []string, err error) {
	for i, first := range rows[0] {
		switch first.(type) {
		case string:
			columns, types = append(columns, column[string](rows, i)), append(types, "?::text[]")
		case int64:
			columns, types = append(columns, column[int64](rows, i)), append(types, "?::bigint[]")
		case bool:
			columns, types = append(columns, column[bool](rows, i)), append(types, "?::boolean[]")
		case *int64:
			columns, types = append(columns, column[*int64](rows, i)), append(types, "?::bigint[]")
		case *string:
			columns, types = append(columns, column[*string](rows, i)), append(types, "?::text[]")
		default:
			return nil, nil, fmt.Errorf("db: no column of %T", first)
		}
	}
	return columns, types, nil
}

func column[T any](rows [][]any, i int) []T {
	out := make([]T, len(rows))
	for n, row := range rows {
		out[n] = row[i].(T)
	}
	return out
}
