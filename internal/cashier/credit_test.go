package cashier_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/cashier"
)

// WD-09, trust WDR-1: a withdrawal that is asked for in the moment a deposit is
// credited sees the deposit with its turnover requirement or not at all.
func TestAWithdrawalBesideACreditDoesNotEscapeItsTurnover(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		card := h.bind("ming", 1)
		d := h.deposit(h.order(50000))
		raw, token := h.gw.pay(d.SN, 50000), h.gw.token(d.SN)
		crediting, goOn := make(chan struct{}), make(chan struct{})
		h.seam = func(point string) {
			if point == "Callback.C1" { // credited, and not yet committed
				close(crediting)
				<-goOn
			}
		}
		callback, ask := make(chan error, 1), make(chan error, 1)
		go func() { callback <- h.callback(raw, token) }()
		<-crediting
		o := h.withdrawOrder(card, 50000)
		go func() {
			_, err := h.Withdrawals.Ask(context.Background(), o)
			ask <- err
		}()
		time.Sleep(300 * time.Millisecond) // as far as it comes meanwhile
		close(goOn)
		if err := <-callback; err != nil {
			t.Error(err)
		}
		expect(t, "withdrawal of the deposit just credited", <-ask, cashier.ErrWithdrawTurnover)
		h.expectBook("ming", "centre 50000 gateway -50000")
	})
}
