package payout

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// attempt is a row of payout_attempt.
type attempt struct {
	bun.BaseModel `bun:"table:payout_attempt"`

	Ref      string `bun:"ref,pk"`
	Token    string
	SN       string `bun:"sn"`
	No       int
	Player   string
	Company  string
	Version  int
	Place    string
	Amount   int64
	Day      int32
	Bank     string
	Number   string
	Tail     string
	Holder   string
	Province string
	City     string
	Branch   string
	State    string
	Needs    string
	Answer   string
	Short    bool
	Txn      string
	Paid     int64
	MadeBy   string
	MadeAt   int64
	AskedAt  int64
	AskAt    int64
	Asks     int
	EndedAt  int64

	move *order.Move `bun:"-"` // that save is to write, nil for none
}

func (a attempt) ended() bool { return a.EndedAt > 0 }

// late says that the company is said to have paid after the attempt had failed.
func (a attempt) late() bool { return a.State == Failed && a.Needs == needsLate }

func sealedAt(column, ref string) string { return "payout_attempt." + column + "." + ref }

func read(ctx context.Context, r db.Reader, where string, arg any, lock string) (attempt, error) {
	var a attempt
	err := r.NewRaw("SELECT * FROM payout_attempt WHERE "+where+lock, arg).Scan(ctx, &a)
	if errors.Is(err, sql.ErrNoRows) {
		return a, ErrNoAttempt
	}
	if err != nil {
		return a, fmt.Errorf("read an attempt: %w", err)
	}
	return a, nil
}

// lock reads an attempt and keeps other writers off it until tx ends. It is taken
// before the lock of its order.
func lock(ctx context.Context, tx *db.Tx, ref string) (attempt, error) {
	return read(ctx, tx, "ref = ?", ref, tx.ForUpdate())
}

func insert(ctx context.Context, tx *db.Tx, a *attempt) error {
	err := tx.NewRaw("SELECT COALESCE(MAX(no), 0) + 1 FROM payout_attempt WHERE sn = ?", a.SN).Scan(ctx, &a.No)
	if err == nil {
		_, err = tx.NewInsert().Model(a).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("write an attempt to pay %s: %w", a.SN, err)
	}
	return nil
}

// save writes what may change of an attempt. Its state changes by the move that it
// made since it was read, and by nothing else.
func save(ctx context.Context, tx *db.Tx, a *attempt) error {
	const set = "needs = ?, answer = ?, short = ?, txn = ?, paid = ?, asked_at = ?, ask_at = ?, asks = ?, ended_at = ?"
	args := []any{a.Needs, a.Answer, a.Short, a.Txn, a.Paid, a.AskedAt, a.AskAt, a.Asks, a.EndedAt}
	if a.move == nil {
		if _, err := tx.NewRaw("UPDATE payout_attempt SET "+set+" WHERE ref = ?", append(args, a.Ref)...).Exec(ctx); err != nil {
			return fmt.Errorf("keep attempt %s: %w", a.Ref, err)
		}
		return nil
	}
	moved, err := a.move.Apply(ctx, tx, a.Ref, set, args...)
	if err == nil && !moved {
		err = fmt.Errorf("attempt %s does not become %s", a.Ref, a.State)
	}
	if err == nil {
		a.move = nil
	}
	return err
}

// flagged is the reference of an attempt of an order that waits for people, "" if none does.
func flagged(ctx context.Context, r db.Reader, sn string) (string, error) {
	var refs []string
	if err := r.NewRaw("SELECT ref FROM payout_attempt WHERE sn = ? AND needs <> '' ORDER BY no LIMIT 1", sn).Scan(ctx, &refs); err != nil {
		return "", fmt.Errorf("attempts of %s: %w", sn, err)
	}
	if len(refs) == 0 {
		return "", nil
	}
	return refs[0], nil
}

// Attempt is an attempt as staff see it.
type Attempt struct {
	Ref, SN, Company string
	No               int
	Amount           money.Fen
	State, StateText string
	Needs            string // Chinese: why people must decide, "" if they need not
	Answer           string // the company's last answer
	Txn              string // the company's number
	Paid             money.Fen
	By               string
	MadeAt, AskedAt  time.Time // AskedAt is zero before it was sent
	NextAt           time.Time // when it is sent or asked about next, zero if it is not
	Asks             int
	EndedAt          time.Time
	Decidable        bool // two people may decide what became of it
}

// Attempts are the attempts to pay an order, the newest first.
func (p *Payouts) Attempts(ctx context.Context, r db.Reader, sn string) ([]Attempt, error) {
	var rows []attempt
	if err := r.NewRaw("SELECT * FROM payout_attempt WHERE sn = ? ORDER BY no DESC LIMIT ?", sn, attemptsShow).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("attempts of %s: %w", sn, err)
	}
	names := map[string]string{}
	companies, err := companyRows(ctx, r)
	if err != nil {
		return nil, err
	}
	for _, c := range companies {
		names[c.Code] = c.Name
	}
	out := make([]Attempt, len(rows))
	for i, a := range rows {
		name := names[a.Company]
		if name == "" {
			name = a.Company
		}
		out[i] = Attempt{
			Ref: a.Ref, SN: a.SN, Company: name, No: a.No, Amount: money.Fen(a.Amount), State: a.State, StateText: stateTexts[a.State],
			Needs: needsTexts[a.Needs], Answer: a.Answer, Txn: a.Txn, Paid: money.Fen(a.Paid), By: a.MadeBy,
			MadeAt: calendar.FromMillis(a.MadeAt), AskedAt: stamped(a.AskedAt), NextAt: stamped(a.AskAt), Asks: a.Asks, EndedAt: stamped(a.EndedAt),
			Decidable: p.decidable(a) == nil,
		}
	}
	return out, nil
}

// Standing is what alarms look at.
type Standing struct {
	Old     int            // sent before a moment and without an end
	Needs   int            // wait for people
	Refused map[string]int // by company: refused for its balance since a moment, and failed in a row of refusals
}

// Standing counts what somebody should know: attempts that were sent before old and
// have no end, those that wait for people, and refusals for balance since since.
func (p *Payouts) Standing(ctx context.Context, old, since time.Time) (Standing, error) {
	s := Standing{Refused: map[string]int{}}
	err := p.DB.NewRaw("SELECT COUNT(*) FROM payout_attempt WHERE ended_at = 0 AND asked_at > 0 AND asked_at < ?", old.UnixMilli()).Scan(ctx, &s.Old)
	if err == nil {
		err = p.DB.NewRaw("SELECT COUNT(*) FROM payout_attempt WHERE needs <> ''").Scan(ctx, &s.Needs)
	}
	var rows []struct {
		Company string
		N       int
	}
	if err == nil {
		err = p.DB.NewRaw("SELECT company, COUNT(*) AS n FROM payout_attempt WHERE short AND ended_at > ? GROUP BY company", since.UnixMilli()).Scan(ctx, &rows)
	}
	if err != nil {
		return s, fmt.Errorf("count attempts: %w", err)
	}
	for _, r := range rows {
		s.Refused[r.Company] = r.N
	}
	return s, nil
}

func stamped(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

func newToken() string { return secret.NewToken() }
