package db

import (
	"context"
	"encoding/json"
	"fmt"
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

// InsertRows inserts many rows by one prepared text: `entry (id, scope)`, what
// follows the values (such as ON CONFLICT …), and the values of each row, of
// the same types in each: string, int64, bool, or *int64 where NULL may be. It
// says how many were stored.
func (tx *Tx) InsertRows(ctx context.Context, into, tail string, rows [][]any) (stored int64, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	if tx.postgres {
		return tx.ExecRows(ctx, "", "INSERT INTO "+into+" SELECT * FROM {rows} "+tail, rows)
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(rows[0])), ", ")
	return tx.ExecRows(ctx, "INSERT INTO "+into+" VALUES ("+marks+") "+tail, "", rows)
}

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
	source := "unnest(" + strings.Join(types, ", ") + ")"
	done, err := tx.ExecFixed(ctx, strings.Replace(many, "{rows}", source, 1), columns...)
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
