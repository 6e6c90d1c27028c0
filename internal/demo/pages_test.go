package demo

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// GAME-05: what a page names as its games and bets, the games behind it offer by that name.
func TestPagesNameOnlyWhatTheirGamesOffer(t *testing.T) {
	read := func(path string) string {
		t.Helper()
		text, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	pages := read("web/player/src/features/venue/text/category.zh-cn.ts")
	for kind, sources := range map[string][]string{
		"sport": {"web/games/src/sports/text.ts"}, "esport": {"web/games/src/sports/text.ts"}, "live": {"web/games/src/live/text.ts"},
		"lottery": {"web/games/src/lottery/text.ts", "sandbox/lottery/picks.go"}, "board": {"sandbox/board/rules.go"},
	} {
		_, of, there := strings.Cut(pages, "\n    "+kind+": {")
		plays := regexp.MustCompile(`plays: \[([^\]]*)\]`).FindStringSubmatch(of)
		if !there || plays == nil {
			t.Errorf("%s names no plays", kind)
			continue
		}
		var offered string
		for _, source := range sources {
			offered += strings.ReplaceAll(read(source), `"`, "'")
		}
		for play := range strings.SplitSeq(plays[1], ", ") {
			if !strings.Contains(offered, play) {
				t.Errorf("the pages of %s name %s, which is not offered", kind, play)
			}
		}
	}
	for _, word := range []string{"四大渔场", "半全场", "首杀", "单局胜负", "五大联赛", "网球", "羽毛球"} {
		for _, file := range []string{"category.zh-cn.ts", "venues.zh-cn.ts"} {
			if strings.Contains(read("web/player/src/features/venue/text/"+file), word) {
				t.Errorf("%s speaks of %s, which no game has", file, word)
			}
		}
	}
}
