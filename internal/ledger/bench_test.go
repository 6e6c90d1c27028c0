package ledger_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// BenchmarkPost measures the store alone: 64 callers, one double-entry transfer
// a call, each in its own transaction. "random" moves between pairs of 10,000
// players; "hot" has one house account on a side of each.
func BenchmarkPost(b *testing.B) {
	for _, kind := range []string{"random", "hot"} {
		for _, engine := range []string{"sqlite", "postgres"} {
			b.Run(kind+"/"+engine, func(b *testing.B) {
				address := "sqlite:" + b.TempDir() + "/bench.db"
				if engine == "postgres" {
					address = dbtest.Postgres(b)
				}
				d, err := db.Open(b.Context(), address, db.Options{Clock: calendar.NewFixed(dbtest.Noon), Log: dbtest.Quiet()})
				if err != nil {
					b.Fatal(err)
				}
				defer d.Close()
				if err := d.Migrate(b.Context()); err != nil {
					b.Fatal(err)
				}
				benchPost(b, d, kind == "hot")
			})
		}
	}
}

func benchPost(b *testing.B, d *db.DB, hot bool) {
	l := ledger.New(d)
	var n atomic.Int64
	b.SetParallelism(32) // times GOMAXPROCS
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			i := n.Add(1)
			from, to := ledger.VenueWallet(fmt.Sprint("p", i*7919%10000), "ky"), ledger.Centre(fmt.Sprint("p", i*104729%10000))
			if hot {
				from = ledger.HouseGateway("epay")
			}
			if _, err := post(b.Context(), d, l, entry(fmt.Sprint("k", i), from, to, 100)); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "posts/s")
}
