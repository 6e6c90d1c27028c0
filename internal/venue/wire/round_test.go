package wire_test

import (
	"encoding/json"
	"testing"

	"hongyun/internal/venue/wire"
)

// A card of a venue that is read wrongly would show a player another hand than was dealt.
func TestCardsAreWrittenAsPlayersKnowThem(t *testing.T) {
	for text, want := range map[string]string{
		"D03": "♦3", "H11": "♥J", "SA": "♠A", "S.13": "♠K", "C10": "♣10", "C1": "♣A", "D00": "D00", "S14": "S14", "X5": "X5", "S": "S", "": "", "BANKER": "BANKER",
		"H.13,D.5*C.9,S.10": "♥K,♦5*♣9,♠10", "B2|1:S10,HJ|2:0,9": "B2|1:♠10,♥J|2:0,9", "庄:♦3♦3 闲:♥9♣10": "庄:♦3♦3 闲:♥9♣10", "庄S5": "庄♠5", "3b0a1d": "3b0a1d",
	} {
		if got := wire.Cards(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestFieldsOfManyFormsAreOneText(t *testing.T) {
	for raw, want := range map[string]string{`"x"`: "x", `0.95`: "0.95", `["a",2]`: "a, 2", `{}`: "", `[{}]`: "", `null`: "", ``: "", `[]`: ""} {
		if got := wire.Shown(json.RawMessage(raw)); got != want {
			t.Errorf("%s is %q, want %q", raw, got, want)
		}
	}
	if got := wire.Say(" · ", "", "庄", "  ", "闲"); got != "庄 · 闲" {
		t.Errorf("said %q", got)
	}
}
