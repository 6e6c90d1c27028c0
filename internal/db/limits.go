package db

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hongyun/internal/fault"
)

// ErrBusy says that the database did not get to an operation in time: another
// transaction kept a row locked, or a statement ran too long. Nothing was
// stored, and the caller may try again.
var ErrBusy = fault.New(fault.Unavailable, "database.busy", "系统繁忙，请稍后再试")

// Limits bound what one session may take from PostgreSQL (trust DOS-3). SQLite
// has one writer and no sessions.
type Limits struct {
	Statement time.Duration // a statement that runs longer is ended
	Lock      time.Duration // a statement that waits longer for a lock is ended
	Idle      time.Duration // a session that pauses longer inside a transaction is ended, which frees its locks
}

// The limits of a caller that says nothing, of jobs, and of work that reads
// whole tables.
var (
	callLimits = Limits{Statement: 5 * time.Second, Lock: 5 * time.Second, Idle: 10 * time.Second}
	jobLimits  = Limits{Statement: time.Minute, Lock: 10 * time.Second, Idle: time.Minute}
	longLimits = Limits{Statement: time.Hour, Lock: 30 * time.Second, Idle: 15 * time.Minute}
)

// batchLock is how long a batch waits for a lock that it could not skip. All
// callers of its kind wait behind it, so it gives up soon and each operation is
// then run alone.
const batchLock = 250 * time.Millisecond

type limitsKey struct{}

// ForJob gives statements the limits of background work: a minute each.
func ForJob(ctx context.Context) context.Context { return withLimits(ctx, jobLimits) }

// ForLongWork gives statements the limits of work that reads whole tables, such
// as the verification of the books: an hour each.
func ForLongWork(ctx context.Context) context.Context { return withLimits(ctx, longLimits) }

// withLimits never lowers what an outer caller asked for.
func withLimits(ctx context.Context, l Limits) context.Context {
	if now, ok := ctx.Value(limitsKey{}).(Limits); ok && now.Statement >= l.Statement {
		return ctx
	}
	return context.WithValue(ctx, limitsKey{}, l)
}

// parameters are the limits as PostgreSQL's settings.
func (l Limits) parameters() map[string]string {
	return map[string]string{
		"statement_timeout":                   strconv.FormatInt(l.Statement.Milliseconds(), 10),
		"lock_timeout":                        strconv.FormatInt(l.Lock.Milliseconds(), 10),
		"idle_in_transaction_session_timeout": strconv.FormatInt(l.Idle.Milliseconds(), 10),
	}
}

// limited is a configuration whose sessions begin with limits.
func limited(config *pgx.ConnConfig, l Limits) *pgx.ConnConfig {
	config = config.Copy()
	for name, value := range l.parameters() {
		config.RuntimeParams[name] = value
	}
	return config
}

// sessionLimits gives a connection the limits of the caller that is about to
// use it. That costs a statement only when the caller before had others.
func sessionLimits(usual Limits) func(ctx context.Context, c *pgx.Conn) error {
	return func(ctx context.Context, c *pgx.Conn) error {
		want, ok := ctx.Value(limitsKey{}).(Limits)
		if !ok {
			want = usual
		}
		kept := c.PgConn().CustomData()
		has, ok := kept["limits"].(Limits)
		if !ok {
			has = usual
		}
		if has == want {
			return nil
		}
		text := ""
		for name, value := range want.parameters() {
			text += "SET " + name + " = " + value + ";"
		}
		if _, err := c.Exec(ctx, text, pgx.QueryExecModeSimpleProtocol); err != nil {
			return err
		}
		kept["limits"] = want
		return nil
	}
}

// busy turns the end of a limit into ErrBusy; other errors stay as they are.
func busy(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || errors.Is(err, ErrBusy) || !isLimited(err) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrBusy, err)
}

// isLimited reports whether a limit ended a statement or a session.
func isLimited(err error) bool { return isLockTimeout(err) || is(err, []string{"57014", "25P03"}) }

func isLockTimeout(err error) bool { return is(err, []string{"55P03"}) }
