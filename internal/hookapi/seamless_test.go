package hookapi_test

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/door"
	"hongyun/internal/guard"
	"hongyun/internal/hookapi"
	"hongyun/internal/ledger"
	"hongyun/internal/seamless"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/venue/hub88"
)

// A player can have the vendor send calls that have no form of ours. They are the
// vendor's own, and its other calls are still answered (H-237).
func TestSignedCallsShutNoVendorOut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		pub, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
		if err != nil {
			t.Fatal(err)
		}
		v, err := hub88.New(hub88.Config{Code: "s10", BaseURL: "https://x.example", OperatorID: "7",
			PrivateKey: string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})),
			PublicKey:  string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pub}))})
		if err != nil {
			t.Fatal(err)
		}
		people := staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})
		venues := venue.New(venue.Config{DB: d, Staff: people, Adapters: map[string]venue.Venue{"s10": v}, Log: dbtest.Quiet()})
		if err := errors.Join(venues.Seed(t.Context()), venues.NameGames(t.Context(), "s10", []venue.Game{{Code: "dice", Name: "Dice"}})); err != nil {
			t.Fatal(err)
		}
		l, g := ledger.New(d), guard.New(d, people)
		bets := bet.New(bet.Config{DB: d, Ledger: l, Venues: venues, Turnover: turnover.New(turnover.Config{}), Staff: people, Log: dbtest.Quiet()})
		s := seamless.New(seamless.Config{DB: d, Ledger: l, Venues: venues, Guard: g, Bets: bets, Log: dbtest.Quiet()})
		tokens := map[string]string{}
		for _, p := range []string{"ming", "evil"} {
			if _, err := venues.EnsureAccount(t.Context(), p, "s10"); err != nil {
				t.Fatal(err)
			}
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := l.Post(ctx, tx, ledger.Entry{Scope: "test", Key: p, Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(p), Amount: 10000}}})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			tokens[p], err = s.Begin(t.Context(), venue.Session{Player: p, Account: p, Venue: "s10", Game: "dice"})
			if err != nil {
				t.Fatal(err)
			}
		}
		h := door.Wrap(door.Config{Log: dbtest.Quiet(), Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}}, (&hookapi.Server{Seamless: s, Log: dbtest.Quiet()}).Handler())
		call := func(path, body string) string {
			sum := sha256.Sum256([]byte(body))
			sig, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequest(http.MethodPost, "/seamless/s10/"+path, strings.NewReader(body))
			r.RemoteAddr = "192.0.2.1:4000"
			r.Header.Set("X-Forwarded-For", "203.0.113.7")
			r.Header.Set("X-Hub88-Signature", base64.StdEncoding.EncodeToString(sig))
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
		}
		bet := func(p, id string, amount int) string {
			return fmt.Sprintf(`{"user":%q,"token":%q,"transaction_uuid":%q,"request_uuid":"r","round":%q,"round_closed":false,"is_free":false,"game_code":"dice","currency":"CNY","amount":%d}`, p, tokens[p], id, "r"+id, amount)
		}
		wants := func(what, answer, status string) {
			t.Helper()
			if !strings.HasPrefix(answer, "200 ") || !strings.Contains(answer, status) {
				t.Errorf("%s: %s, want 200 and %s", what, answer, status)
			}
		}
		wants("a bet", call("transaction/bet", bet("ming", "b1", 1000000)), "RS_OK")
		for i := range 601 {
			wants("half a fen", call("transaction/bet", bet("evil", fmt.Sprint("e", i), 500)), "RS_ERROR_WRONG_SYNTAX")
		}
		win := strings.Replace(strings.Replace(bet("ming", "w1", 9000000), `"round_closed":false`, `"round_closed":true,"reference_transaction_uuid":"b1"`, 1), `"rw1"`, `"rb1"`, 1)
		wants("a win after them", call("transaction/win", win), "RS_OK")
	})
}
