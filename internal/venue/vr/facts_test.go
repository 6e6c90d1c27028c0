package vr

import (
	"testing"

	"hongyun/internal/venue"
)

// A player and the staff would look for a bet in another round.
func TestRowsTellTheirRounds(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		want venue.BetRound
	}{
		"whole":   {betRow, venue.BetRound{Number: "20231114-1", Shared: "20231114-1", Play: "大小 · 大", Outcome: "4,5,6"}},
		"a place": {`{"issueNumber":42,"betTypeName":"定位胆","position":"个位","number":"7","winningNumber":""}`, venue.BetRound{Number: "42", Shared: "42", Play: "定位胆 · 个位 · 7"}},
		"empty":   {`{}`, venue.BetRound{}},
		"no row":  {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// H-131, H-312: only the two choices of one play on one place of one draw oppose each other.
func TestTwoChoicesOfAPlayAreItsSides(t *testing.T) {
	line := func(channel, issue, kind, position, number string) venue.BetLine {
		l, err := readLine([]byte(`{"serialNumber":"B1","playerName":"a","channelId":"` + channel + `","issueNumber":"` + issue + `","betTypeName":"` + kind + `","position":"` + position +
			`","number":"` + number + `","cost":1,"state":0,"createTime":"2023-11-14T21:50:01Z","updateTime":"2023-11-14T21:50:05Z"}`))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	big := line("13", "7", "大小单双", "万位", "大")
	if big.Round != "7" || big.Market != "13/大小单双/万位/大小" || big.Side != "大" {
		t.Errorf("%+v", big)
	}
	opposes := func(other venue.BetLine) bool {
		return other.Round == big.Round && other.Market == big.Market && other.Side != big.Side && other.Side != ""
	}
	if !opposes(line("13", "7", "大小单双", "万位", "小")) {
		t.Error("小 does not oppose 大")
	}
	for name, other := range map[string]venue.BetLine{
		"the same": big, "another issue": line("13", "8", "大小单双", "万位", "小"), "another lottery": line("2", "7", "大小单双", "万位", "小"),
		"another place": line("13", "7", "大小单双", "千位", "小"), "another play": line("13", "7", "总和", "万位", "小"), "another pair": line("13", "7", "大小单双", "万位", "双"),
		"several": line("13", "7", "大小单双", "万位", "大,小"), "a number": line("13", "7", "大小单双", "万位", "7"), "no issue": line("13", "", "大小单双", "万位", "小"), "no lottery": line("", "7", "大小单双", "万位", "小"),
	} {
		if opposes(other) {
			t.Errorf("%s opposes: %+v", name, other)
		}
	}
}
