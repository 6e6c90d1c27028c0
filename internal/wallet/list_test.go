package wallet_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

func TestTransfersAreFoundByEachFilter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.pay("li", 100*money.Yuan)
		for _, o := range []wallet.Order{
			{ID: "a", Player: "ming", Venue: "ky", Amount: 100}, {ID: "b", Player: "li", Venue: "ky", Amount: 200},
			{ID: "c", Player: "ming", Venue: "leg", Amount: 300}, {ID: "open", Player: "ming", Venue: "ky", Amount: 400},
		} {
			if o.ID == "open" {
				h.ky.plan("credit", working)
			}
			if _, err := h.ToVenue(t.Context(), o); err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(30 * time.Second)
		}
		ref := h.stored("b").Ref
		for _, tc := range []struct {
			name string
			f    wallet.Filter
			want string
			n    int
		}{
			{"all, newest first", wallet.Filter{}, "open c b a", 4},
			{"a player's", wallet.Filter{Player: "ming"}, "open c a", 3},
			{"a venue's", wallet.Filter{Venue: "ky"}, "open b a", 3},
			{"by state", wallet.Filter{States: []wallet.State{wallet.Completed}}, "c b a", 3},
			{"by our number", wallet.Filter{Order: "c"}, "c", 1},
			{"by the venue's number", wallet.Filter{Order: ref}, "b", 1},
			{"by the number that the player reads", wallet.Filter{Order: h.stored("c").Number()}, "c", 1},
			{"by a number that no transfer has", wallet.Filter{Order: number.Of(number.Transfer, dbtest.Noon, "nobody")}, "", 0},
			{"by time, half open", wallet.Filter{From: dbtest.Noon.Add(30 * time.Second), To: dbtest.Noon.Add(90 * time.Second)}, "c b", 2},
			{"a page", wallet.Filter{Page: staff.Page{Number: 2, Size: 3}}, "a", 4},
			{"stuck: not yet", wallet.Filter{Stuck: true}, "", 0},
		} {
			list, n, err := h.List(t.Context(), d, tc.f)
			var ids []string
			for _, x := range list {
				ids = append(ids, x.ID)
			}
			if err != nil || strings.Join(ids, " ") != tc.want || n != tc.n {
				t.Errorf("%s: %v of %d, %v; want %s of %d", tc.name, ids, n, err, tc.want, tc.n)
			}
		}
		if _, _, err := h.Find(t.Context(), d, "nothing"); !errors.Is(err, wallet.ErrNoTransfer) {
			t.Errorf("nothing: %v", err)
		}
	})
}

// The nightly comparison of transfers and books names what differs.
func TestVerifyComparesTransfersWithTheBooks(t *testing.T) {
	for name, tc := range map[string]struct{ sql, want string }{
		"a transfer without its posting": {
			`INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at)
			VALUES ('ghost', 'ming', 'ky', 'in', 5, 'a', 'x', 'x', 'pending', 'held', 1);
			UPDATE transfer SET state = 'completed', booked = 'done', settled_at = 1 WHERE id = 'ghost'`, "transfer ghost: completed in 5 moved 0 at the venue"},
		"an open transfer without its hold": {
			`INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at)
			VALUES ('ghost', 'ming', 'leg', 'in', 5, 'a', 'x', 'x', 'pending', 'held', 1)`, "account player:ming:transit: holds 0 but open transfers come to 5"},
		"a posting without its transfer": {
			`INSERT INTO entry (id, scope, key, kind, ref, memo, made_by, lines, contents, seal, at)
			VALUES ('ghost', 'transfer', 'ghost:done', 'transfer.done', 'ghost', '', '', 1, '', '', 1)`, "entry ghost: belongs to no transfer: ghost"},
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.playing("ming", "ky", 50*money.Yuan)
				h.sound()
				if _, err := d.SQL().ExecContext(t.Context(), tc.sql); err != nil {
					t.Fatal(err)
				}
				found, err := wallet.Verify(t.Context(), d, ledger.Everything())
				if err != nil || len(found) == 0 || found[0].String() != tc.want {
					t.Errorf("found %v, %v; want %s", found, err, tc.want)
				}
			})
		})
	}
}
