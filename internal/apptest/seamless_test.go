package apptest_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	mathrand "math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/seamless"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/sandbox/venues/hub88"
)

const aggregator = "s10"

// aggregatorKeys are the keys of both sides, made once.
var aggregatorKeys = sync.OnceValue(func() (keys [2]*rsa.PrivateKey) {
	for i := range keys {
		var err error
		if keys[i], err = rsa.GenerateKey(rand.Reader, 2048); err != nil {
			panic(err)
		}
	}
	return keys
})

// openAggregator is a house with a contract with the simulated Hub88.
func openAggregator(t *testing.T, database string, fault func() hub88.Fault) (*apptest.House, *hub88.Company) {
	t.Helper()
	var h *apptest.House
	ours, theirs := aggregatorKeys()[0], aggregatorKeys()[1]
	vendor := hub88.New(hub88.Config{
		OperatorID: 7, Key: theirs, Operator: &ours.PublicKey, GameURL: "https://games.example/play", Fault: fault,
		Games: []hub88.Game{{Code: "dragons", Name: "Dragons"}}, Wallet: func() string { return h.URL("hooks") + "/seamless/" + aggregator },
	})
	server := httptest.NewServer(vendor)
	t.Cleanup(server.Close)
	public, err := x509.MarshalPKIXPublicKey(&theirs.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	h = apptest.Open(t, database, func(c *app.Config) {
		c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
			Code: aggregator, Protocol: "hub88", BaseURL: server.URL, Agent: "7",
			Key:       string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(ours)})),
			PublicKey: string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
		})
	})
	if err := h.Venues.NameGames(t.Context(), aggregator, []venue.Game{{Code: "dragons", Name: "Dragons"}}); err != nil {
		t.Fatal(err)
	}
	return h, vendor
}

func eachAggregator(t *testing.T, fault func() func() hub88.Fault, test func(t *testing.T, h *apptest.House, vendor *hub88.Company)) {
	t.Helper()
	for _, engine := range []struct {
		name string
		open func(testing.TB) string
	}{{"sqlite", dbtest.SQLite}, {"postgres", dbtest.Postgres}} {
		t.Run(engine.name, func(t *testing.T) {
			h, vendor := openAggregator(t, engine.open(t), fault())
			test(t, h, vendor)
		})
	}
}

func noFault() func() hub88.Fault { return nil }

// sits has a player open the game, as from its page.
func sits(t *testing.T, h *apptest.House, name string) hub88.Place {
	t.Helper()
	opened, err := h.Launches.Open(t.Context(), venue.Opening{Player: name, Venue: aggregator, Game: "dragons", Language: "zh-CN", Client: venue.Client{IP: "127.0.0.1", Device: "pc"}})
	if err != nil || opened.Address != "https://games.example/play?game=dragons" {
		t.Fatalf("launch: %q, %v", opened.Address, err)
	}
	return hub88.Place{User: name, Game: "dragons", Round: hub88.ID()}
}

func centre(t *testing.T, h *apptest.House, name string) money.Fen {
	t.Helper()
	held, err := h.Ledger.Balance(t.Context(), h.DB, ledger.Centre(name))
	if err != nil {
		t.Fatal(err)
	}
	return money.Fen(held)
}

func TestASeamlessGameIsPlayedOnTheCentreWallet(t *testing.T) {
	eachAggregator(t, noFault, func(t *testing.T, h *apptest.House, vendor *hub88.Company) {
		h.Register("ming")
		h.Grant("ming", 100*money.Yuan)
		if err := h.Wallets.SetAuto(t.Context(), "ming", true); err != nil { // moves nothing to a venue without a wallet
			t.Fatal(err)
		}
		at := sits(t, h, "ming")
		bet := hub88.ID()
		if status := vendor.Bet(t.Context(), at, bet, 10_00000, false); status != "RS_OK" {
			t.Fatalf("bet: %s", status)
		}
		if status := vendor.Win(t.Context(), at, hub88.ID(), bet, 25_50999, true); status != "RS_OK" {
			t.Fatalf("win: %s", status)
		}
		status, balance := vendor.Balance(t.Context(), at)
		if status != "RS_OK" || balance != 115_50000 || centre(t, h, "ming") != 115_50 {
			t.Errorf("balance %s %d, ours %s", status, balance, centre(t, h, "ming"))
		}
		_, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: "o1", Player: "ming", Venue: aggregator, Amount: money.Yuan})
		if err != wallet.ErrSeamless {
			t.Errorf("a transfer: %v", err)
		}
		done, err := h.Wallets.Recycle(t.Context(), wallet.RecycleOrder{ID: "r1", Player: "ming"})
		if err != nil || len(done.Parts) != 0 {
			t.Errorf("recycle %+v, %v", done, err)
		}
		sum, err := h.Wallets.Summary(t.Context(), "ming")
		if err != nil || sum.Sum != 115_50 {
			t.Errorf("summary %+v, %v", sum, err)
		}
		for _, v := range sum.Venues {
			if v.Code == aggregator {
				t.Error("the balance list has the venue")
			}
		}
	})
}

// H-231: the company hears a refusal, and an earlier copy of the bet arrives later,
// when there is money: none is taken.
func TestADelayedCopyOfARefusedBetTakesNothing(t *testing.T) {
	var next hub88.Fault
	eachAggregator(t, func() func() hub88.Fault {
		return func() hub88.Fault { f := next; next = hub88.Delivered; return f }
	}, func(t *testing.T, h *apptest.House, vendor *hub88.Company) {
		h.Register("ming")
		at := sits(t, h, "ming")
		next = hub88.Late
		if status := vendor.Bet(t.Context(), at, hub88.ID(), 10_00000, false); status != "RS_ERROR_NOT_ENOUGH_MONEY" {
			t.Fatalf("bet: %s", status)
		}
		h.Grant("ming", 100*money.Yuan)
		vendor.Stragglers(t.Context())
		if fen, rest := vendor.Net("ming"); fen != 0 || rest != 0 || centre(t, h, "ming") != 100*money.Yuan {
			t.Errorf("the company counts %d, centre %s", fen, centre(t, h, "ming"))
		}
	})
}

func TestACallWithoutTheCompanysSignatureWritesNothing(t *testing.T) {
	eachAggregator(t, noFault, func(t *testing.T, h *apptest.House, vendor *hub88.Company) {
		h.Register("ming")
		h.Grant("ming", 100*money.Yuan)
		at := sits(t, h, "ming")
		body := fmt.Appendf(nil, `{"user":"ming","token":%q,"transaction_uuid":"b1","request_uuid":"r","round":"r","game_code":"dragons","currency":"CNY","amount":100000}`,
			vendor.Token(at.User, at.Game))
		for _, signature := range []string{"", "AAAA", vendor.Sign(append(body, ' '))} {
			if status, _ := vendor.SendRaw(t.Context(), "/transaction/bet", body, signature); status != "RS_ERROR_INVALID_SIGNATURE" {
				t.Errorf("answered %s", status)
			}
		}
		var rows int
		if err := h.DB.NewRaw(`SELECT (SELECT COUNT(*) FROM seamless_transaction) + (SELECT COUNT(*) FROM bet) + (SELECT COUNT(*) FROM bet_finding)`).Scan(t.Context(), &rows); err != nil || rows != 0 {
			t.Errorf("%d rows, %v", rows, err)
		}
		if status, _ := vendor.SendRaw(t.Context(), "/transaction/bet", body, vendor.Sign(body)); status != "RS_OK" || centre(t, h, "ming") != 99_00 {
			t.Errorf("the same with its signature: %s, %s", status, centre(t, h, "ming"))
		}
	})
}

// Random histories under faults and repeats end with the company's count, to the fen.
// The players have little, so that many bets are refused and come again.
func TestTheBooksEqualTheCompanysCountUnderFaults(t *testing.T) {
	faults := func() func() hub88.Fault {
		var mu sync.Mutex
		random := mathrand.New(mathrand.NewPCG(11, 7))
		return func() hub88.Fault {
			mu.Lock()
			defer mu.Unlock()
			if random.IntN(100) < 20 {
				return hub88.LostCall + hub88.Fault(random.IntN(int(hub88.Late)))
			}
			return hub88.Delivered
		}
	}
	eachAggregator(t, faults, func(t *testing.T, h *apptest.House, vendor *hub88.Company) {
		const players, rounds, grant = 6, 25, 40 * money.Yuan
		names := make([]string, players)
		for i := range names {
			names[i] = fmt.Sprintf("seat%02d", i)
			h.Register(names[i])
			h.Grant(names[i], grant)
		}
		var wg sync.WaitGroup
		for i, name := range names {
			wg.Go(func() { plays(t, vendor, sits(t, h, name), rounds, mathrand.New(mathrand.NewPCG(uint64(i), 3))) })
		}
		wg.Wait()
		vendor.Stragglers(t.Context())
		for _, name := range names {
			fen, rest := vendor.Net(name)
			var owed int64
			owed, err := h.Ledger.HouseBalance(t.Context(), h.DB, ledger.HouseOwed(name))
			if err != nil {
				t.Fatal(err)
			}
			if got := centre(t, h, name) + money.Fen(owed); rest != 0 || got != grant+money.Fen(fen) {
				t.Errorf("%s has %s, the company counts %s and %d below a fen", name, got, grant+money.Fen(fen), rest)
			}
		}
		found, err := seamless.Verify(context.Background(), h.DB, ledger.Everything())
		if err != nil || len(found) > 0 {
			t.Errorf("findings %v, %v", found, err)
		}
	})
}

// plays is one player's evening: rounds with several bets and wins, some of them
// rolled back, and late copies of calls in between.
func plays(t *testing.T, vendor *hub88.Company, at hub88.Place, rounds int, random *mathrand.Rand) {
	ctx := t.Context()
	for range rounds {
		at.Round = hub88.ID()
		type placed struct {
			id    string
			stake int64
		}
		var bets []placed
		for range 1 + random.IntN(3) {
			b := placed{hub88.ID(), int64(1+random.IntN(3000)) * 1000}
			if vendor.Bet(ctx, at, b.id, b.stake, false) == "RS_OK" {
				bets = append(bets, b)
			}
		}
		for i, b := range bets {
			switch last := i == len(bets)-1; random.IntN(6) {
			case 0:
				vendor.Rollback(ctx, at, hub88.ID(), b.id, -b.stake)
			case 1, 2:
				vendor.Win(ctx, at, hub88.ID(), b.id, 0, last)
			default:
				id, amount := hub88.ID(), int64(random.IntN(5_000_000))
				if vendor.Win(ctx, at, id, b.id, amount, last) == "RS_OK" && random.IntN(8) == 0 {
					vendor.Rollback(ctx, at, hub88.ID(), id, amount-amount%1000)
				}
			}
		}
		if random.IntN(5) == 0 {
			vendor.Stragglers(ctx)
		}
	}
}
