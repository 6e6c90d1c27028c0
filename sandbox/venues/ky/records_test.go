package ky

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

func (r *rig) bet(b books.Bet) {
	r.t.Helper()
	b.Venue = "ky"
	if _, err := r.Books.PutBet(context.Background(), b, true); err != nil {
		r.t.Fatal(err)
	}
}

func TestTheFeedIsColumnarAndBySettlement(t *testing.T) {
	r := newRig(t)
	r.enter("Ming")
	now := r.at.Now()
	r.bet(books.Bet{ID: "b1", Player: "ming", Kind: 720, Stake: 1000, Payout: 1950, Valid: 1000, Revenue: 50, Status: books.BetSettled,
		PlacedAt: now.Add(-time.Minute), SettledAt: now, Cards: "1,2|3,4"})
	r.bet(books.Bet{ID: "b2", Player: "Ming", Kind: 900, Stake: 333, Valid: 333, Status: books.BetOpen, PlacedAt: now})
	r.bet(books.Bet{ID: "b3", Player: "Ming", Kind: 900, Stake: 500, Valid: 0, Status: books.BetVoid, PlacedAt: now, SettledAt: now.Add(time.Second)})

	p := r.pull(now, now.Add(time.Second)) // both ends included
	if p.code() != 0 || p.S != 106 || p.M != "/getRecordHandle" || number(p.D["count"]) != 2 || number(p.D["start"]) != int(now.UnixMilli()) {
		t.Fatalf("answer %+v", p)
	}
	list := p.D["list"].(map[string]any)
	for field, want := range map[string]string{
		"GameID": "[b1 b3]", "Accounts": "[70001_Ming 70001_Ming]", "KindID": "[720 900]", "AllBet": "[10.00 0.00]",
		"CellScore": "[10.00 0.00]", "Profit": "[9.50 0.00]", "Revenue": "[0.50 0.00]", "LineCode": "[70001_hy 70001_hy]",
		"GameStartTime": "[2026-11-21 11:59:00 2026-11-21 12:00:00]", "GameEndTime": "[2026-11-21 12:00:00 2026-11-21 12:00:01]",
		"CardValue": "[1,2|3,4 ]", "Currency": "[CNY CNY]",
	} {
		if got := fmt.Sprint(list[field]); got != want {
			t.Errorf("%s = %s, want %s", field, got, want)
		}
	}
	for _, field := range []string{"ServerID", "TableID", "ChairID", "UserCount", "ChannelID", "Language"} {
		if column, _ := list[field].([]any); len(column) != 2 {
			t.Errorf("%s = %v", field, list[field])
		}
	}
	if p := r.pull(now.Add(time.Millisecond), now.Add(999*time.Millisecond)); p.code() != 16 {
		t.Errorf("between the two: %+v", p)
	}
}

// The games of the sportsbook are known by codes, which are their numbers.
func TestGamesWithCodesAreListedByTheirNumbers(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	now := r.at.Now()
	r.bet(books.Bet{ID: "s1", Player: "ming", Game: "7470", Stake: 1000, Valid: 900, Payout: 1900, Status: books.BetSettled, PlacedAt: now, SettledAt: now})
	p := r.pull(now, now)
	if list, _ := p.D["list"].(map[string]any); fmt.Sprint(list["KindID"], list["CellScore"]) != "[7470] [9.00]" {
		t.Errorf("%+v", p)
	}
}

// A corrected bet comes again, at its new settlement time, under the
// same id.
func TestASettlementMadeAgainAppearsAgain(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	now := r.at.Now()
	bet := books.Bet{ID: "b1", Player: "ming", Kind: 720, Stake: 1000, Payout: 2000, Valid: 1000, Status: books.BetSettled, PlacedAt: now, SettledAt: now}
	r.bet(bet)
	bet.Payout, bet.SettledAt = 0, now.Add(time.Hour)
	r.bet(bet)
	if p := r.pull(now, now.Add(time.Minute)); p.code() != 16 {
		t.Errorf("old window: %+v", p)
	}
	p := r.pull(now.Add(time.Hour), now.Add(time.Hour))
	if list, _ := p.D["list"].(map[string]any); fmt.Sprint(list["GameID"], list["Profit"]) != "[b1] [-10.00]" {
		t.Errorf("new window: %+v", p)
	}
}

func TestPullsThatAreRefused(t *testing.T) {
	r := newRig(t)
	now := r.at.Now().UnixMilli()
	for _, c := range []struct {
		text string
		code int
	}{
		{fmt.Sprintf("s=6&startTime=%d&endTime=%d", now-40*60_000, now), 16},
		{fmt.Sprintf("s=6&startTime=%d&endTime=%d", now-40*60_000-1, now), 24},
		{fmt.Sprintf("s=6&startTime=%d&endTime=%d", now, now-1), 45},
		{"s=6&startTime=x&endTime=2", 45},
		{"s=6&startTime=1", 6},
		{"s=1&account=ming", 8},
	} {
		if p, err := r.get("/getRecordHandle", r.query(c.text)); err != nil || p.code() != c.code {
			t.Errorf("%s: %+v, %v; want %d", c.text, p, err, c.code)
		}
	}
	r.PullGap = 10 * time.Second
	if p := r.pull(r.at.Now(), r.at.Now()); p.code() != 43 {
		t.Errorf("too soon: %+v", p)
	}
}

func TestFaultsOfTheFeed(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	now := r.at.Now()
	r.bet(books.Bet{ID: "b1", Player: "ming", Kind: 720, Stake: 1000, Payout: 2000, Valid: 1000, Status: books.BetSettled, PlacedAt: now, SettledAt: now})
	profits := func() string {
		p := r.pull(now, now)
		list, _ := p.D["list"].(map[string]any)
		return fmt.Sprint(p.code(), list["Profit"])
	}
	for _, c := range []struct {
		kind faults.Kind
		want string
	}{
		{faults.Duplicate, "0 [10.00 10.00]"}, {faults.WrongAmount, "0 [10.01]"}, {faults.NotFoundFlap, "16 <nil>"},
		{faults.Refuse, "5 <nil>"}, {faults.PlayerInGame, "0 [10.00]"},
	} {
		r.wish(faults.Records, c.kind, 0)
		if got := profits(); got != c.want {
			t.Errorf("%s: %s, want %s", c.kind, got, c.want)
		}
		if got := profits(); got != "0 [10.00]" {
			t.Errorf("after %s: %s", c.kind, got)
		}
	}
}
