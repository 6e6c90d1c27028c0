package sandbox

import "testing"

// The sheet has the code of baccarat alone.
func TestTablesOfAESexyHaveTheVendorsCode(t *testing.T) {
	for game, want := range map[string][2]string{
		"BAC": {"MX-LIVE-001", "百家乐"}, "0": {"MX-LIVE-001", "百家乐"}, "MX-LIVE-001": {"MX-LIVE-001", "百家乐"},
		"DT": {"DT", "龙虎"}, "ROU": {"ROU", "轮盘"}, "SHB": {"SHB", "骰宝"}, "X": {"X", "X"},
	} {
		if code, name := sexyTable(game); code != want[0] || name != want[1] {
			t.Errorf("%s is %s %s, want %v", game, code, name, want)
		}
	}
}
