package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// Comparison is what a comparison from the command line found.
type Comparison struct {
	reconcile.Run
	Findings []finding.Finding // all that are open
	Lines    int               // of a statement
}

// Right reports that everybody was asked and that nothing differs.
func (c Comparison) Right() bool { return c.Open == 0 && c.Whole() }

// Compare compares the last days with every company, from the command line.
// The house may be running: nothing is put right, and doors that a break
// closes are closed for it too.
func Compare(ctx context.Context, c Config, days int) (Comparison, error) {
	return aside(ctx, c, func(a *App, out *Comparison) (err error) {
		out.Run, err = a.Reconcile.Run(ctx, "命令行", reconcile.Command, a.DB.Clock().Now().Add(-time.Duration(days)*24*time.Hour))
		return err
	})
}

// CompareStatement compares a gateway's statement with our orders.
func CompareStatement(ctx context.Context, c Config, channel string, file io.Reader) (Comparison, error) {
	return aside(ctx, c, func(a *App, out *Comparison) error {
		got, err := a.Reconcile.Import(ctx, staff.System("reconcile import"), channel, file)
		out.Lines, out.Opened, out.State = got.Lines, got.Opened, "done"
		return err
	})
}

// aside builds a house that serves nobody beside the one that runs, and closes
// it again.
func aside(ctx context.Context, c Config, do func(a *App, out *Comparison) error) (out Comparison, err error) {
	c.Listen = Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"}
	c.JobsByHand, c.Migrate = true, false
	a, err := New(ctx, c)
	if err != nil {
		return out, err
	}
	defer func() {
		a.closeListeners()
		err = errors.Join(err, a.DB.Close())
	}()
	if err := do(a, &out); err != nil {
		return out, err
	}
	list, open, err := a.Reconcile.List(ctx, reconcile.Filter{State: finding.Open, Page: staff.Page{Number: 1, Size: 100}})
	out.Findings, out.Open = list, open
	return out, err
}

// Text is the verdict for people.
func (c Comparison) Text() string {
	var out strings.Builder
	for _, f := range c.Findings {
		fmt.Fprintf(&out, "open: %s %s (%s)\n  %s\n  应查看：%s\n", f.Kind, f.Subject, f.Channel, f.What(), f.Look())
	}
	for _, who := range c.Unasked {
		fmt.Fprintf(&out, "no answer: %s\n", who)
	}
	if c.Waiting > 0 {
		fmt.Fprintf(&out, "%d balances differ and wait for the bet feed: run this again in some minutes\n", c.Waiting)
	}
	if c.Lines > 0 {
		fmt.Fprintf(&out, "compared %d lines; ", c.Lines)
	} else {
		fmt.Fprintf(&out, "compared %d deposits, %d transfers, %d balances; ", c.Looked["deposits"], c.Looked["transfers"], c.Looked["balances"])
	}
	fmt.Fprintf(&out, "%d new breaks, %d open\n", c.Opened, c.Open)
	return out.String()
}
