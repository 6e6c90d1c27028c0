package adminapi_test

import (
	"context"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
)

// Backoffice 11: what is still to come back from self-excluded players is a list,
// the oldest first, with what is left of all of it.
func TestOpenForfeitsAreListed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true // rows without the exclusion that makes them
		boss := sit(t, h, "boss", "owner")
		expect(t, boss.get("/forfeits"), 200, "total", "0", "left", "0.00")
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, row := range []string{"('bonus:a', 'ming', 'bonus', 'a', 'house:bonus', 5000, 2000, 20, 0)", "('fund:b', 'hong', 'fund', 'b', 'house:bonus', 1000, 0, 10, 0)",
				"('bonus:c', 'li', 'bonus', 'c', 'house:bonus', 700, 700, 5, 30)"} {
				if _, err := tx.NewRaw("INSERT INTO forfeit (id, player, source, ref, account, due, taken, at, ended_at) VALUES " + row).Exec(ctx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, boss.get("/forfeits?size=10"), 200, "total", "2", "left", "40.00",
			"items.0.playerId", "hong", "items.0.due", "10.00", "items.0.taken", "0.00", "items.1.playerId", "ming", "items.1.taken", "20.00")
		expect(t, boss.get("/forfeits?size=10&page=2"), 200, "items.0.playerId", "none")
		expect(t, sit(t, h, "wu", "support").get("/forfeits"), 403)
	})
}
