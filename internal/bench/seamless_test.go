package bench

import (
	"bytes"
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
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/db"
	"hongyun/internal/venue"
)

const (
	aggregator     = "s10"
	bettors        = 2_000
	signedAtOnce   = 16_000 // bets of one row; a signature costs the company more than the bet costs us
	seamlessPath   = "/seamless/" + aggregator + "/transaction/bet"
	seamlessAmount = 100_000 // a yuan in the company's unit
)

// signedCall is a call of a company, signed before the clock runs.
type signedCall struct{ Path, Body, Signature string }

var errSpent = errors.New("all signed calls are spent")

// BenchmarkSeamless measures bets on the centre wallet: a company's signed calls
// through HTTP, checked, booked, recorded as bets and answered durably.
func BenchmarkSeamless(b *testing.B) {
	describe(b)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		b.Fatal(err)
	}
	var rows []row
	for engine := range strings.SplitSeq(*engines, ",") {
		b.Run(engine, func(b *testing.B) {
			m := openMeter(b, engine, bettors, withAggregator(b, key))
			m.seamless(b, key, false)
			m.seamless(b, key, true)
			rows = append(rows, m.measured()...)
		})
	}
	fmt.Println()
	show(rows)
	fmt.Printf("\nload average now %s; the books proved after each database\n\n", loadAverage())
}

func withAggregator(b *testing.B, key *rsa.PrivateKey) func(*app.Config) {
	b.Helper()
	public, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		b.Fatal(err)
	}
	return func(c *app.Config) {
		c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
			Code: aggregator, Protocol: "hub88", BaseURL: "http://127.0.0.1:9", Agent: "7",
			Key:       string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})),
			PublicKey: string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
		})
	}
}

// seamless measures one row with 64 clients.
func (m *meter) seamless(b *testing.B, key *rsa.PrivateKey, hot bool) {
	b.Helper()
	const n = 64
	players := m.customers
	if hot {
		players = players[:1]
	}
	tokens := m.sitDown(b, players)
	r := &row{engine: m.engine, what: "seamless bet", who: "random", clients: n, apart: true}
	if hot {
		r.who = "one"
	}
	w := wish{Base: strings.TrimPrefix(m.house.URL("hooks"), "http://"), Clients: n, Warm: *warm, Window: *window, Signed: signBets(b, key, players, tokens, m.engine+r.who)}
	begin, end := m.edges(r)
	made, err := m.street.run(w, begin, end)
	if err != nil {
		b.Fatal(err)
	}
	m.keep(r, made)
}

// sitDown gives each player an account at the company and a session.
func (m *meter) sitDown(b *testing.B, players []customer) []string {
	b.Helper()
	err := m.house.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		rows := make([][]any, len(players))
		for i, c := range players {
			rows[i] = []any{c.Name, aggregator, c.Name, tx.NowMillis(), tx.NowMillis()}
		}
		_, err := tx.InsertRows(ctx, "venue_account (player, venue, account, named_at, created_at)", "ON CONFLICT DO NOTHING", rows)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if err := m.house.Venues.NameGames(b.Context(), aggregator, []venue.Game{{Code: "dragons", Name: "Dragons"}}); err != nil {
		b.Fatal(err)
	}
	tokens := make([]string, len(players))
	for i, c := range players {
		tokens[i], err = m.house.Seamless.Begin(b.Context(), venue.Session{Player: c.Name, Account: c.Name, Venue: aggregator, Game: ""})
		if err != nil {
			b.Fatal(err)
		}
	}
	return tokens
}

// signBets writes and signs bets, each with an id and a round of its own.
func signBets(b *testing.B, key *rsa.PrivateKey, players []customer, tokens []string, run string) []signedCall {
	b.Helper()
	out := make([]signedCall, signedAtOnce)
	var wg sync.WaitGroup
	const parts = 4
	for part := range parts {
		wg.Go(func() {
			for i := part; i < len(out); i += parts {
				at := i % len(players)
				body := fmt.Sprintf(`{"user":%q,"token":%q,"transaction_uuid":"bench-%s-%d","request_uuid":"r-%d","round":"round-%d","round_closed":false,"is_free":false,"game_code":"dragons","currency":"CNY","bet":"zero","amount":%d}`,
					players[at].Name, tokens[at], run, i, i, i, seamlessAmount)
				sum := sha256.Sum256([]byte(body))
				signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
				if err != nil {
					panic(err)
				}
				out[i] = signedCall{seamlessPath, body, base64.StdEncoding.EncodeToString(signature)}
			}
		})
	}
	wg.Wait()
	return out
}

// sendSigned makes one call of a company.
func (b *browser) sendSigned(c signedCall) error {
	b.text.Reset()
	fmt.Fprintf(&b.text, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nX-Hub88-Signature: %s\r\n\r\n%s",
		c.Path, b.host, len(c.Body), c.Signature, c.Body)
	_ = b.conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := b.conn.Write(b.text.Bytes()); err != nil {
		return err
	}
	answer, err := http.ReadResponse(b.in, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	b.text.Reset()
	if _, err := b.text.ReadFrom(answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || !bytes.Contains(b.text.Bytes(), []byte(`"RS_OK"`)) {
		return fmt.Errorf("%d %s", answer.StatusCode, b.text.String())
	}
	return nil
}
