package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

const (
	// sealAfter is how long after its end a month is sealed. By then its orders
	// have ended and the checks of other packages have seen the result.
	sealAfter = 4 * 24 * time.Hour
	// readAgain is when a sealed month is read again: the thirtieth night after
	// the last one. Nights are not begun at the same second.
	readAgain = 30*24*time.Hour - 12*time.Hour
	// spread is over how many nights months that are sealed in one night are
	// read again for the first time.
	spread = 29
)

// monthSeal is a sealed month as it is stored.
type monthSeal struct {
	Month, Begins, Ends                    string
	Entries, Postings, Accounts            int64
	RowsDigest, BalancesDigest, Prev, Seal string
	At                                     int64
	ReadAt                                 int64 // from month_read
}

func (m monthSeal) sealOf() string {
	return newDigest().text(m.Month, m.Begins, m.Ends, m.RowsDigest, m.BalancesDigest, m.Prev).number(m.Entries, m.Postings, m.Accounts, m.At).sum()
}

// months reads the sealed months whose turn it is and everything after them,
// and seals what has closed.
func (v *verifier) months(ctx context.Context) error {
	err := v.l.db.NewRaw(`SELECT s.month, s.begins, s.ends, s.entries, s.postings, s.accounts, s.rows_digest, s.balances_digest, s.prev, s.seal, s.at,
		COALESCE(r.read_at, 0) AS read_at FROM month_seal s LEFT JOIN month_read r ON r.month = s.month ORDER BY s.month`).Scan(ctx, &v.seals)
	if err != nil {
		return fmt.Errorf("sealed months: %w", err)
	}
	if err := v.loadCheckpoints(ctx); err != nil {
		return fmt.Errorf("checkpoints: %w", err)
	}
	v.sums = map[string]*sum{}
	v.chain()
	now := v.l.db.Clock().Now()
	for _, m := range v.seals {
		if v.night && m.ReadAt > now.Add(-readAgain).UnixMilli() && m.ReadAt <= now.UnixMilli() {
			continue
		}
		if err := v.readSealed(ctx, m); err != nil {
			return fmt.Errorf("month %s: %w", m.Month, err)
		}
	}
	if v.night {
		if err := v.sealClosed(ctx, now); err != nil {
			return err
		}
		v.moved = newNames()
	}
	rest := stretch{open: true}
	if n := len(v.seals); n > 0 {
		v.Sealed = v.seals[n-1].Month + " " + v.seals[n-1].Seal
		rest.begins = v.seals[n-1].Ends
		rest.from = timeOf(rest.begins)
		if v.night {
			v.open = rest.begins
		}
	}
	return v.rows(ctx, rest)
}

// chain checks that each seal is as it was written and follows the one before.
func (v *verifier) chain() {
	prev, ends := "", ""
	for _, m := range v.seals {
		switch {
		case m.Seal != m.sealOf():
			v.broken("month_seal", m.Month, "was changed after it was written")
		case m.Prev != prev || m.Begins != ends:
			v.broken("month_seal", m.Month, "does not follow the month before it")
		}
		prev, ends = m.Seal, m.Ends
	}
}

// readSealed reads a sealed month again and compares it with its seal.
func (v *verifier) readSealed(ctx context.Context, m monthSeal) error {
	before, got := v.Count, newMonthDigest()
	s := stretch{begins: m.Begins, ends: m.Ends, to: timeOf(m.Ends), page: got.page}
	if m.Begins != "" {
		s.from = timeOf(m.Begins)
	}
	if err := v.rows(ctx, s); err != nil {
		return err
	}
	if rows := got.rows(); v.Count == before && (rows != m.RowsDigest || got.entries != m.Entries || got.postings != m.Postings) {
		v.broken("month_seal", m.Month, fmt.Sprintf("rows were changed, added or removed since it was sealed: it had %d entries and %d postings, and has %d and %d",
			m.Entries, m.Postings, got.entries, got.postings))
	}
	v.Months++
	balances, accounts, err := digestBalances(ctx, v.l.db, m.Month)
	if err != nil {
		return err
	}
	if balances != m.BalancesDigest || accounts != m.Accounts {
		v.broken("month_balance", m.Month, "balances were changed since the month was sealed")
	}
	if !v.night {
		return nil
	}
	return noteRead(ctx, v.l.db, m.Month, v.l.db.Clock().Now())
}

func noteRead(ctx context.Context, d *db.DB, month string, at time.Time) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO month_read (month, read_at) VALUES (?, ?) ON CONFLICT (month) DO UPDATE SET read_at = excluded.read_at`,
			month, at.UnixMilli()).Exec(ctx)
		return err
	})
}

// sealClosed seals the months that ended some days ago, in their order. A month
// in which a row is broken stays open: a seal would call it right.
func (v *verifier) sealClosed(ctx context.Context, now time.Time) error {
	for i := 0; ; i++ {
		var m monthSeal
		var first calendar.Day
		if n := len(v.seals); n > 0 {
			m.Begins, m.Prev = v.seals[n-1].Ends, v.seals[n-1].Seal
			first = calendar.DayOf(timeOf(m.Begins))
		} else {
			var ids []string
			if err := v.l.db.NewRaw(`SELECT id FROM entry ORDER BY id LIMIT 1`).Scan(ctx, &ids); err != nil {
				return err
			}
			if len(ids) == 0 {
				return nil
			}
			first, _ = calendar.MonthOf(calendar.DayOf(timeOf(ids[0])))
		}
		_, last := calendar.MonthOf(first)
		if now.Before(last.End().Add(sealAfter)) {
			return nil
		}
		m.Month, m.Ends = last.Start().In(calendar.Beijing).Format("2006-01"), idBefore(last.End())
		before := v.Count
		if err := v.seal(ctx, &m); err != nil {
			return fmt.Errorf("seal %s: %w", m.Month, err)
		}
		if v.Count > before {
			return nil
		}
		v.seals, v.sealed = append(v.seals, m), true
		// Months sealed in one night are not all read again in one night.
		turn := time.Duration(1+(len(v.seals)-1)%spread) * 24 * time.Hour
		if err := noteRead(ctx, v.l.db, m.Month, now.Add(turn-readAgain)); err != nil {
			return err
		}
	}
}

// seal verifies a month, carries its balances, and writes its seal, unless a
// row of it is broken.
func (v *verifier) seal(ctx context.Context, m *monthSeal) error {
	d, before := v.l.db, v.Count
	run := uuid.Must(uuid.NewV7()).String()
	err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO month_run (month, run) VALUES (?, ?) ON CONFLICT (month) DO UPDATE SET run = excluded.run`, m.Month, run).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = tx.NewRaw(`DELETE FROM month_balance WHERE month = ?`, m.Month).Exec(ctx) // of a run that did not end
		return err
	})
	if err != nil {
		return err
	}
	digest := newMonthDigest()
	s := stretch{begins: m.Begins, ends: m.Ends, to: timeOf(m.Ends)}
	if m.Begins != "" {
		s.from = timeOf(m.Begins)
	}
	s.page = func(ctx context.Context, entries []entryRow, postings []postingRow) error {
		_ = digest.page(ctx, entries, postings)
		return carry(ctx, d, m.Month, run, postings)
	}
	if err := v.rows(ctx, s); err != nil || v.Count > before {
		return err
	}
	m.RowsDigest, m.Entries, m.Postings = digest.rows(), digest.entries, digest.postings
	if m.BalancesDigest, m.Accounts, err = digestBalances(ctx, d, m.Month); err != nil {
		return err
	}
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := holdMonth(ctx, tx, m.Month, run); err != nil {
			return err
		}
		m.At = tx.NowMillis()
		m.Seal = m.sealOf()
		_, err := tx.NewRaw(`INSERT INTO month_seal (month, begins, ends, entries, postings, accounts, rows_digest, balances_digest, prev, seal, at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			m.Month, m.Begins, m.Ends, m.Entries, m.Postings, m.Accounts, m.RowsDigest, m.BalancesDigest, m.Prev, m.Seal, m.At).Exec(ctx)
		return err
	})
}

var errAnotherSeals = fmt.Errorf("another run seals the same month")

// holdMonth locks a month that is being sealed for one write of a run, which
// must be the one that began last.
func holdMonth(ctx context.Context, tx *db.Tx, month, run string) error {
	var holder string
	if err := tx.NewRaw(`SELECT run FROM month_run WHERE month = ?`+tx.ForUpdate(), month).Scan(ctx, &holder); err != nil {
		return err
	}
	if holder != run {
		return errAnotherSeals
	}
	return nil
}

// carry adds a page of postings to the balances of its month. An account's
// first row of a month begins at the balance of its last month.
func carry(ctx context.Context, d *db.DB, month, run string, postings []postingRow) error {
	by := map[string]int64{}
	for _, p := range postings {
		by[p.From] -= p.Amount
		by[p.To] += p.Amount
	}
	for part := range slices.Chunk(slices.Sorted(maps.Keys(by)), accountsPage) {
		values := make([]any, 0, 2*len(part)+1)
		values = append(values, month)
		marks := make([]string, len(part))
		for i, name := range part {
			values = append(values, name, by[name])
			marks[i] = fmt.Sprintf("SELECT ?%d AS account, CAST(?%d AS BIGINT) AS moved", 2*i+1, 2*i+2)
		}
		err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := holdMonth(ctx, tx, month, run); err != nil {
				return err
			}
			_, err := tx.NewRaw(`
				INSERT INTO month_balance (account, month, moved, balance)
				SELECT v.account, ?0, v.moved, v.moved + COALESCE((SELECT b.balance FROM month_balance b
					WHERE b.account = v.account AND b.month < ?0 ORDER BY b.month DESC LIMIT 1), 0)
				FROM (`+strings.Join(marks, " UNION ALL ")+`) AS v WHERE TRUE
				ON CONFLICT (account, month) DO UPDATE SET moved = month_balance.moved + excluded.moved, balance = month_balance.balance + excluded.moved`,
				values...).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("carry balances: %w", err)
		}
	}
	return nil
}

// monthDigest is the digest of the rows of a month, in the order of their ids,
// however they are paged. A row's seal represents its contents: a reader of the
// row compares the two.
type monthDigest struct {
	ofEntries, ofPostings digest
	entries, postings     int64
}

func newMonthDigest() *monthDigest {
	return &monthDigest{ofEntries: newDigest(), ofPostings: newDigest()}
}

func (m *monthDigest) page(_ context.Context, entries []entryRow, postings []postingRow) error {
	for _, e := range entries {
		m.ofEntries.text(e.ID, e.Seal)
	}
	for _, p := range postings {
		m.ofPostings.text(p.EntryID).number(p.Line, p.Seal)
	}
	m.entries += int64(len(entries))
	m.postings += int64(len(postings))
	return nil
}

func (m *monthDigest) rows() string {
	return newDigest().text(m.ofEntries.sum(), m.ofPostings.sum()).sum()
}

// digestBalances is the digest of a month's final balances, a page at a time.
func digestBalances(ctx context.Context, d *db.DB, month string) (digest string, accounts int64, err error) {
	out, after := newDigest(), ""
	for {
		var rows []struct {
			Account        string
			Moved, Balance int64
		}
		err := d.NewRaw(`SELECT account, moved, balance FROM month_balance WHERE month = ? AND account > ? ORDER BY account LIMIT ?`, month, after, verifyPage).Scan(ctx, &rows)
		if err != nil {
			return "", 0, fmt.Errorf("balances of %s: %w", month, err)
		}
		if len(rows) == 0 {
			return out.sum(), accounts, nil
		}
		for _, row := range rows {
			out.text(row.Account).number(row.Moved, row.Balance)
		}
		accounts += int64(len(rows))
		after = rows[len(rows)-1].Account
	}
}
