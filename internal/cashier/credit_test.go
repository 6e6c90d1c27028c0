package cashier_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
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
		expect(t, "withdrawal of the deposit just credited", <-ask, withdrawal.ErrTurnover)
		h.expectBook("ming", "centre 50000 gateway -50000")
	})
}

// WD-09: who lost everything starts afresh with the next deposit, but who took
// winnings back before the feed reported them has lost nothing.
func TestWinningsNotYetReportedAreNoLoss(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.deposited(10000)
		h.write(func(ctx context.Context, tx *db.Tx) error {
			_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: "lost", Kind: "test.lost", Postings: []ledger.Posting{
				{From: ledger.Centre("ming"), To: ledger.HouseGaming(), Amount: 10000},
				{From: ledger.VenueWallet("ming", "ky"), To: ledger.Centre("ming"), Amount: 80000},
			}})
			return err
		})
		h.deposited(20000)
		if left := h.outstanding(); left != 30000 {
			t.Errorf("%s of turnover is left, want both deposits' 300.00", left)
		}
	})
}

// deposited pays a deposit in.
func (h *house) deposited(amount money.Fen) {
	h.t.Helper()
	d := h.deposit(h.order(amount))
	if err := h.callback(h.gw.pay(d.SN, amount), h.gw.token(d.SN)); err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) outstanding() money.Fen {
	h.t.Helper()
	left, err := h.turnover.Outstanding(context.Background(), h.d, "ming")
	if err != nil {
		h.t.Fatal(err)
	}
	return left
}
