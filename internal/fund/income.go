package fund

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Income is C$ that a player receives.
type Income struct {
	Key    string // of what it is for: the same one has one effect
	Player string
	Amount money.Fen // C$, in hundredths
	Remark string    // Chinese, for the player
	By     string
}

// Receive adds C$ to a player's fund, as part of the caller's transaction. The
// same Key again has no effect; with other contents it is ledger.ErrChanged.
func (f *Fund) Receive(ctx context.Context, tx *db.Tx, in Income) error {
	return f.ReceiveAll(ctx, tx, []Income{in})
}

// ReceiveAll is Receive for many, in a few statements. Their keys differ.
func (f *Fund) ReceiveAll(ctx context.Context, tx *db.Tx, list []Income) error {
	if len(list) == 0 {
		return nil
	}
	records := make([]record, len(list))
	entries := make([]ledger.Entry, len(list))
	keys := make([]string, len(list))
	players := map[string]bool{}
	for i, in := range list {
		r := record{
			ID: in.Key, Player: in.Player, Type: TypeIncome, Amount: in.Amount, Remark: in.Remark, MadeBy: in.By,
			Day: calendar.DayOf(tx.Now()), At: tx.NowMillis(),
		}
		records[i], keys[i], players[in.Player] = r, in.Key, true
		entries[i] = ledger.Entry{
			Scope: scope, Key: r.ID, Kind: "fund.income", Ref: r.ref(), Memo: r.Remark, By: r.MadeBy,
			Postings: []ledger.Posting{{From: ledger.HouseFund(), To: ledger.Fund(r.Player), Amount: int64(r.Amount)}},
		}
	}
	if err := addHolders(ctx, tx, slices.Sorted(maps.Keys(players))); err != nil {
		return err
	}
	if _, err := f.Ledger.PostAll(ctx, tx, entries); err != nil {
		return fmt.Errorf("fund income: %w", err)
	}
	known, err := knownRecords(ctx, tx, keys)
	if err != nil {
		return err
	}
	return insertRecords(ctx, tx, slices.DeleteFunc(records, func(r record) bool { return known[r.ID] }))
}

const (
	kindGrant staff.Kind[Grant] = "fund.grant"
	// grantMost is the largest grant of one request: a slip of three digits
	// stops here, and a second person sees the rest (trust MON-6).
	grantMost = 100_000 * money.Yuan
)

// Grant is C$ that staff give a player.
type Grant struct {
	Player string
	Amount money.Fen
	Remark string // what the player reads
}

// Grant asks for a second person's yes to give a player C$, and returns the
// request's id. Faults: ErrGrant, ErrRemark, player.ErrNotFound, staff's.
func (f *Fund) Grant(ctx context.Context, by staff.Actor, g Grant, reason string) (approval string, err error) {
	g.Remark = strings.TrimSpace(g.Remark)
	switch {
	case g.Amount <= 0 || g.Amount > grantMost:
		return "", ErrGrant
	case !plain(g.Remark, 2, 40):
		return "", ErrRemark
	}
	err = f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := f.Players.Find(ctx, tx, g.Player)
		if err != nil {
			return err
		}
		held, err := f.Balance(ctx, tx, g.Player)
		if err != nil {
			return err
		}
		approval, err = f.Staff.RequestApproval(ctx, tx, by, kindGrant.Request(g, staff.Request{
			Subject: "fund:" + g.Player, Label: p.Name, Title: "发放奖金 C$ " + g.Amount.Grouped(), Player: p.ID,
			Details: []staff.Detail{
				{Label: "玩家", Value: p.Name}, {Label: "发放", Value: "C$ " + g.Amount.Grouped()},
				{Label: "现有", Value: "C$ " + held.Grouped()}, {Label: "玩家看到的备注", Value: g.Remark},
			},
			Reason: reason,
		}))
		return err
	})
	return approval, err
}

func (f *Fund) grantApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, g Grant) error {
	if err := f.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
		return err
	}
	err := f.Receive(ctx, tx, Income{Key: "grant:" + a.ID, Player: g.Player, Amount: g.Amount, Remark: g.Remark, By: a.MakerName + "、" + by.Name})
	if err != nil {
		return err
	}
	return f.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindGrant), Subject: "player:" + g.Player, Label: a.Label, Reason: a.Reason,
		After: map[string]any{"amount": g.Amount, "remark": g.Remark, "approval": a.ID},
	})
}

// plain reports whether a text has so many characters and hides nothing.
func plain(text string, least, most int) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= least && n <= most && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) || r == '<' || r == '>' })
}
