package venuetest

import (
	"testing"
	"time"

	"hongyun/internal/venue"
)

// FreeSpins plays two rounds of a slot game, the second with free spins, and
// checks the play that each row tells. The function told returns the expected
// play of a round with so many free spins.
func FreeSpins(t *testing.T, open func(*testing.T, Options) Bench, game string, told func(free int) string) {
	b := open(t, Options{Timeout: time.Second})
	account, now := b.Venue.AccountName("ming01"), b.Clock.Now()
	if err := b.Venue.EnsurePlayer(t.Context(), account); err != nil {
		t.Fatal(err)
	}
	dealt := b.Company.Round(t, Round{Player: account, Game: game, At: now})
	b.Clock.Set(now.Add(10 * time.Minute))
	p, err := b.Venue.(venue.BetSource).PullBets(t.Context(), now.Add(-time.Minute), now.Add(time.Minute), "")
	if err != nil || len(p.Lines) != 2 || len(dealt.Bets) != 2 || dealt.Bets[1].Free == 0 {
		t.Fatalf("%+v, %+v, %v", dealt, p, err)
	}
	for _, l := range p.Lines {
		want := "普通旋转"
		if l.BetID == dealt.Bets[1].ID {
			want = told(dealt.Bets[1].Free)
		}
		if got := b.Venue.(venue.BetReader).ReadBet(l.Raw).Round; got.Play != want || got.Number != l.BetID {
			t.Errorf("%s: %+v, want %s", l.BetID, got, want)
		}
	}
}
