package bet_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/fb"
	"hongyun/internal/venue/tcg"
	"hongyun/internal/venue/venuetest"
	"hongyun/internal/venue/wire"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	fbcompany "hongyun/sandbox/venues/fb"
)

var fbVenue = realVenue{
	code: "fb", files: true, games: []arcade.Game{{Code: "0", Name: "体育大厅"}}, protocol: sandbox.FB{MerchantID: agent, Secret: secret},
	adapter: func(address string, clock calendar.Clock) (venue.Venue, error) {
		return fb.New(fb.Config{
			Code: "fb", PlatformID: 14, BaseURL: address, MerchantID: agent, Secret: secret,
			Meanings: map[string]fb.Meaning{strconv.Itoa(fbcompany.CodeNoUser): fb.NoUser},
			Markets:  wire.Markets{"让球": {Kind: wire.Handicap}, "大小": {Kind: wire.Total}, "独赢": {Kind: wire.Result}, "单双": {Kind: wire.OddEven}},
			MinGap:   time.Millisecond, Timeout: time.Second, Clock: clock,
		})
	},
}

// cut adds a file that was cut some minutes after noon, with one lost bet of 10 yuan.
func (h *fixture) cut(id string, minutes int) {
	h.ky.mu.Lock()
	defer h.ky.mu.Unlock()
	l := h.line("bet-"+id, 1000, 0)
	h.ky.files = append(h.ky.files, cutFile{id: id, at: dbtest.Noon.Add(time.Duration(minutes) * time.Minute), lines: []venue.BetLine{l}})
}

// filesAsked checks which files were asked for since the last look.
func (h *fixture) filesAsked(want string) {
	h.t.Helper()
	if got := strings.Join(h.ky.fileAsked, " "); got != want {
		h.t.Errorf("files asked for: %q, want %q", got, want)
	}
	h.ky.fileAsked = nil
}

// accounts checks the account of all files, as id:state:attempts.
func (h *fixture) accounts(want string) {
	h.t.Helper()
	var rows []struct {
		File, State string
		Attempts    int
	}
	if err := h.db.NewRaw(`SELECT file, state, attempts FROM bet_file ORDER BY file`).Scan(h.t.Context(), &rows); err != nil {
		h.t.Fatal(err)
	}
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s:%s:%d", r.File, r.State, r.Attempts))
	}
	if joined := strings.Join(got, " "); joined != want {
		h.t.Errorf("files %q, want %q", joined, want)
	}
}

// window is the newest window.
func (h *fixture) window() feed.Window {
	h.t.Helper()
	all, _, err := h.Feed.Windows(h.t.Context(), feed.WindowFilter{Page: page(1, 50)})
	if err != nil || len(all) == 0 {
		h.t.Fatal(all, err)
	}
	return all[0]
}

// practice 16: files that overlapping windows list are read once.
func TestEachFileIsReadOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.cut("8", -4)
		h.pull()
		h.filesAsked("7 8")
		if w := h.window(); w.State != feed.Done || w.Files != 2 || w.FilesMissing != 0 || w.Lines != 2 || w.Added != 2 || w.Pages != 3 || w.Counted != -1 {
			t.Errorf("window %+v", w)
		}
		h.cut("9", -2)
		h.clock.Advance(time.Minute)
		h.pull() // lists 8 and 9
		h.filesAsked("9")
		h.accounts("7:read:0 8:read:0 9:read:0")
		h.complete("02-12:00", 0)
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.proved()
	})
}

// practice 5: a file that fails keeps its window open and keeps out no other
// file. Only the missing one is asked for again, and the window is not halved.
func TestAMissingFileKeepsItsWindowOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for i, id := range []string{"6", "7", "8"} {
			h.cut(id, -30+i)
		}
		h.ky.fileFails = map[string]error{"7": errSilence}
		h.pull()
		h.filesAsked("6 7 8")
		h.accounts("6:read:0 7:missing:1 8:read:0")
		h.complete("02-11:19", 1)
		h.wants("ming", "wallet -2000 bets 2 stake 2000 valid 2000 win -2000 left 0")
		if w := h.window(); w.State != feed.Gap || w.Files != 3 || w.FilesMissing != 1 || w.Error != "1 of 3 files are missing, such as 7: no answer" {
			t.Errorf("window %+v", w)
		}
		files, n, err := h.Feed.Files(t.Context(), h.window().ID, page(1, 2))
		if err != nil || n != 3 || len(files) != 2 || files[0].ID != "7" || files[0].State != "missing" || files[0].Error != "no answer" || !files[0].ReadAt.IsZero() {
			t.Errorf("files %+v, %d, %v", files, n, err)
		}
		if f := files[1]; f.ID != "6" || f.State != "read" || f.Lines != 1 || f.ReadAt.IsZero() || f.ListedAt.IsZero() || f.Venue != "ky" {
			t.Errorf("a file that was read: %+v", f)
		}
		for range 6 {
			h.clock.Advance(30 * time.Minute)
			h.repull()
		}
		h.filesAsked("7 7 7 7 7 7")
		if _, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap}); err != nil || n != 1 {
			t.Errorf("%d gaps, %v", n, err)
		}
		h.proved()
		h.ky.fileFails = nil
		h.clock.Advance(30 * time.Minute)
		h.repull()
		h.filesAsked("7")
		h.accounts("6:read:0 7:read:7 8:read:0")
		h.complete("02-11:57", 0)
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.proved()
	})
}

// A file that was listed once is expected until it is read, whether the venue
// lists it again or not.
func TestAFileThatIsNotListedAnyMoreIsMissing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.ky.fileFails = map[string]error{"7": errSilence}
		h.pull()
		h.ky.files[0].gone = true
		h.clock.Advance(time.Minute)
		h.repull()
		h.filesAsked("7 7")
		h.complete("02-11:19", 1)
		if w := h.window(); w.Files != 1 || w.FilesMissing != 1 {
			t.Errorf("window %+v", w)
		}
		h.ky.fileFails = nil
		h.clock.Advance(2 * time.Minute)
		h.repull()
		h.complete("02-11:57", 0)
		h.accounts("7:read:2")
		h.proved()
	})
}

// A venue that is down is not asked for all its files one by one.
func TestAfterThreeMissingFilesTheRestWaits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.fileFails = map[string]error{}
		for i := range 9 {
			id := fmt.Sprint(i)
			h.cut(id, -30+i)
			h.ky.fileFails[id] = errSilence
		}
		h.pull()
		h.filesAsked("0 1 2")
		if w := h.window(); w.FilesMissing != 9 || w.Files != 9 {
			t.Errorf("window %+v", w)
		}
		h.accounts("0:missing:1 1:missing:1 2:missing:1 3:listed:0 4:listed:0 5:listed:0 6:listed:0 7:listed:0 8:listed:0")
		h.ky.fileFails = nil
		h.clock.Advance(time.Minute)
		h.repull()
		h.filesAsked("3 4 5 6 7 8 0 1 2")
		h.complete("02-11:57", 0)
		h.proved()
	})
}

// Three files at the head of the list that never come keep none of the others out.
func TestFilesThatNeverComeDoNotStopTheOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.fileFails = map[string]error{}
		for i := range 6 {
			id := fmt.Sprint(i)
			h.cut(id, -30+i)
			if i < 3 {
				h.ky.fileFails[id] = errSilence
			}
		}
		h.pull()
		h.filesAsked("0 1 2")
		h.clock.Advance(time.Minute)
		h.repull()
		h.filesAsked("3 4 5 0 1 2")
		h.accounts("0:missing:2 1:missing:2 2:missing:2 3:read:0 4:read:0 5:read:0")
		h.wants("ming", "wallet -3000 bets 3 stake 3000 valid 3000 win -3000 left 0")
		h.proved()
	})
}

// practice 20: the daily window and one that staff ask for read all files again.
func TestAskingOnceMoreReadsFilesAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.pull()
		h.filesAsked("7")
		h.clock.Advance(time.Minute)
		h.ky.files[0].lines[0].Payout = 3000 // corrected where it is
		if _, err := h.Feed.PullAgain(t.Context(), staff.Actor{ID: "s1", Name: "boss"}, h.window().ID); err != nil {
			t.Fatal(err)
		}
		h.repull()
		h.filesAsked("7")
		h.wants("ming", "wallet 2000 bets 1 stake 1000 valid 1000 win 2000 left 0")
		if w := h.window(); w.Kind != "again" || w.State != feed.Done || w.Changed != 1 || w.Files != 1 {
			t.Errorf("window %+v", w)
		}
		h.proved()
	})
}

// A venue that wants more time between two files has not failed, and what was
// read is not read again.
func TestAVenueThatWantsMoreTimeBetweenFilesHasNotFailed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.cut("8", -29)
		h.ky.fileFails = map[string]error{"8": fmt.Errorf("ky: %w", venue.ErrTooSoon)}
		h.pull()
		h.accounts("7:read:0 8:listed:0")
		if w := h.window(); w.State != feed.Planned || w.Attempts != 0 || w.FilesMissing != 1 {
			t.Errorf("window %+v", w)
		}
		h.ky.fileFails = nil
		h.clock.Advance(time.Minute)
		h.repull()
		h.filesAsked("7 8 8")
		h.complete("02-11:57", 0)
		h.proved()
	})
}

// A process that dies between two files goes on where it was.
func TestAWindowCutOffBetweenFilesReadsTheOthers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.cut("8", -29)
		ctx, cancel := context.WithCancel(t.Context())
		h.ky.on = func(call int) {
			if call == 3 {
				cancel()
			}
		}
		h.ky.fileFails = map[string]error{"8": context.Canceled}
		if err := h.Feed.PullDue(ctx); err == nil {
			t.Error("a stopped sweep reports success")
		}
		h.complete("02-11:19", 0)
		h.ky.fileFails, h.ky.on = nil, nil
		h.clock.Advance(3 * time.Minute) // the lease
		h.repull()
		h.filesAsked("7 8 8")
		h.complete("02-11:57", 0)
		h.proved()
	})
}

// Verify names a file that is not read although its window is said to be complete.
func TestVerifyFindsAFileThatWasNeverRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.pull()
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`UPDATE bet_file SET state = 'listed'`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		found, err := bet.Verify(t.Context(), d, ledger.Everything())
		if err != nil || len(found) != 1 || found[0].Table != "bet_file" || found[0].Row != "ky:7" {
			t.Errorf("found %+v, %v", found, err)
		}
	})
}

func TestOldFilesAreRemovedAndMissingOnesStay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.cut("7", -30)
		h.cut("8", -29)
		h.ky.fileFails = map[string]error{"8": errSilence}
		h.pull()
		h.clock.Advance(36 * 24 * time.Hour)
		if err := h.Feed.Prune(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.accounts("8:missing:1")
	})
}

// With the periods of the demo a bet at TCG is stored within half a minute of
// its decision, at any second of the minute. No instant is called complete
// before its bets are stored.
func TestBetsOfTCGArriveWithinAMinute(t *testing.T) {
	v := tcgVenue
	v.protocol = sandbox.TCG{Merchant: agent, Key: desKey[:8], SignKey: secret, FileUser: agent, FilePassword: secret, CutEvery: 20 * time.Second}
	v.adapter = func(address string, clock calendar.Clock) (venue.Venue, error) {
		return tcg.New(tcg.Config{
			Code: "tcg", PlatformID: 51, BaseURL: address, Merchant: agent, Key: desKey[:8], SignKey: secret, PasswordKey: secret, Lag: 30 * time.Second,
			FileURL: address + "/files/ELOTTO", FileUser: agent, FilePassword: secret, MinGap: time.Millisecond, Timeout: time.Minute, Clock: clock,
		})
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h, company, account := realHouse(t, d, v)
		h.pull()
		for _, second := range []int{0, 19, 41} {
			id := fmt.Sprint("b", second)
			h.clock.Set(h.clock.Now().Truncate(time.Minute).Add(time.Minute + time.Duration(second)*time.Second))
			decided := h.clock.Now()
			company.Bet(t, venuetest.Bet{ID: id, Player: account, Stake: 100, Valid: -1, Status: venue.BetSettled})
			for here := false; !here; {
				h.clock.Advance(4 * time.Second)
				h.pull()
				versions, err := h.Versions(t.Context(), "tcg", id)
				if err != nil {
					t.Fatal(err)
				}
				here = len(versions) > 0
				took := h.clock.Now().Sub(decided)
				if took > 36*time.Second {
					t.Fatalf("%s is not here after %s", id, took)
				}
				status, err := h.Feed.Status(t.Context())
				if err != nil || !here && status[0].CompleteTo.After(decided) {
					t.Errorf("%s is missing, and all is here up to %s later, %v", id, status[0].CompleteTo.Sub(decided), err)
				}
			}
		}
		h.proved()
	})
}
