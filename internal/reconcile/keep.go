package reconcile

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// keepAtOnce is how many findings one transaction writes.
const keepAtOnce = 200

// keep writes down what a comparison found, closes the doors its breaks call
// for, and clears what it found right.
func (r *Reconciler) keep(ctx context.Context, l *look, run *Run) error {
	ctx = context.WithoutCancel(ctx)
	for found := l.found; len(found) > 0; {
		part := found[:min(keepAtOnce, len(found))]
		found = found[len(part):]
		opened := 0
		err := r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			opened = 0
			known, err := knownFindings(ctx, tx, part)
			if err != nil {
				return err
			}
			for _, f := range part {
				if known.settled[f.Contents()] && !f.Kind.Lasts() {
					continue
				}
				isNew, err := r.keepOne(ctx, tx, f, known.differences[f.Place()])
				if err != nil {
					return err
				}
				if isNew {
					opened++
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("keep findings: %w", err)
		}
		run.Opened += opened
	}
	if err := r.clear(ctx, l); err != nil {
		return err
	}
	var err error
	run.Open, err = r.measure(ctx)
	return err
}

// keepOne writes one finding: a new row, or another sighting of the open one of
// its kind and subject. The argument before is its amount at the last sighting.
func (r *Reconciler) keepOne(ctx context.Context, tx *db.Tx, f finding.Finding, before money.Fen) (isNew bool, err error) {
	f.ID = uuid.Must(uuid.NewV7()).String()
	id, err := upsertFinding(ctx, tx, f)
	if err != nil {
		return false, err
	}
	if id != f.ID {
		return false, r.grown(ctx, tx, f, before)
	}
	tx.AfterCommit(func() {
		r.metrics.found.WithLabelValues(string(f.Kind)).Inc()
		r.Log.ErrorContext(ctx, "a break was found", "finding", id, "kind", f.Kind, "subject", f.Subject, "channel", f.Channel, "player", f.Player,
			"expected", f.Expected, "found", f.Found, "difference", f.Difference.String())
	})
	return true, r.closeFor(ctx, tx, f)
}

// grown closes the door of a break that was too small for it when it was last
// seen, and is not any more.
func (r *Reconciler) grown(ctx context.Context, tx *db.Tx, f finding.Finding, before money.Fen) error {
	small := f
	small.Difference = before
	if small.Door(r.Settings.VenueLimit) != "" {
		return nil // it was closed then; if people have opened it since, they knew
	}
	return r.closeFor(ctx, tx, f)
}

// closeFor closes the door that a finding's money would leave by.
func (r *Reconciler) closeFor(ctx context.Context, tx *db.Tx, f finding.Finding) error {
	door := f.Door(r.Settings.VenueLimit)
	if door == "" || r.Settings.KeepPaying || r.Close == nil {
		return nil
	}
	_, err := r.Close(ctx, tx, staff.System("reconcile"), guard.Closing{
		Door: door, Cause: guard.ByBreak, Reason: "对账发现：" + f.Kind.Title() + "（" + short(f.Subject) + "）",
	})
	return err
}

// clear ends findings whose subject now agrees.
func (r *Reconciler) clear(ctx context.Context, l *look) error {
	if len(l.right) == 0 {
		return nil
	}
	open, err := openFindings(ctx, r.DB)
	if err != nil {
		return err
	}
	var over []string
	for _, f := range open {
		if f.Kind.Clears() && l.right[f.Kind.Group()+" "+f.Subject] {
			over = append(over, f.ID)
		}
	}
	if len(over) == 0 {
		return nil
	}
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return clearFindings(ctx, tx, over) })
}

// short keeps the beginning of a long subject, such as an order's id that its
// player's client chose.
func short(subject string) string {
	const most = 100
	if text := []rune(subject); len(text) > most {
		return string(text[:most]) + "…"
	}
	return subject
}
