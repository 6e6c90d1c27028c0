package db

import (
	"context"
	"errors"
	"fmt"
)

// Savepoint runs fn so that its failure undoes what fn wrote and nothing else
// of the transaction. It returns fn's error. A failure that only a repetition
// of the whole transaction can cure says so by Fatal.
//
// fn must not keep rows of a query open. Savepoints may be nested.
func (tx *Tx) Savepoint(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if _, err := tx.ExecFixed(ctx, "SAVEPOINT part"); err != nil {
		return &fatal{fmt.Errorf("savepoint: %w", err)}
	}
	after := len(tx.after)
	failed := fn(ctx, tx)
	if failed != nil {
		tx.after = tx.after[:after]
		if _, err := tx.ExecFixed(ctx, "ROLLBACK TO SAVEPOINT part"); err != nil {
			return &fatal{errors.Join(failed, fmt.Errorf("undo a part: %w", err))}
		}
	}
	if _, err := tx.ExecFixed(ctx, "RELEASE SAVEPOINT part"); err != nil {
		return &fatal{errors.Join(failed, fmt.Errorf("release a savepoint: %w", err))}
	}
	return failed
}

// fatal is an error after which the transaction itself is of no use.
type fatal struct{ error }

func (f *fatal) Unwrap() error { return f.error }

// Fatal reports whether an error inside a Savepoint concerns the whole
// transaction: it must be returned from Write, and not be survived.
func Fatal(ctx context.Context, err error) bool {
	var f *fatal
	return errors.As(err, &f) || ctx.Err() != nil || isRetryable(err)
}
