package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/inbox"
)

func write(t *testing.T, d *db.DB, messages ...inbox.Message) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return inbox.Write(ctx, tx, messages...) })
	if err != nil {
		t.Fatal(err)
	}
}

func message(player, event string, kind inbox.Kind) inbox.Message {
	return inbox.Message{Player: player, Event: event, Kind: kind, Title: "标题", Body: "正文", About: inbox.AboutDeposit, Ref: "D1"}
}

// A message exists if and only if its event happened, and once however often
// the event is told.
func TestOneEventMakesOneMessageOfAPlayer(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box := inbox.New(d)
		m := message("ming", "deposit.credited:D1", inbox.Deposit)
		write(t, d, m, message("other", "deposit.credited:D1", inbox.Deposit), m)
		write(t, d, m)
		undone := errors.New("the transaction fails")
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := inbox.Write(ctx, tx, message("ming", "deposit.credited:D2", inbox.Deposit)); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		list, total, err := box.List(t.Context(), "ming", 20, 0)
		if err != nil || total != 1 || len(list) != 1 {
			t.Fatalf("%d messages: %+v, %v", total, list, err)
		}
		got := list[0]
		if got.ID == "" || got.Title != "标题" || got.Body != "正文" || got.About != inbox.AboutDeposit || got.Ref != "D1" || !got.At.Equal(dbtest.Noon) || !got.ReadAt.IsZero() {
			t.Errorf("%+v", got)
		}
	})
}

func TestMessagesAreMarkedByTheirPlayerAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, box := t.Context(), inbox.New(d)
		for i := range inbox.UnreadMost + 5 {
			write(t, d, message("ming", fmt.Sprint("security:", i), inbox.Security))
			dbtest.Clock(d).Advance(time.Second)
		}
		n, newest, err := box.Unread(ctx, "ming")
		if err != nil || n != inbox.UnreadMost {
			t.Fatalf("%d unread, %v: the count stops at %d", n, err, inbox.UnreadMost)
		}
		first, _, _ := box.List(ctx, "ming", 20, 0)
		second, total, err := box.List(ctx, "ming", 20, 20)
		if err != nil || total != inbox.UnreadMost+5 || first[0].ID != newest || !second[0].At.Before(first[19].At) {
			t.Errorf("pages do not follow each other: %d, %v", total, err)
		}
		for _, guess := range []string{newest, "", "x"} {
			if err := box.Read(ctx, "other", guess); !errors.Is(err, inbox.ErrNoMessage) {
				t.Errorf("another player marks %q: %v", guess, err)
			}
		}
		if err := box.ReadAll(ctx, "other"); err != nil {
			t.Fatal(err)
		}
		if n, _, _ = box.Unread(ctx, "ming"); n != inbox.UnreadMost {
			t.Errorf("another player marked messages: %d", n)
		}
		for range 2 {
			if err := box.Read(ctx, "ming", newest); err != nil {
				t.Fatal(err)
			}
		}
		if first, _, _ = box.List(ctx, "ming", 1, 0); first[0].ReadAt.IsZero() {
			t.Error("the message is still unread")
		}
		if err := box.ReadAll(ctx, "ming"); err != nil {
			t.Fatal(err)
		}
		if n, _, _ = box.Unread(ctx, "ming"); n != 0 {
			t.Errorf("%d unread", n)
		}
	})
}

// A stopped player gets no invitation to play, and still gets messages about
// their own money and about amounts taken back.
func TestPromotionalMessagesAreLeftOutForStoppedPlayers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		stop := func(player, kind, term string, until, ends time.Time) {
			t.Helper()
			at := int64(0)
			if !ends.IsZero() {
				at = ends.UnixMilli()
			}
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("INSERT INTO guard_stop (id, player, kind, term, since, until, ends_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
					player, player, kind, term, tx.NowMillis(), until.UnixMilli(), at).Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		day := dbtest.Noon.Add(24 * time.Hour)
		stop("excluded", "exclusion", "1y", dbtest.Noon.AddDate(1, 0, 1), time.Time{})
		stop("timed", "timeout", "1d", day, day)
		all := func(event string) {
			for _, player := range []string{"excluded", "timed", "ming"} {
				for _, kind := range []inbox.Kind{inbox.Bonus, inbox.Level, inbox.BonusEnded, inbox.Deposit, inbox.Withdrawal, inbox.Security, inbox.Answer, inbox.Maintenance} {
					write(t, d, message(player, event+string(kind), kind))
				}
			}
		}
		all("first:")
		dbtest.Clock(d).Advance(25 * time.Hour)
		all("later:")
		for player, want := range map[string]int{"excluded": 12, "timed": 14, "ming": 16} {
			list, n, err := inbox.New(d).List(t.Context(), player, 20, 0)
			if err != nil || n != want {
				t.Errorf("%s has %d messages, want %d, %v", player, n, want, err)
			}
			invited := slices.ContainsFunc(list, func(m inbox.Message) bool { return m.Kind == inbox.Bonus || m.Kind == inbox.Level })
			if player == "excluded" && invited {
				t.Error("an excluded player is invited to play")
			}
		}
	})
}

func TestOldMessagesAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box := inbox.New(d)
		for i := range 1100 { // more than one batch
			if i%100 == 0 {
				write(t, d)
			}
			write(t, d, message("ming", fmt.Sprint("old:", i), inbox.Security))
		}
		dbtest.Clock(d).Advance(inbox.Kept)
		write(t, d, message("ming", "new", inbox.Security))
		if err := box.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, n, _ := box.List(t.Context(), "ming", 1, 0); n != 1101 {
			t.Errorf("%d messages: one of exactly that age stays", n)
		}
		dbtest.Clock(d).Advance(time.Second)
		if err := box.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list, n, _ := box.List(t.Context(), "ming", 1, 0); n != 1 || list[0].Event != "new" {
			t.Errorf("%d messages are left", n)
		}
	})
}

// Two nodes on one database each hear of a message once, also of one whose
// transaction began before a younger one was told.
func TestWatchersOfSeveralNodesTellEachMessageOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var heard [2][]string
		var nodes [2]*inbox.Watcher
		for i := range nodes {
			nodes[i] = &inbox.Watcher{DB: d, Log: dbtest.Quiet(), Tell: func(player, id string) { heard[i] = append(heard[i], player) }}
		}
		look := func() (out [2]string) {
			t.Helper()
			for i, node := range nodes {
				heard[i] = nil
				if err := node.Look(t.Context()); err != nil {
					t.Fatal(err)
				}
				slices.Sort(heard[i])
				out[i] = fmt.Sprint(heard[i])
			}
			return out
		}
		write(t, d, message("ming", "a", inbox.Security), message("ming", "b", inbox.Security), message("other", "a", inbox.Security))
		if got := look(); got != [2]string{"[ming other]", "[ming other]"} {
			t.Errorf("heard %v", got)
		}
		dbtest.Clock(d).Advance(5 * time.Second)
		if got := look(); got != [2]string{"[]", "[]"} {
			t.Errorf("heard again %v", got)
		}
		dbtest.Clock(d).Advance(-3 * time.Second) // began earlier, appears later
		write(t, d, message("late", "a", inbox.Security))
		dbtest.Clock(d).Advance(3 * time.Second)
		if got := look(); got != [2]string{"[late]", "[late]"} {
			t.Errorf("heard %v", got)
		}
	})
}
