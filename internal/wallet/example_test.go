package wallet_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// Ming has 100 yuan in the centre wallet and moves 30 of them to ky.
func ExampleWallets_ToVenue() {
	ctx := context.Background()
	dir, _ := os.MkdirTemp("", "hongyun-example-")
	defer os.RemoveAll(dir)
	d, err := db.Open(ctx, "sqlite:"+filepath.Join(dir, "hongyun.db"), db.Options{Clock: calendar.NewFixed(dbtest.Noon)})
	if err != nil {
		panic(err)
	}
	defer d.Close()
	if err := d.Migrate(ctx); err != nil {
		panic(err)
	}
	books := ledger.New(d)
	people := staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})
	venues := venue.New(venue.Config{DB: d, Staff: people, Log: dbtest.Quiet(), Adapters: map[string]venue.Venue{"ky": newCompany("ky")}})
	if err := venues.Seed(ctx); err != nil {
		panic(err)
	}
	wallets := wallet.New(wallet.Config{DB: d, Ledger: books, Venues: venues, Guard: guard.New(d, people), Staff: people, Log: dbtest.Quiet()})

	_ = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := books.Post(ctx, tx, ledger.Entry{
			Scope: "deposit", Key: "d1", Kind: "deposit.credit",
			Postings: []ledger.Posting{{From: ledger.HouseGateway("epay"), To: ledger.Centre("ming"), Amount: 10000}},
		})
		return err
	})
	t, err := wallets.ToVenue(ctx, wallet.Order{ID: "t1", Player: "ming", Venue: "ky", Amount: 30 * money.Yuan})
	fmt.Println(t.Message(), err)

	s, _ := wallets.Summary(ctx, "ming")
	fmt.Println("centre", s.Centre, s.Venues[0].Code, s.Venues[0].Balance, "together", s.Sum)
	// Output:
	// 转账成功 <nil>
	// centre 70.00 ky 30.00 together 100.00
}
