package wallet_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// Many players' transfers share one transaction. A player without money, with a
// repeated order, or with two orders to one venue gets a fault; others do not
// (TRF-03, trust CON-1, IDE-1).
func TestTransfersThatMeetHarmEachOtherNot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		const players = 24
		for i := range players {
			if i%6 != 0 {
				h.pay(fmt.Sprint("p", i), 10*money.Yuan)
			}
		}
		send := func(id string, i int) (wallet.Transfer, error) {
			return h.ToVenue(t.Context(), wallet.Order{ID: id, Player: fmt.Sprint("p", i), Venue: "ky", Amount: 10 * money.Yuan})
		}
		var wg sync.WaitGroup
		for i := range players {
			orders := []string{fmt.Sprint("o", i)}
			switch i % 6 {
			case 1: // the same order again
				orders = append(orders, orders[0], orders[0])
			case 2: // another one, for which there is no money and no place
				orders = append(orders, fmt.Sprint("other", i))
			}
			var mu sync.Mutex
			moved := map[string]bool{}
			var each sync.WaitGroup
			for _, id := range orders {
				each.Add(1)
				wg.Go(func() {
					defer each.Done()
					got, err := send(id, i)
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						moved[got.ID] = true
					case i%6 == 0 && errors.Is(err, ledger.ErrInsufficient):
					case i%6 == 2 && (errors.Is(err, ledger.ErrInsufficient) || errors.Is(err, wallet.ErrBusy)):
					default:
						t.Errorf("player %d, order %s: %v", i, id, err)
					}
				})
			}
			wg.Go(func() {
				each.Wait()
				if want := i%6 != 0; (len(moved) == 1) != want || len(moved) > 1 {
					t.Errorf("player %d: %v went through", i, moved)
				}
			})
		}
		wg.Wait()
		h.resolve()
		h.sound()
		for i := range players {
			if left, err := h.ledger.Balance(t.Context(), d, ledger.Centre(fmt.Sprint("p", i))); err != nil || left != 0 {
				t.Errorf("player %d has %d left, %v", i, left, err)
			}
		}
	})
}
