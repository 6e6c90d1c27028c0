package ticket_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ticket"
)

// H-440: tickets that are answered, opened and reassigned while a file is written change
// their place in the list and leave its filter. Each ticket of the beginning is in the file
// once all the same, and no other.
func TestEachTicketOfTheBeginningIsReadOnceWhileTicketsChange(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		for i := range 12 {
			ask(t, desk, fmt.Sprintf("player%d", i), fmt.Sprintf("t%02d", i))
			dbtest.Clock(d).Advance(time.Second)
		}
		f := ticket.Filter{State: ticket.Open}
		keys, err := desk.Keys(ctx, f)
		if err != nil || len(keys) != 12 || keys[0] != "t11" {
			t.Fatalf("%q, %v; want the newest first, as in the list", keys, err)
		}
		var read []string
		for part := range slices.Chunk(keys, 4) {
			rows, err := desk.ByKey(ctx, part)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				read = append(read, row.ID)
			}
			dbtest.Clock(d).Advance(time.Minute)
			for _, id := range []string{"t00", "t05", "t11"} { // read, and still to read
				_ = desk.Take(ctx, anna, id, true)
				_ = desk.Answer(ctx, anna, ticket.Reply{Ticket: id, Text: "已处理", Last: id})
			}
			ask(t, desk, fmt.Sprintf("later%d", len(read)), fmt.Sprintf("x%d", len(read)))
		}
		if !slices.Equal(read, keys) {
			t.Errorf("read %q, want %q", read, keys)
		}
		if open, total, err := desk.List(ctx, f); err != nil || total != 12 || len(open) != 12 { // 9 of the beginning and 3 later ones
			t.Errorf("%d open tickets now, %v: nothing changed while the file was written", total, err)
		}
	})
}
