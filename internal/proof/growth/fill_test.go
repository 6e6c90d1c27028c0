package growth_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/btcsuite/btcd/btcutil/base58"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/venue"
)

// fill gives a house the rows from..to in each of the tables that grow with its
// traffic, and a fifth as many players: transfers with their entries, bets
// with their totals, deposits that expired and withdrawals that were rejected,
// windows of bets that are complete, awards that were refused, requests that
// were refused, and USDT addresses of players.
// All of it agrees with the books. The clock moves on by step for each part.
func fill(t *testing.T, h *apptest.House, from, to int, step time.Duration) {
	t.Helper()
	const part = 250
	for ; from < to; from += part {
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			f := &filler{ctx: ctx, tx: tx, h: h, from: from, to: min(from+part, to)}
			f.players()
			f.transfers()
			f.orders()
			f.bets()
			f.addresses()
			f.windows()
			f.awards()
			f.requests()
			return f.err
		})
		if err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(step)
	}
}

// compared notes that the balances at the venues were compared and are right.
func compared(t *testing.T, h *apptest.House) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO recon_balance (player, venue, live, drift, since, moved, looked, state)
			SELECT player, venue, 0, 0, 0, MAX(created_at), ?, 'right' FROM transfer GROUP BY player, venue`, tx.NowMillis()).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

type filler struct {
	ctx      context.Context
	tx       *db.Tx
	h        *apptest.House
	from, to int
	err      error
}

// owner is the player to whom the i-th row belongs.
func owner(i int) string { return fmt.Sprintf("g%07d", i/5) }

func (f *filler) exec(query string, args ...any) {
	if f.err == nil {
		_, f.err = f.tx.NewRaw(query, args...).Exec(f.ctx)
	}
}

func (f *filler) insert(table string, columns string, row func(i int) []any, step int) {
	var marks []string
	var values []any
	for i := f.from; i < f.to; i += step {
		v := row(i)
		marks = append(marks, "("+strings.TrimSuffix(strings.Repeat("?, ", len(v)), ", ")+")")
		values = append(values, v...)
	}
	f.exec("INSERT INTO "+table+" ("+columns+") VALUES "+strings.Join(marks, ", "), values...)
}

func (f *filler) players() {
	now := f.tx.NowMillis()
	f.insert("player", "id, name, phone, phone_index, created_at, password, withdraw_password", func(i int) []any {
		return []any{owner(i), owner(i), "-", owner(i), now, "-", "-"}
	}, 5)
	f.insert("venue_account", "player, venue, account, named_at, created_at", func(i int) []any {
		return []any{owner(i), "ky", owner(i), now, now}
	}, 5)
}

func (f *filler) post(scope string, entry func(i int) []ledger.Entry) {
	if f.err != nil {
		return
	}
	var all []ledger.Entry
	for i := f.from; i < f.to; i++ {
		all = append(all, entry(i)...)
	}
	_, f.err = f.h.Ledger.PostAll(f.ctx, f.tx, all)
}

// transfers went to the venue and came back, so that most accounts are empty.
func (f *filler) transfers() {
	now := f.tx.NowMillis()
	id := func(i int) string { return fmt.Sprintf("gt%08d", i) }
	direction := func(i int) string {
		if i%5 == 3 || i%5 == 4 {
			return "out"
		}
		return "in"
	}
	amount := func(i int) int64 { return []int64{200, 200, 200, 300, 300}[i%5] }
	booked := func(i int) string {
		if direction(i) == "in" {
			return "held"
		}
		return ""
	}
	for odd := range 5 { // one open transfer for a player and venue at a time
		f.insert("transfer", "id, player, venue, direction, amount, account, ref, made_by, state, booked, next_ask_at, created_at", func(i int) []any {
			i += odd
			return []any{id(i), owner(i), "ky", direction(i), amount(i), owner(i), "ref" + id(i), "test", "pending", booked(i), 0, now + int64(i)}
		}, 5)
		f.exec("UPDATE transfer SET state = 'completed', booked = 'done', version = 1, last_answer = 'done', settled_at = ? WHERE state = 'pending'", now)
	}
	f.post("transfer", func(i int) []ledger.Entry {
		centre, transit, there := ledger.Centre(owner(i)), ledger.Transit(owner(i)), ledger.VenueWallet(owner(i), "ky")
		entry := func(step string, from, to ledger.Account) ledger.Entry {
			return ledger.Entry{Scope: "transfer", Key: id(i) + ":" + step, Kind: "transfer." + step, Ref: id(i), By: "test", Postings: []ledger.Posting{{From: from, To: to, Amount: amount(i)}}}
		}
		if direction(i) == "out" {
			return []ledger.Entry{entry("done", there, centre)}
		}
		grant := ledger.Entry{Scope: "test", Key: id(i), Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: centre, Amount: 1000}}}
		return []ledger.Entry{grant, entry("hold", centre, transit), entry("done", transit, there)}
	})
}

func (f *filler) orders() {
	now := f.tx.NowMillis()
	f.insert("deposit", "sn, order_id, contents, player, channel, method_name, channel_name, style, gateway, token, amount, state, day, created_at, expires_at, ended_at", func(i int) []any {
		sn := fmt.Sprintf("GD%08d", i)
		return []any{sn, sn, "-", owner(i), 2, "-", "-", "-", "epay", sn, 100, "pending", 20260302, now, now + 1, 0}
	}, 1)
	f.exec("UPDATE deposit SET state = 'expired', ended_at = ? WHERE state = 'pending'", now)
	f.insert("withdrawal", "sn, order_id, contents, player, amount, state, card, bank, number, tail, holder, province, city, branch, needs_second, day, created_at", func(i int) []any {
		sn := fmt.Sprintf("GW%08d", i)
		return []any{sn, sn, "-", owner(i), 100, "submitted", 1, "-", "-", "-", "-", "-", "-", "-", false, 20260302, now}
	}, 1)
	f.exec("UPDATE withdrawal SET state = 'claimed' WHERE state = 'submitted'")
	f.exec("UPDATE withdrawal SET state = 'rejected', ended_at = ? WHERE state = 'claimed'", now)
	f.post("withdrawal", func(i int) []ledger.Entry {
		sn := fmt.Sprintf("GW%08d", i)
		entry := func(step, kind string, from, to ledger.Account) ledger.Entry {
			return ledger.Entry{Scope: "withdrawal", Key: sn + ":" + step, Kind: kind, Ref: sn, By: "test", Postings: []ledger.Posting{{From: from, To: to, Amount: 100}}}
		}
		player := owner(i)
		return []ledger.Entry{
			{Scope: "test", Key: "w" + sn, Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(player), Amount: 100}}},
			entry("lock", "withdrawal.lock", ledger.Centre(player), ledger.Locked(player)), entry("end", "withdrawal.reject", ledger.Locked(player), ledger.Centre(player)),
		}
	})
}

func (f *filler) bets() {
	if f.err != nil {
		return
	}
	lines := make([]venue.BetLine, 0, f.to-f.from)
	for i := f.from; i < f.to; i++ {
		at := f.tx.Now().Add(-time.Hour + time.Duration(i%100)*time.Second)
		lines = append(lines, venue.BetLine{
			BetID: fmt.Sprintf("gb%08d", i), Account: owner(i), Game: "1", Stake: 100, Valid: 100, HasValid: true, Payout: 100,
			Status: venue.BetSettled, BetAt: at, SettledAt: at, UpdatedAt: at, Raw: []byte("{}"),
		})
	}
	_, f.err = f.h.Bets.Store(f.ctx, f.tx, "ky", lines)
}

// addresses are players' own USDT addresses, whose orders are long over.
func (f *filler) addresses() {
	if f.err != nil {
		return
	}
	now := f.tx.NowMillis()
	f.insert("usdt_address", "network, idx, payee, player, address, seal, made_at", func(i int) []any {
		return []any{payment.TRC20, i, 1 + i%5, owner(i), tron(i), "-", now}
	}, 1)
}

// tron is a TRON address by its number.
func tron(i int) string {
	raw := make([]byte, 20)
	binary.BigEndian.PutUint64(raw, uint64(i))
	return base58.CheckEncode(raw, 0x41)
}

func (f *filler) windows() {
	now := f.tx.NowMillis()
	f.insert("bet_window", "id, venue, kind, from_at, core_from, to_at, state, made_at", func(i int) []any {
		return []any{fmt.Sprintf("gw%08d", i), "ky", "live", now, now, now + 1, "done", now}
	}, 1)
}

func (f *filler) awards() {
	now := f.tx.NowMillis()
	var day int64
	if f.err == nil {
		f.err = f.tx.NewRaw("SELECT MIN(from_day) FROM promo_rule WHERE id = 34").Scan(f.ctx, &day)
	}
	f.insert("promo_player", "player, frozen, reason, frozen_by, frozen_at", func(i int) []any { return []any{owner(i), false, "", "", 0} }, 5)
	f.insert("promo_award", "id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at", func(i int) []any {
		id := fmt.Sprintf("ga%08d", i)
		return []any{id, 34, day, "red_packets", owner(i), id, 20260302, "", 1, 100, 100, "refused", "-", "-", "[]", "test", "test", 202603, now, now}
	}, 1)
}

func (f *filler) requests() {
	now := f.tx.NowMillis()
	f.insert("staff_approval", "id, kind, subject, label, title, details, payload, reason, maker, maker_name, maker_person, made_at, state, decided_at, expires_at", func(i int) []any {
		id := fmt.Sprintf("gr%08d", i)
		return []any{id, "test", "test:" + id, "-", "-", "[]", "{}", "-", "m", "m", "m", now, "refused", now, now + 1}
	}, 1)
}
