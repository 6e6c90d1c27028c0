package adminapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
)

// H-440: however many cases are open, the file has each of them, and the list can be
// turned to its end.
func TestEveryOpenCaseIsInTheFile(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true // money that no company sent
		boss := sit(t, h, "boss", "owner")
		const open = 2100
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for from := 0; from < open; from += 100 {
				rows := make([]string, 100)
				for i := range rows {
					rows[i] = fmt.Sprintf("('S%05d', 'bank:icbc', 't%d', 100, '', '无主', 'test', %d)", from+i, from+i, 1000+from+i)
				}
				_, err := tx.NewRaw("INSERT INTO stray_money (sn, account, txn, amount, payer, note, made_by, created_at) VALUES " + strings.Join(rows, ", ")).Exec(ctx)
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(expect(t, boss.get("/exports/cases"), 200).Raw)), "\n")
		seen := map[string]bool{}
		for _, line := range lines[1:] {
			seen[strings.Split(line, ",")[1]] = true
		}
		if len(lines) != open+1 || len(seen) != open {
			t.Errorf("%d lines of %d cases, want %d", len(lines)-1, len(seen), open)
		}
		expect(t, boss.get("/cases?size=100&page=21"), 200, "total", fmt.Sprint(open), "items.99.id", "money:S02099")
	})
}
