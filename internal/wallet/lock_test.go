package wallet_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// A transaction elsewhere holds one player's wallet. The transfers of all
// others go on meanwhile, and the player's own goes on when the wallet is free
// (trust DOS-4). Only PostgreSQL has locks of single rows.
func TestALockedWalletDelaysNoOtherPlayer(t *testing.T) {
	for _, account := range []ledger.Account{ledger.Centre("p0"), ledger.Transit("p0"), ledger.VenueWallet("p0", "ky")} {
		t.Run(account.Name, func(t *testing.T) {
			d := dbtest.Open(t, dbtest.Postgres(t))
			h := newHouse(t, d)
			const players = 12
			for i := range players {
				h.playing(fmt.Sprint("p", i), "ky", 10*money.Yuan)
				h.pay(fmt.Sprint("p", i), 10*money.Yuan)
			}
			foreign, err := d.SQL().BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = foreign.Rollback() }()
			if _, err := foreign.ExecContext(t.Context(), "SELECT 1 FROM account WHERE name = $1 FOR UPDATE", account.Name); err != nil {
				t.Fatal(err)
			}
			var own, others sync.WaitGroup
			send := func(i, n int) {
				got, err := h.ToVenue(t.Context(), wallet.Order{ID: fmt.Sprint("o", i, "-", n), Player: fmt.Sprint("p", i), Venue: "ky", Amount: money.Yuan})
				if err != nil || got.State != wallet.Completed {
					t.Errorf("player %d: %s, %v", i, got.State, err)
				}
			}
			own.Go(func() { send(0, 0) })
			time.Sleep(50 * time.Millisecond) // it is the first at work
			for i := 1; i < players; i++ {
				others.Go(func() {
					for n := range 3 {
						send(i, n)
					}
				})
			}
			went := make(chan struct{})
			go func() { others.Wait(); close(went) }()
			select {
			case <-went:
			case <-time.After(4 * time.Second):
				t.Error("the transfers of the others wait for the locked wallet")
			}
			if err := foreign.Rollback(); err != nil {
				t.Fatal(err)
			}
			others.Wait()
			own.Wait()
			h.sound()
		})
	}
}
