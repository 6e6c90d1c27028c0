package apptest_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// D-18: who moves money to a venue must know it again in the wallet, on the
// pages of games and in every record. The catalogue alone names it: what the
// operator changes there changes everywhere. TRF-01, TRF-06, REC-01, REC-04.
func TestAVenueHasOneNameEverywhere(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		const name, before = "听雪棋院", "鸿运棋院"
		b := h.Register("Ming88")
		h.Grant("Ming88", money.Fen(50000))
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "400"))
		h.Clock.Advance(time.Minute)
		control(t, h, "/bets", map[string]any{"venue": "ky", "player": "Ming88", "stake": "100", "payout": "50", "status": "settled"})
		h.Advance(5 * time.Minute)
		h.Advance(5 * time.Minute)

		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE venue SET name = ? WHERE code = 'ky'", name).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(3 * time.Second) // pages remember for two
		const day = "2026-03-02"
		for what, r := range map[string]apptest.Reply{
			"game pages":   b.Get("/v1/PubInterface/VenueItems"),
			"wallet":       b.Post("/v1/Select/PlayerBalance"),
			"live wallet":  b.Post("/v1/Do/CallPlatformBalancesAction"),
			"cash record":  b.Post("/v1/Select/PointTransferItems", "PageIndex", "1", "ActionType", "-1"),
			"bet venues":   b.Post("/v1/Select/GetBetRecordPlatform", "PageIndex", "1", "DateTime", day),
			"bets":         b.Post("/v1/Select/GetBetRecordDetail", "PageIndex", "1", "DateTime", day, "GameType", "26"),
			"recycled now": b.Post("/v1/Do/OneClickRecyclingAction"),
		} {
			if text := string(must(t, what, r).Raw); !strings.Contains(text, name) || strings.Contains(text, before) {
				t.Errorf("%s: %s", what, text)
			}
		}
		if text := page(t, h); strings.Contains(text, `<script id="boot"`) && !strings.Contains(text, `"26":"`+name+`"`) {
			t.Error("the page is written with another name")
		}
	})
}

func page(t *testing.T, h *apptest.House) string {
	t.Helper()
	r, err := http.Get(h.URL("player") + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
