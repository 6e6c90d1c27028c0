package adminapi_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/apptest"
	"hongyun/internal/bet/feed"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/wallet"
)

// ming registers a player with a name, a card and money, and gives the card.
func ming(t testing.TB, h *apptest.House, name, number string, amount money.Fen) (*apptest.Browser, destination.Card) {
	t.Helper()
	b := h.Register(name)
	if err := h.Players.UpdateInfo(t.Context(), identity.Fold(name), player.InfoTrueName, "王小明"); err != nil {
		t.Fatal(err)
	}
	card, err := h.Cashier.Cards.Bind(t.Context(), destination.CardOrder{
		Player: identity.Fold(name), Bank: "ICBC", Number: number, Province: "广东省", City: "广州市", Branch: "天河支行",
	})
	if err != nil {
		t.Fatal(err)
	}
	if amount > 0 {
		h.Grant(name, amount)
	}
	return b, card
}

// Card numbers with right check digits.
const (
	cardA = "6222021234567890128"
	cardB = "6217001234567890122"
)

// ask makes an order to withdraw.
func ask(t testing.TB, h *apptest.House, name string, card destination.Card, amount money.Fen) string {
	t.Helper()
	h.Clock.Advance(time.Second) // orders have an order
	w, err := h.Cashier.Withdrawals.Ask(t.Context(), withdrawal.Order{
		ID: uuid.NewString(), Player: identity.Fold(name), CardID: card.ID, Amount: amount, Password: "secret99", ClientIP: "203.0.113.9",
	})
	if err != nil {
		t.Fatal(err)
	}
	return w.SN
}

// order makes a bank transfer's deposit order.
func order(t testing.TB, h *apptest.House, name string, amount money.Fen) string {
	t.Helper()
	h.Clock.Advance(time.Second)
	dep, err := h.Cashier.Deposits.Create(t.Context(), deposit.Order{
		ID: uuid.NewString(), Player: identity.Fold(name), ChannelID: 1, Amount: amount, Name: "王小明", Type: "1", ClientIP: "203.0.113.9",
	})
	if err != nil {
		t.Fatal(err)
	}
	return dep.SN
}

// fault makes the simulated companies go wrong; no text clears all.
func fault(t testing.TB, h *apptest.House, switches ...string) {
	t.Helper()
	send := func(method, body string) {
		r, err := http.NewRequestWithContext(t.Context(), method, h.Sandbox+"/control/faults", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode >= 300 {
			t.Fatalf("fault %s: %s", body, response.Status)
		}
	}
	if len(switches) == 0 {
		send(http.MethodDelete, "")
	}
	for _, s := range switches {
		call, what, _ := strings.Cut(s, " ")
		for _, code := range []string{"ky", "leg"} {
			send(http.MethodPost, fmt.Sprintf(`{"target":"venue:%s","call":%q,"fault":%q,"times":-1}`, code, call, what))
		}
	}
}

// stuck sends a player's money to a venue that does not answer, and gives the
// transfer's id.
func stuck(t testing.TB, h *apptest.House, name, code string, amount money.Fen) string {
	t.Helper()
	tr, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: uuid.NewString(), Player: identity.Fold(name), Venue: code, Amount: amount})
	if err != nil {
		t.Fatal(err)
	}
	if !tr.Open() {
		t.Fatalf("the transfer to %s is settled: %+v", code, tr)
	}
	return tr.ID
}

// gap lets a pull of a bet feed fail and gives the window that is missing.
func gap(t testing.TB, h *apptest.House) string {
	t.Helper()
	fault(t, h, "records maintenance")
	h.Advance(2 * time.Hour)
	list, _, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap})
	if err != nil || len(list) == 0 {
		t.Fatalf("no gap: %v", err)
	}
	return list[0].ID
}

// tamper changes a row past the guards of the database, as somebody with its
// password could.
func tamper(t testing.TB, h *apptest.House, table, statement string) {
	t.Helper()
	conn, err := h.DB.SQL().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	run := func(statement string) {
		t.Helper()
		if _, err := conn.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if h.DB.Postgres() {
		run("SET session_replication_role = replica")
		run(statement)
		run("SET session_replication_role = origin")
		return
	}
	var triggers []struct{ Name, SQL string }
	if err := h.DB.NewRaw("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?", table).Scan(t.Context(), &triggers); err != nil {
		t.Fatal(err)
	}
	for _, g := range triggers {
		run("DROP TRIGGER " + g.Name)
	}
	run(statement)
	for _, g := range triggers {
		run(g.SQL)
	}
}

// move carries a player's money to a venue that takes it.
func move(t testing.TB, h *apptest.House, name, code string, amount money.Fen) {
	t.Helper()
	tr, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: uuid.NewString(), Player: identity.Fold(name), Venue: code, Amount: amount})
	if err != nil || tr.State != wallet.Completed {
		t.Fatalf("transfer: %+v, %v", tr, err)
	}
}

// play has a player's bet settled at a venue.
func play(t testing.TB, h *apptest.House, code, name, id string, stake, payout money.Fen) {
	t.Helper()
	account, err := h.Venues.Account(t.Context(), h.DB, identity.Fold(name), code)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"venue":%q,"player":%q,"stake":%q,"payout":%q,"status":"settled","betId":%q}`, code, account, stake, payout, id)
	response, err := http.Post(h.Sandbox+"/control/bets", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if text, _ := io.ReadAll(response.Body); response.StatusCode != http.StatusOK {
		t.Fatalf("bet: %s %s", response.Status, text)
	}
}
