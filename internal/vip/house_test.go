package vip_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
)

// fixture is the programmes with the packages beneath them, and two people in
// the back office. The test writes the players' bets.
type fixture struct {
	*vip.Vip
	t          *testing.T
	d          *db.DB
	clock      *calendar.Fixed
	ledger     *ledger.Ledger
	guard      *guard.Guard
	staff      *staff.Staff
	players    *player.Players
	fund       *fund.Fund
	anna, bert staff.Actor
	metrics    *prometheus.Registry
	seam       func(point string)
	box        *secret.Box
	born       int64
	broken     bool // a test broke the books on purpose
}

// each runs a test on both engines, beginning on Monday 2 March 2026 at noon,
// and verifies the books at the end.
func each(t *testing.T, fn func(t *testing.T, h *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		h := &fixture{t: t, d: d, clock: dbtest.Clock(d), ledger: ledger.New(d), box: box, metrics: prometheus.NewPedanticRegistry()}
		h.ledger.Also(fund.Verify)
		h.ledger.Also(vip.Verify)
		h.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		h.guard = guard.New(d, h.staff)
		h.players = player.New(player.Config{Phones: []string{"+86"}, DB: d, Guard: h.guard, Staff: h.staff, Box: box, Log: dbtest.Quiet()})
		venues := venue.New(venue.Config{DB: d, Staff: h.staff, Log: dbtest.Quiet(), Known: h.players.KnownOf})
		if err := venues.Seed(t.Context()); err != nil {
			t.Fatal(err)
		}
		counts := turnover.New(turnover.Config{})
		bets := bet.New(bet.Config{DB: d, Ledger: h.ledger, Venues: venues, Turnover: counts, Staff: h.staff, Log: dbtest.Quiet()})
		h.fund = fund.New(fund.Config{DB: d, Ledger: h.ledger, Players: h.players, Guard: h.guard, Staff: h.staff, Turnover: counts, Log: dbtest.Quiet()})
		h.Vip = vip.New(vip.Config{
			DB: d, Bets: bets, Fund: h.fund, Players: h.players, Guard: h.guard, Staff: h.staff, Log: dbtest.Quiet(), Metrics: h.metrics,
			Seam: func(point string) {
				if h.seam != nil {
					h.seam(point)
				}
			},
		})
		for range 2 { // a second start changes nothing
			if err := h.Seed(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.anna, h.bert = h.hire("anna"), h.hire("bert")
		fn(t, h)
		if !h.broken {
			h.sound()
		}
	})
}

func (h *fixture) hire(name string) staff.Actor {
	h.t.Helper()
	added, err := account.New(h.staff, account.Config{}).Add(h.t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"finance"}, Reason: "测试人员"})
	if err != nil {
		h.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: name, Roles: added.Person.Roles}
}

func (h *fixture) exec(query string, args ...any) error {
	h.t.Helper()
	return h.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
}

func (h *fixture) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// joins adds players, one after the other, each from an address of their own.
func (h *fixture) joins(names ...string) {
	h.t.Helper()
	rows := make([][]any, len(names))
	for i, name := range names {
		h.born++
		rows[i] = []any{name, name, h.box.Seal("player.phone/"+name, "13800000000"), name, fmt.Sprintf("203.0.%d.%d", h.born/250, 1+h.born%250), h.born, "x", "x"}
	}
	h.must(h.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.InsertRows(ctx, "player (id, name, phone, phone_index, register_network, created_at, password, withdraw_password)", "", rows)
		return err
	}))
}

// bets has a player bet validly at a venue on a day.
func (h *fixture) bets(player, venue string, day calendar.Day, valid money.Fen) {
	h.t.Helper()
	h.must(h.exec(`INSERT INTO bet_day (player, day, venue, bets, stake, valid, win) VALUES (?, ?, ?, 1, ?, ?, 0)
		ON CONFLICT (player, day, venue) DO UPDATE SET valid = bet_day.valid + excluded.valid, bets = bet_day.bets + 1`, player, day, venue, int64(valid), int64(valid)))
}

// at puts the clock to a time of GMT+8, 2006-01-02 15:04.
func (h *fixture) at(text string) {
	h.t.Helper()
	when, err := time.ParseInLocation("2006-01-02 15:04", text, calendar.Beijing)
	h.must(err)
	h.clock.Set(when)
}

func (h *fixture) runs() {
	h.t.Helper()
	h.must(h.RunDue(context.Background()))
}

// levels are a player's levels: card, sport, live, monthly.
func (h *fixture) levels(player string) string {
	h.t.Helper()
	all, err := h.LevelsOf(context.Background(), h.d, []string{player})
	h.must(err)
	l := all[player]
	return fmt.Sprint(l[vip.Card], l[vip.Sport], l[vip.Live], l[vip.Month])
}

// awards are a player's awards of a track by period, the oldest first, without
// the bonuses one by one: "20260308 bonus 1-5 400.00, income 10.00".
func (h *fixture) awards(player string, track vip.Track) string {
	h.t.Helper()
	var rows []struct {
		Period           calendar.Day
		Kind, State      string
		Low, High, Count int
		Sum              money.Fen
	}
	h.must(h.d.NewRaw(`SELECT period, kind, state, MIN(level) AS low, MAX(level) AS high, COUNT(*) AS count, CAST(SUM(amount) AS BIGINT) AS sum
		FROM vip_award WHERE player = ? AND track = ? GROUP BY period, kind, state ORDER BY period, kind, state`, player, string(track)).Scan(context.Background(), &rows))
	parts := []string{}
	for _, r := range rows {
		text := fmt.Sprintf("%d %s %d", r.Period, r.Kind, r.Low)
		if r.High != r.Low {
			text += fmt.Sprintf("-%d", r.High)
		}
		if r.Count != r.High-r.Low+1 {
			text += fmt.Sprintf(" (%d!)", r.Count)
		}
		text += " " + r.Sum.String()
		if r.State != vip.Paid {
			text += " " + r.State
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

func (h *fixture) expect(what, got, want string) {
	h.t.Helper()
	if got != want {
		h.t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

// held is a player's C$.
func (h *fixture) held(player string) string {
	h.t.Helper()
	n, err := h.fund.Balance(context.Background(), h.d, player)
	h.must(err)
	return n.String()
}

// list are the runs, the oldest first: "track-20260308 done".
func (h *fixture) list() string {
	h.t.Helper()
	runs, _, err := h.Runs(context.Background(), h.d, "", staff.Page{})
	h.must(err)
	slices.Reverse(runs)
	parts := []string{}
	for _, r := range runs {
		parts = append(parts, r.ID+" "+r.State)
	}
	return strings.Join(parts, ", ")
}

// agree has the second person say yes.
func (h *fixture) agree(approval string, err error) error {
	h.t.Helper()
	h.must(err)
	_, err = h.staff.Decide(context.Background(), h.bert, approval, true, "")
	return err
}

// rules changes the settings, by two people.
func (h *fixture) rules(change func(r *vip.Rules)) {
	h.t.Helper()
	set, _, err := h.Settings(context.Background(), h.d)
	h.must(err)
	change(&set.Rules)
	h.must(h.agree(h.ChangeSettings(context.Background(), h.anna, set.Version, set.Rules, "测试设置")))
}

// table is the newest table of a track.
func (h *fixture) table(t vip.Track) vip.Table {
	h.t.Helper()
	tables, err := h.Tables(context.Background(), h.d)
	h.must(err)
	return tables[slices.Index(vip.Tracks, t)].Table
}

func (h *fixture) sound() {
	h.t.Helper()
	report, err := h.ledger.Verify(context.Background())
	if err != nil || !report.OK {
		h.t.Errorf("books: %v %v", report.Broken, err)
	}
	trail, err := h.staff.VerifyAudit(context.Background())
	if err != nil || !trail.OK() {
		h.t.Errorf("audit trail: %+v %v", trail, err)
	}
}

// counted is what the metrics say of awards, with a space behind it if there are any.
func (h *fixture) counted(programme, state string) string {
	h.t.Helper()
	families, err := h.metrics.Gather()
	h.must(err)
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if l := m.GetLabel(); l[0].GetValue() == programme && l[1].GetValue() == state {
				return fmt.Sprintf("%.0f ", m.GetCounter().GetValue())
			}
		}
	}
	return "0"
}

// closes closes all ways of money, and returns the function that opens them
// again.
func (h *fixture) closes() (open func()) {
	h.t.Helper()
	_, err := h.guard.Gate.Close(context.Background(), h.anna, guard.DoorAll, "核对账目")
	h.must(err)
	return func() {
		h.t.Helper()
		h.must(h.agree(h.guard.Gate.AskToOpen(context.Background(), h.anna, guard.DoorAll, "核对完成")))
	}
}
