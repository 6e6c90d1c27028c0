package venue

import (
	"maps"
	"slices"
)

// entries are the shipped games that only open something: their code names a lobby or a
// hall, and bets made there carry other codes. The value is the code of all these
// bets, "" where each bet has the code of its own game or sport. Lobbies whose bets all
// carry the lobby's code are not here.
var entries = map[[2]string]string{
	{"b36", "0"}: "", {"b37", "0"}: "", {"b45", "0"}: "",
	{"pin", "0"}: "", {"im", "0"}: "", {"ime", "0"}: "", {"avia", "0"}: "", {"tf", "0"}: "",
	{"bbin", "live"}: "", {"ag", "0"}: "", {"wm", "0"}: "", {"sexy", "0"}: "",
	{"tcg", "0"}: "", {"vr", "0"}: "",
	{"ag", "6-hall2"}: "6", {"ag", "6-hall3"}: "6", {"ag", "6-hall4"}: "6", {"ag", "6-hall5"}: "6",
	{"ag", "6-hall6"}: "6", {"ag", "6-hall7"}: "6", {"ag", "6-hall8"}: "6",
}

// wholes are the names of games whose code also is that of the bets of other entries.
var wholes = map[[2]string]string{{"ag", "6"}: "全部捕鱼"}

// ownless are the keys of the entries whose bets have no code in common.
var ownless = func() (keys []string) {
	for _, key := range slices.SortedFunc(maps.Keys(entries), compareCodes) {
		if entries[key] == "" {
			keys = append(keys, key[0]+":"+key[1])
		}
	}
	return keys
}()

func compareCodes(a, b [2]string) int { return slices.Compare(a[:], b[:]) }
