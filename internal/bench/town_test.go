package bench

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// population is how many players there are. Their tickets are kept for a
// second in memory, so nearly every call of a random player reads its ticket.
const population = 10_000

// purse is what each player starts with: more than can be spent in a run.
const purse = 1_000_000_000 * money.Yuan

// openHouse starts the real house with its real listeners on a database. What
// differs from one in service: limits a person never reaches are lifted, for
// here one player does a year's business in seconds; jobs do not run beside
// what is measured; the log goes nowhere.
func openHouse(b *testing.B, database, venue string, more ...apptest.Option) *apptest.House {
	b.Helper()
	measured := func(c *app.Config) {
		c.Seam = slowdown
		c.Clock = calendar.System()
		c.Log = slog.New(slog.NewJSONHandler(io.Discard, nil))
		c.ReqTokenSecrets = []string{reqTokenSecret}
		const never = 1 << 40
		c.Rates.Player, c.Rates.Money = 1<<30, 1<<30
		c.Cashier.WithdrawMin, c.Cashier.WithdrawTimes, c.Cashier.WithdrawDaily = 1, never, never
		c.Cashier.WithdrawSecondAbove = never
		c.Companies = company.Companies{Venues: []company.VenueContract{{
			Code: "ky", Protocol: "ky", BaseURL: venue + "/channelHandle", RecordURL: venue + "/getRecordHandle",
			Agent: venueAgent, DESKey: venueDESKey, MD5Key: venueMD5Key, LineCode: "bench",
		}}}
	}
	return apptest.Open(b, database, append([]apptest.Option{measured}, more...)...)
}

// settle writes players from..to straight into the tables, for a registration
// costs 50 ms by design: each is logged in, named, has a card, an account at
// the venue, and money that came through the books.
func settle(b *testing.B, h *apptest.House, from, to int) []customer {
	b.Helper()
	box, err := secret.NewBox(h.DataKey)
	if err != nil {
		b.Fatal(err)
	}
	customers := make([]customer, to-from)
	for at := range customers {
		i := from + at
		customers[at] = customer{
			Name: fmt.Sprintf("p%07d", i), Ticket: secret.NewToken(), Cookie: secret.NewToken(), Card: 1<<52 + int64(i),
		}
	}
	const part = 200
	for at := 0; at < len(customers); at += part {
		some := customers[at:min(at+part, len(customers))]
		err := h.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := insertPlayers(ctx, tx, box, some); err != nil {
				return err
			}
			return grant(ctx, tx, h.Ledger, some)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	analyse(b, h)
	return customers
}

// analyse does what the database would have done by itself by the time so many
// players had come.
func analyse(b *testing.B, h *apptest.House) {
	b.Helper()
	if !h.DB.Postgres() {
		return
	}
	for _, work := range []string{"VACUUM (ANALYZE)", "CHECKPOINT"} {
		if _, err := h.DB.SQL().ExecContext(b.Context(), work); err != nil {
			b.Fatal(err)
		}
	}
}

func insertPlayers(ctx context.Context, tx *db.Tx, box *secret.Box, some []customer) error {
	now, later := tx.NowMillis(), tx.Now().Add(24*time.Hour).UnixMilli()
	const holder, province, city = "王小明", "110000", "0"
	var players, tickets, cards, accounts []any
	for _, c := range some {
		id, place := c.Name, strconv.FormatInt(c.Card, 10)
		number := fmt.Sprintf("6222%015d", c.Card-1<<52)
		players = append(players, id, id, box.Seal("player.phone/"+id, "13900000000"), box.Index("phone", id),
			box.Seal("player.true_name/"+id, holder), box.Index("true_name", holder), now, "-", "-")
		device := secret.HashToken(c.Cookie)
		tickets = append(tickets, secret.HashToken(c.Ticket), "s"+id, id, id, device, true, "127.0.0.1", "bench", now, now, later)
		cards = append(cards, c.Card, id, "ICBC", box.Seal("player_card.number/"+place, number), box.Index("bank card", number), number[len(number)-4:],
			box.Seal("player_card.holder/"+place, holder), province, city, "王府井支行", true, now)
		accounts = append(accounts, id, "ky", id, now, now)
	}
	for _, t := range []struct {
		columns string
		n       int
		rows    []any
	}{
		{"player (id, name, phone, phone_index, true_name, true_name_index, created_at, password, withdraw_password)", 9, players},
		{"player_ticket (hash, id, player, name, device_hash, remember, ip, agent, created_at, seen_at, expires_at)", 11, tickets},
		{"player_card (id, player, bank, number, number_index, tail, holder, province, city, branch, is_default, bound_at)", 12, cards},
		{"venue_account (player, venue, account, named_at, created_at)", 5, accounts},
	} {
		row := "(" + strings.TrimSuffix(strings.Repeat("?, ", t.n), ", ") + ")"
		rows := strings.TrimSuffix(strings.Repeat(row+", ", len(t.rows)/t.n), ", ")
		if _, err := tx.NewRaw("INSERT INTO "+t.columns+" VALUES "+rows, t.rows...).Exec(ctx); err != nil {
			return fmt.Errorf("insert into %s: %w", t.columns, err)
		}
	}
	return nil
}

// grant also has every account of a player used once, there and back, as they
// are with players who have been here before.
func grant(ctx context.Context, tx *db.Tx, l *ledger.Ledger, some []customer) error {
	entries := make([]ledger.Entry, len(some))
	for i, c := range some {
		centre := ledger.Centre(c.Name)
		entries[i] = ledger.Entry{
			Scope: "bench", Key: "grant:" + c.Name, Kind: "adjust.grant", By: "bench",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: centre, Amount: int64(purse)}},
		}
		for _, a := range []ledger.Account{ledger.Locked(c.Name), ledger.Transit(c.Name), ledger.VenueWallet(c.Name, "ky")} {
			entries[i].Postings = append(entries[i].Postings,
				ledger.Posting{From: centre, To: a, Amount: 1}, ledger.Posting{From: a, To: centre, Amount: 1})
		}
	}
	_, err := l.PostAll(ctx, tx, entries)
	return err
}
