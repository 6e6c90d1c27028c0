package sandbox

import (
	"database/sql"
	"path/filepath"
	"testing"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// A round that an older sandbox left open is settled by no game any more: its
// stake comes back, once.
func TestStakesOfOlderRoundsComeBack(t *testing.T) {
	r := newRig(t)
	ctx, now := t.Context(), r.at.Now()
	if _, err := r.books.EnsureAccount(ctx, "ky", "Ming", now); err != nil {
		t.Fatal(err)
	}
	in := books.Transfer{Venue: "ky", ID: "in", Player: "Ming", Direction: books.In, Amount: 50 * money.Yuan, At: now}
	if _, err := r.books.Book(ctx, in, 100*money.Yuan); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"old", "by hand"} {
		bet := books.Bet{Venue: "ky", ID: id, Player: "Ming", Kind: 720, Stake: 10 * money.Yuan, Valid: 10 * money.Yuan, Status: books.BetOpen, PlacedAt: now}
		if _, err := r.books.PutBet(ctx, bet, false); err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("sqlite", filepath.Join(r.dir, "sandbox.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO round VALUES ('ky', 'old', 'ming', 720, 'player', '{}', TRUE, 1)`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.books.VoidRounds(ctx, now); err != nil {
			t.Fatal(err)
		}
	}
	account, err := r.books.Account(ctx, "ky", "Ming")
	bet, _ := r.books.Bet(ctx, "ky", "old")
	if err != nil || account.Balance != 40*money.Yuan || bet.Status != books.BetVoid {
		t.Errorf("balance %s, bet %s, %v", account.Balance, bet.Status, err)
	}
}
