package ledger

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// verifyPage is how many entries are read at a time. Entries never change, so
// the pages need not be of one state of the books, and no long transaction
// delays the database's vacuum.
const verifyPage = 5000

// spanEntries is how many entries lie in one span of the checks that follow.
const spanEntries = 20_000

// stretch is a part of the books from one id to another; "" has no end.
type stretch struct {
	begins, ends string
	from, to     time.Time // of the same ends; zero has no end
	page         func(ctx context.Context, entries []entryRow, postings []postingRow) error
	open         bool // not sealed
}

// rows reads the entries of a stretch with their postings, in the order of
// their ids, and checks each against its seals. It cuts the stretch into spans.
func (v *verifier) rows(ctx context.Context, s stretch) error {
	after, from, since := s.begins, s.from, 0
	for {
		var entries []entryRow
		var postings []postingRow
		err := v.l.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
			var err error
			if entries, err = entriesAfter(ctx, r, after, s.ends); err != nil || len(entries) == 0 {
				return err
			}
			postings, err = postingsBetween(ctx, r, after, entries[len(entries)-1].ID)
			return err
		})
		if err != nil {
			return err
		}
		if len(entries) == 0 {
			v.spans = append(v.spans, Span{From: from, To: s.to, few: v.l.db.Few})
			return nil
		}
		after = entries[len(entries)-1].ID
		v.page(entries, postings)
		if s.page != nil {
			if err := s.page(ctx, entries, postings); err != nil {
				return err
			}
		}
		if s.open || !v.night {
			v.add(postings)
		}
		if since += len(entries); since >= spanEntries && after < v.mark {
			if cut := timeOf(after); cut.After(from) {
				v.spans = append(v.spans, Span{From: from, To: cut, few: v.l.db.Few})
				from, since = cut, 0
			}
		}
	}
}

// timeOf is the instant at which an entry's id was made.
func timeOf(id string) time.Time {
	ms, err := strconv.ParseInt(id[:8]+id[9:13], 16, 64)
	if err != nil {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

// add sums the postings of accounts without a player, and collects the accounts
// that postings move.
func (v *verifier) add(postings []postingRow) {
	for _, p := range postings {
		for _, side := range [2]struct {
			account string
			by      int64
		}{{p.From, -p.Amount}, {p.To, p.Amount}} {
			if v.moved != nil {
				v.moved.add(side.account)
			}
			if playerOf(side.account) != "" {
				continue
			}
			s := v.sums[side.account]
			if s == nil {
				s = &sum{}
				v.sums[side.account] = s
			}
			if p.EntryID < v.mark {
				s.settled += side.by
			}
			if p.EntryID <= v.cuts[side.account].Upto {
				s.upto += side.by
			}
		}
	}
}

// page pairs entries with their postings; both are ordered by the entry's id.
// Postings of no entry are left to a statement of sumChecks.
func (v *verifier) page(entries []entryRow, postings []postingRow) {
	for _, e := range entries {
		for len(postings) > 0 && postings[0].EntryID < e.ID {
			postings = postings[1:]
		}
		n := 0
		for n < len(postings) && postings[n].EntryID == e.ID {
			n++
		}
		v.entry(e, postings[:n])
		v.Entries++
		v.Postings += int64(n)
		postings = postings[n:]
	}
}

// entry checks one entry. The posting at fault is named where one is; the
// entry itself only when its postings are as they were booked.
func (v *verifier) entry(e entryRow, postings []postingRow) {
	before := v.Count
	next := int64(1)
	for _, p := range postings {
		row := lineID(e.ID, p.Line)
		for ; next < p.Line && next <= e.Lines; next++ {
			v.broken("posting", lineID(e.ID, next), "is missing")
		}
		next = p.Line + 1
		switch {
		case p.Line > e.Lines || p.Line < 1:
			v.broken("posting", row, fmt.Sprintf("was added to an entry of %d", e.Lines))
		case p.Seal != p.sealOf():
			v.broken("posting", row, fmt.Sprintf("was changed after it was booked; it now says %d %s from %s to %s", p.Amount, p.Asset, p.From, p.To))
		case p.Amount <= 0 || p.From == p.To:
			v.broken("posting", row, fmt.Sprintf("moves %d from %s to %s", p.Amount, p.From, p.To))
		}
	}
	for ; next <= e.Lines; next++ {
		v.broken("posting", lineID(e.ID, next), "is missing")
	}
	if v.Count > before {
		return
	}
	if e.Seal != e.sealOf() {
		v.broken("entry", e.ID, "was changed after it was booked")
	} else if e.Contents != contentsOf(e.Kind, e.Ref, postings) {
		v.broken("entry", e.ID, "its postings are not those it was booked with")
	}
}

func entriesAfter(ctx context.Context, r db.Reader, after, before string) ([]entryRow, error) {
	q := r.NewSelect().TableExpr("entry").
		ColumnExpr("id, scope, key, kind, ref, memo, made_by, lines, contents, seal, at").
		Where("id > ?", after).OrderExpr("id").Limit(verifyPage)
	if before != "" {
		q.Where("id < ?", before)
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	entries := make([]entryRow, 0, verifyPage)
	for rows.Next() {
		var e entryRow
		if err := rows.Scan(&e.ID, &e.Scope, &e.Key, &e.Kind, &e.Ref, &e.Memo, &e.MadeBy, &e.Lines, &e.Contents, &e.Seal, &e.At); err != nil {
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, rows.Err()
}

func postingsBetween(ctx context.Context, r db.Reader, after, upto string) ([]postingRow, error) {
	rows, err := r.NewSelect().TableExpr("posting").
		ColumnExpr("entry_id, line, from_account, to_account, asset, amount, from_after, to_after, player, seal").
		Where("entry_id > ? AND entry_id <= ?", after, upto).OrderExpr("entry_id, line").Rows(ctx)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	postings := make([]postingRow, 0, 2*verifyPage)
	for rows.Next() {
		var p postingRow
		if err := rows.Scan(&p.EntryID, &p.Line, &p.From, &p.To, &p.Asset, &p.Amount, &p.FromAfter, &p.ToAfter, &p.Player, &p.Seal); err != nil {
			return nil, err
		}
		postings = append(postings, p)
	}
	return postings, rows.Err()
}
