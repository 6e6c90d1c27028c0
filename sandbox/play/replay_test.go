package play

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/reels"
)

// pageOf is the page of a round, as a browser gets it.
func (h *hall) pageOf(venue, id string) (int, string) {
	w := httptest.NewRecorder()
	h.ShowRound(w, httptest.NewRequest(http.MethodGet, "/", nil), venue, id)
	if dir := os.Getenv("HONGYUN_TEST_PAGES"); dir != "" {
		_ = os.WriteFile(dir+"/"+venue+"-"+id+".html", w.Body.Bytes(), 0o600)
	}
	return w.Code, w.Body.String()
}

// The page shows the reels that were really played, every turn of them.
func TestThePageOfASlotRoundShowsItsReels(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 100_000*money.Yuan)
	for i := range 60 {
		_, a := h.post("spin", fmt.Sprintf(`{"id":"round-%04d","game":"47001","coin":10}`, i))
		bet, err := h.Books.Bet(t.Context(), "s47", a.Round.ID)
		if err != nil {
			t.Fatal(err)
		}
		var d reels.Detail
		if err := json.Unmarshal([]byte(bet.Detail), &d); err != nil {
			t.Fatal(err)
		}
		status, page := h.pageOf("s47", bet.ID)
		cells, paid := 0, 0
		for _, s := range d.Result.Spins {
			for _, f := range s.Falls {
				cells += len(f.Grid) * len(f.Grid[0])
				won := map[int]bool{}
				for _, w := range f.Wins {
					for _, c := range w.Cells {
						won[c] = true
					}
				}
				paid += len(won)
			}
		}
		if status != http.StatusOK || strings.Count(page, "<td class") != cells || strings.Count(page, " paid\"") != paid || strings.Count(page, "<h2>") != len(d.Result.Spins)+1 {
			t.Fatalf("round %s: status %d, %d cells of %d, %d paid of %d", bet.ID, status, strings.Count(page, "<td class"), cells, strings.Count(page, " paid\""), paid)
		}
		for _, said := range []string{bet.ID, "风暴灯塔", "¥" + bet.Stake.String(), "¥" + bet.Payout.String(), d.Seed.Commitment, "试玩币"} {
			if !strings.Contains(page, said) {
				t.Fatalf("round %s does not say %s", bet.ID, said)
			}
		}
	}
}

func TestThePageOfShotsShowsEachShot(t *testing.T) {
	h := newPonds(t, "ming")
	_, a := h.volley("ming", h.shots("request-1", "novice", 50, 4, h.here("novice", 20).ID))
	status, page := h.pageOf("ag", a.Bet)
	if status != http.StatusOK || strings.Count(page, "<tr><td>") != 4 || !strings.Contains(page, "沧海捕鱼") || !strings.Contains(page, "0.50") {
		t.Errorf("%d %s", status, page)
	}
}

// A round that is not there, or is not over, has a page that says so and shows nothing.
func TestARoundThatIsNotOverHasNoPage(t *testing.T) {
	h := newHall(t)
	h.seat("Ming", 1000*money.Yuan)
	open := books.Bet{Venue: "s47", ID: "OPEN1", Player: "Ming", Game: "47001", Stake: 100, Valid: 100, Status: books.BetOpen, PlacedAt: h.at.Now()}
	if _, err := h.Books.PutBet(t.Context(), open, false); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"OPEN1", "NONE1", ""} {
		if status, page := h.pageOf("s47", id); status != http.StatusNotFound || !strings.Contains(page, "无法查看这一局") || strings.Contains(page, "OPEN1") {
			t.Errorf("%q: %d %s", id, status, page)
		}
	}
}
