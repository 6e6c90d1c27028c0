package wire

import "testing"

func TestBothSidesOfALineAreInOneMarket(t *testing.T) {
	for name, c := range map[string]struct {
		pick         Pick
		market, side string
	}{
		"home gives":      {Pick{Market: Market{Kind: Handicap}, Side: Home, Line: "-0.5/1"}, "handicap//-0.75", Home},
		"away gets":       {Pick{Market: Market{Kind: Handicap}, Side: Away, Line: "+0.5/1"}, "handicap//-0.75", Away},
		"both give":       {Pick{Market: Market{Kind: Handicap}, Side: Away, Line: "-0.5/-1"}, "handicap//0.75", Away},
		"level":           {Pick{Market: Market{Kind: Handicap, Part: "1h"}, Side: Away, Line: "0"}, "handicap/1h/0", Away},
		"running":         {Pick{Market: Market{Kind: Handicap}, Side: Home, Line: "-1", Score: "1:0"}, "handicap//-1/1-0", Home},
		"no line":         {Pick{Market: Market{Kind: Handicap}, Side: Home}, "handicap/", Home},
		"no number":       {Pick{Market: Market{Kind: Handicap}, Side: Home, Line: "half"}, "", ""},
		"total":           {Pick{Market: Market{Kind: Total}, Side: Under, Line: "2.50", Score: "1-0"}, "total//2.5", Under},
		"ten":             {Pick{Market: Market{Kind: Total}, Side: Over, Line: "10.00"}, "total//10", Over},
		"a side of none":  {Pick{Market: Market{Kind: Total}, Side: Home, Line: "2.5"}, "", ""},
		"double chance":   {Pick{Market: Market{Kind: Result}, Side: Home + "+" + Draw}, "result/|home+draw+away", Home + "+" + Draw},
		"of two outcomes": {Pick{Market: Market{Kind: Winner}, Side: Home + "+" + Draw}, "", ""},
		"no kind":         {Pick{Side: Home}, "", ""},
		"no side":         {Pick{Market: Market{Kind: OddEven}}, "", ""},
	} {
		c.pick.Match = "7"
		if round, market, side := c.pick.Place(); round != "7" || market != c.market || side != c.side {
			t.Errorf("%s: %q %q %q", name, round, market, side)
		}
	}
	for _, match := range []string{"", "0"} {
		if round, market, side := (Pick{Match: match, Market: Market{Kind: OddEven}, Side: Odd}).Place(); round+market+side != "" {
			t.Errorf("no match: %q %q %q", round, market, side)
		}
	}
}

func TestMarketsOfAContractAreOfKnownKinds(t *testing.T) {
	m, err := ReadMarkets(map[string]string{" 大小 ": "Total", "8": "total/1h"})
	if err != nil || m["大小"] != (Market{Kind: Total}) || m["8"] != (Market{Total, "1h"}) || m.Unknown() != "" || m["大小"].Kind.Name() != "大小" {
		t.Errorf("%+v, %v", m, err)
	}
	for _, strange := range []string{"", "both", "total/1|h", "total/a/b", "/1h"} {
		if _, err := ReadMarkets(map[string]string{"1": strange}); err == nil {
			t.Errorf("%q passed", strange)
		}
	}
	if m, err := ReadMarkets(nil); err != nil || m.Unknown() == "" {
		t.Errorf("no markets: %v", err)
	}
}

func TestWordsOfAVenueAreSidesOfTheirKind(t *testing.T) {
	for _, c := range []struct {
		kind       MarketKind
		word, want string
	}{
		{Result, "X", Draw}, {Result, "1x", Home + "+" + Draw}, {Winner, "x", ""}, {Winner, "12", ""}, {Handicap, "A", Away}, {Total, "o", Over}, {Total, "h", ""}, {OddEven, "双", Even}, {"", "h", ""}, {Result, "", ""},
	} {
		if got := c.kind.SideWord(c.word); got != c.want {
			t.Errorf("%s %q: %q", c.kind, c.word, got)
		}
	}
	for match, want := range map[string][2]string{"甲 VS 乙": {"甲", "乙"}, "A -vs- B": {"A", "B"}, "甲 对 乙": {"甲", "乙"}, "甲": {}} {
		if home, away := Teams(match); home != want[0] || away != want[1] {
			t.Errorf("%q: %q, %q", match, home, away)
		}
	}
	if side, _ := Result.SideText("甲或乙", "甲", "乙"); side != Home+"+"+Away {
		t.Errorf("both teams: %q", side)
	}
	if side, _ := Winner.SideText("甲", "甲", "甲"); side != "" {
		t.Errorf("a team against itself: %q", side)
	}
}

// A half of a match is a market of its own, and a line that is not told is said to be so.
func TestAMarketIsNamedWithItsPart(t *testing.T) {
	for market, want := range map[Market]string{{Total, ""}: "大小", {Total, "1h"}: "上半场 大小", {Handicap, "q3"}: "q3 让球", {"", "1h"}: ""} {
		if got := market.Name(); got != want {
			t.Errorf("%+v is called %q, want %q", market, got, want)
		}
	}
	for pick, want := range map[Pick]bool{{Market: Market{Kind: Total}}: true, {Market: Market{Kind: Handicap}, Line: "0"}: false, {Market: Market{Kind: Result}}: false, {}: false} {
		if pick.Vague() != want {
			t.Errorf("%+v is vague: %t", pick, pick.Vague())
		}
	}
}
