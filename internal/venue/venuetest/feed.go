package venuetest

import (
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// feedCases are the bet feed (practice 16 to 20).
var feedCases = []testCase{
	{name: "feed: the limits make sense", run: func(k *kit) {
		source, ok := k.Venue.(venue.BetSource)
		if !ok {
			return
		}
		r := source.FeedRules()
		if r.MaxWindow <= 0 || r.Lag < 0 || r.Overlap < 0 || r.Overlap >= r.MaxWindow || r.MinGap < 0 || r.PageGap < 0 {
			k.t.Errorf("FeedRules = %+v", r)
		}
	}},
	{name: "feed: nothing is no error", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		if lines := f.pull(f.from, f.to); len(lines) != 0 {
			k.t.Errorf("lines %+v", lines)
		}
	}},
	{name: "feed: a settled bet arrives with its figures", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		win := f.bet(Bet{Stake: 1050, Payout: 2029, Status: venue.BetSettled})
		loss := f.bet(Bet{Stake: 99, Payout: 0, Status: venue.BetSettled})
		lines := f.byID(f.pull(f.from, f.to))
		if l := lines[win]; l.Stake != 1050 || l.Payout != 2029 || l.Status != venue.BetSettled || l.Account != f.account {
			k.t.Errorf("the win is %+v", l)
		}
		if l := lines[loss]; l.Stake != 99 || l.Payout != 0 {
			k.t.Errorf("the loss is %+v", l)
		}
		for id, l := range lines {
			if l.BetAt.IsZero() || l.SettledAt.Before(l.BetAt) || l.UpdatedAt.IsZero() || l.Game == "" || len(l.Raw) == 0 {
				k.t.Errorf("bet %s lacks something: %+v", id, l)
			}
		}
	}},
	{name: "feed: times are right to the second in every zone", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetSettled})
		l := f.byID(f.pull(f.from, f.to))[id]
		if d := l.SettledAt.Sub(f.at); d < -time.Second || d > time.Second {
			k.t.Errorf("settled at %v, reported as %v", f.at.UTC(), l.SettledAt.UTC())
		}
	}},
	{name: "feed: an open bet is open or not there", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetOpen})
		if l, there := f.byID(f.pull(f.from, f.to))[id]; there && l.Status != venue.BetOpen {
			k.t.Errorf("open bet %+v", l)
		}
	}},
	{name: "feed: a void bet costs nothing", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetOpen})
		f.bet(Bet{ID: id, Stake: 100, Payout: 100, Status: venue.BetVoid})
		if l, there := f.byID(f.pull(f.from, f.to))[id]; !there || l.Payout != l.Stake || (l.HasValid && l.Valid != 0) || l.Status != venue.BetVoid {
			k.t.Errorf("void bet %+v, there %v", l, there)
		}
	}},
	{name: "feed: a bet settled again keeps its number", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Payout: 0, Status: venue.BetSettled})
		if l := f.byID(f.pull(f.from, f.to))[id]; l.Payout != 0 {
			k.t.Errorf("first %+v", l)
		}
		f.bet(Bet{ID: id, Stake: 100, Payout: 195, Status: venue.BetSettled})
		if l := f.byID(f.pull(f.from, f.to))[id]; l.Payout != 195 {
			k.t.Errorf("after that %+v", l)
		}
	}},
	{name: "feed: windows meet without a hole and without an overlap", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetSettled})
		for _, edge := range []time.Time{f.at, f.at.Add(time.Millisecond), f.at.Add(-time.Millisecond), f.at.Truncate(time.Second), f.at.Truncate(time.Second).Add(time.Second)} {
			_, before := f.byID(f.pull(f.from, edge))[id]
			_, after := f.byID(f.pull(edge, f.to))[id]
			if before == after {
				k.t.Errorf("cut at %v: before %v, after %v", edge.Sub(f.at), before, after)
			}
		}
	}},
	{name: "feed: a line sent twice is the same line", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Payout: 50, Status: venue.BetSettled})
		k.Company.Fault(k.t, "records", "duplicate", 1, 0)
		for _, l := range f.pull(f.from, f.to) {
			if l.BetID != id || l.Stake != 100 || l.Payout != 50 {
				k.t.Errorf("line %+v", l)
			}
		}
	}},
	{name: "feed: what fails is never empty", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetSettled})
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse"} {
			k.Company.Fault(k.t, "records", fault, 1, 0)
			if p, err := f.source.PullBets(k.t.Context(), f.from, f.to, ""); err == nil {
				k.t.Errorf("%s passed as %d lines", fault, len(p.Lines))
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
		if _, there := f.byID(f.pull(f.from, f.to))[id]; !there {
			k.t.Error("the bet is lost")
		}
	}},
	{name: "feed: a file that fails is never empty", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		id := f.bet(Bet{Stake: 100, Status: venue.BetSettled})
		list, err := f.source.PullBets(k.t.Context(), f.from, f.to, "")
		if err != nil || list.Files == nil {
			k.declared("the vendor's records come in pages and not in files")
			return // no files, or the case before says why
		}
		file := f.fileOf(list.Files, id)
		if file == "" || len(list.Lines) != 0 || list.Next != "" {
			k.t.Fatalf("the list of files is %+v", list)
		}
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse", "truncated", "html", "empty", "unknown_code", "wrong_order"} {
			k.Company.Fault(k.t, "records", fault, 1, 0)
			if p, err := f.source.PullBets(k.t.Context(), f.from, f.to, file); err == nil {
				k.t.Errorf("%s passed as %d lines", fault, len(p.Lines))
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
		if p, err := f.source.PullBets(k.t.Context(), f.from, f.to, "no such file"); err == nil {
			k.t.Errorf("a file nobody listed passed as %d lines", len(p.Lines))
		}
		if _, there := f.byID(f.pull(f.from, f.to))[id]; !there {
			k.t.Error("the bet is lost")
		}
	}},
	{name: "feed: versions lead to each change once", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		source, ok := f.source.(venue.VersionSource)
		if !ok {
			k.declared("the vendor lists bets by time and gives their changes no versions")
			return
		}
		_, begin := f.versions(source, "")
		id := f.bet(Bet{Stake: 100, Payout: 0, Status: venue.BetSettled})
		lines, first := f.versions(source, begin)
		if l := f.byID(lines)[id]; len(lines) != 1 || l.Stake != 100 || l.Payout != 0 {
			k.t.Errorf("after %q: %+v", begin, lines)
		}
		f.bet(Bet{ID: id, Stake: 100, Payout: 195, Status: venue.BetSettled})
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "refuse", "truncated", "html", "empty", "unknown_code"} {
			k.Company.Fault(k.t, "records", fault, 1, 0)
			if p, err := source.PullVersions(k.t.Context(), first); err == nil {
				k.t.Errorf("%s passed as %d lines", fault, len(p.Lines))
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
		lines, second := f.versions(source, first)
		if l := f.byID(lines)[id]; len(lines) != 1 || l.Payout != 195 {
			k.t.Errorf("after %q: %+v", first, lines)
		}
		if lines, last := f.versions(source, second); len(lines) != 0 || last != second {
			k.t.Errorf("after the last version %q came %d lines, to %q", second, len(lines), last)
		}
		for i := range 120 {
			f.bet(Bet{Stake: money.Fen(i + 1), Status: venue.BetSettled})
		}
		if lines, _ := f.versions(source, second); len(f.byID(lines)) != 120 {
			k.t.Errorf("%d of 120 lines", len(lines))
		}
	}},
	{name: "feed: windows the venue does not answer are errors", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		r := f.source.FeedRules()
		for name, w := range map[string][2]time.Time{
			"too long":  {f.to.Add(-r.MaxWindow - time.Second), f.to},
			"turned":    {f.to, f.from},
			"nothing":   {f.to, f.to},
			"too young": {f.from, k.Clock.Now().Add(-r.Lag + time.Second)},
			"not yet":   {k.Clock.Now(), k.Clock.Now().Add(time.Minute)},
		} {
			if _, err := f.source.PullBets(k.t.Context(), w[0], w[1], ""); err == nil {
				k.t.Errorf("%s passed", name)
			}
		}
	}},
	{name: "feed: many lines arrive in full", run: func(k *kit) {
		f := k.feed()
		if f == nil {
			return
		}
		want := map[string]money.Fen{}
		for i := range 120 {
			want[f.bet(Bet{Stake: money.Fen(i + 1), Status: venue.BetSettled})] = money.Fen(i + 1)
		}
		got := f.byID(f.pull(f.from, f.to))
		if len(got) != len(want) {
			k.t.Errorf("%d of %d lines", len(got), len(want))
		}
		for id, stake := range want {
			if got[id].Stake != stake {
				k.t.Errorf("bet %s has stake %s, want %s", id, got[id].Stake, stake)
			}
		}
	}},
}

// feedKit is a player with money and a stretch of time around bets made now
// that the venue already answers.
type feedKit struct {
	*kit
	source       venue.BetSource
	account      string
	at, from, to time.Time
}

// feed gives nil for a venue without a feed.
func (k *kit) feed() *feedKit {
	source, ok := k.Venue.(venue.BetSource)
	if !ok {
		k.declared("the vendor reports no bets")
		return nil
	}
	f := &feedKit{kit: k, source: source, account: k.ready(1_000_000)}
	r := source.FeedRules()
	f.at = k.Clock.Now().Add(1234 * time.Millisecond)
	f.from, f.to = f.at.Add(-r.MaxWindow/4), f.at.Add(r.MaxWindow/4)
	k.Clock.Set(f.to.Add(r.Lag).Add(time.Second))
	return f
}

// bet makes a bet of the kit's account at the kit's time.
func (f *feedKit) bet(b Bet) string {
	f.t.Helper()
	b.Player, b.At, b.Valid = f.account, f.at, -1
	return f.Company.Bet(f.t, b)
}

// pull reads a whole window, page by page or file by file.
func (f *feedKit) pull(from, to time.Time) []venue.BetLine {
	f.t.Helper()
	var lines []venue.BetLine
	for pages := []string{""}; len(pages) > 0; pages = pages[1:] {
		p, err := f.source.PullBets(f.t.Context(), from, to, pages[0])
		if err != nil {
			f.t.Fatalf("PullBets: %v", err)
		}
		lines = append(lines, p.Lines...)
		pages = append(pages, p.Files...)
		if p.Next != "" {
			pages = append(pages, p.Next)
		}
	}
	return lines
}

// fileOf gives the file that holds a bet, "" where none does.
func (f *feedKit) fileOf(files []string, id string) string {
	f.t.Helper()
	for _, file := range files {
		p, err := f.source.PullBets(f.t.Context(), f.from, f.to, file)
		if err != nil {
			f.t.Fatalf("PullBets: %v", err)
		}
		for _, l := range p.Lines {
			if l.BetID == id {
				return file
			}
		}
	}
	return ""
}

// versions reads all changes after a version, and gives the newest version.
func (f *feedKit) versions(source venue.VersionSource, after string) ([]venue.BetLine, string) {
	f.t.Helper()
	var lines []venue.BetLine
	for {
		p, err := source.PullVersions(f.t.Context(), after)
		if err != nil {
			f.t.Fatalf("PullVersions: %v", err)
		}
		lines = append(lines, p.Lines...)
		if p.Next == "" || p.Next == after {
			return lines, after
		}
		after = p.Next
	}
}

func (f *feedKit) byID(lines []venue.BetLine) map[string]venue.BetLine {
	f.t.Helper()
	m := map[string]venue.BetLine{}
	for _, l := range lines {
		if _, twice := m[l.BetID]; twice {
			f.t.Errorf("bet %s comes twice", l.BetID)
		}
		m[l.BetID] = l
	}
	return m
}
