package bench

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
)

// seenWindow is short: once nearly everybody was seen, no request is the first
// of a minute any more.
const seenWindow = time.Second

// measureSeen reads the balances of players who have not been seen for two
// minutes. Most of the requests are the first of their player's minute; what
// they leave to be written is written within the window.
func (m *meter) measureSeen(b *testing.B) {
	b.Helper()
	const what = "PlayerBalance, not seen for 2 min"
	if !m.wanted(what) {
		return
	}
	err := m.house.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE player_ticket SET seen_at = seen_at - ?", (2 * time.Minute).Milliseconds()).Exec(ctx)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	r := &row{engine: m.engine, what: what, who: "random", clients: storeCallers, apart: true}
	begin, end := m.edges(r)
	w := wish{Base: strings.TrimPrefix(m.house.URL("player"), "http://"), Call: "balance", Clients: storeCallers, Window: seenWindow}
	made, err := m.street.run(w, begin, func() {
		if err := m.house.Players.WriteSeen(b.Context()); err != nil {
			b.Error(err)
		}
		end()
	})
	if err != nil {
		b.Fatal(err)
	}
	m.keep(r, made)
}
