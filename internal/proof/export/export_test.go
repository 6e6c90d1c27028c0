package export_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/xuri/excelize/v2"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/proof"
	"hongyun/internal/staff/stafftest"
)

// heapMost is by how much the heap may be larger while a file is written, whatever
// the number of its rows.
const heapMost = 64 << 20

// An export of a million bets streams in memory that does not grow with it, as CSV and
// as XLSX. If it failed, one accountant with one click would stop the site for players.
func TestAnExportStreamsInConstantMemory(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true // its bets are not in the books
		rows := proof.Of(50_000, 1_000_000)
		tally := proof.Begin(t, "exports", "an export of many bets needs less than 64 MB of heap")
		fill(t, h, rows)
		boss := logIn(t, h)
		from, to := h.Clock.Now().Add(-30*24*time.Hour).UnixMilli(), h.Clock.Now().UnixMilli()
		var notes []string
		for _, format := range []string{"csv", "xlsx"} {
			began, heap := time.Now(), watchHeap()
			body := boss.export(fmt.Sprintf("/exports/bets?venue=ky&from=%d&to=%d&format=%s", from, to, format))
			grown := heap.stop()
			if got := rowsOf(t, format, body); got != rows+1 {
				t.Errorf("%s: %d rows of %d", format, got, rows+1)
			}
			if grown > heapMost {
				t.Errorf("%s: the heap grew by %d MB", format, grown>>20)
			}
			notes = append(notes, fmt.Sprintf("%s: %d MB of heap, %d MB of file, %.0f s", format, grown>>20, body.size>>20, time.Since(began).Seconds()))
		}
		tally.Count(2 * rows)
		tally.Note("%s", strings.Join(notes, "; "))
		t.Log(rows, "rows;", strings.Join(notes, "; "))
	})
}

// fill writes bets of the last 30 days as they lie in the table.
func fill(t *testing.T, h *apptest.House, rows int) {
	t.Helper()
	start := h.Clock.Now().Add(-29 * 24 * time.Hour).UnixMilli()
	const portion = 5_000
	for from := 0; from < rows; from += portion {
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`INSERT INTO bet (venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay,
					bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw)
				WITH RECURSIVE n(i) AS (SELECT CAST(? AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
				SELECT 'ky', 'bet' || (100000000 + i), 1, TRUE, 'player' || (i % 500), 'hy_player' || (i % 500), '620', '德州扑克', 'settled', 100 + i % 9000, 100 + i % 9000, 0, '', '', FALSE,
					? + i * 2000, ? + i * 2000, ? + i * 2000, ?, 20260101, '', '', '{}'
				FROM n`, from, min(from+portion, rows), start, start, start, h.Clock.Now().Add(-time.Hour).UnixMilli()).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// browser is a member of staff who is logged in.
type browser struct {
	t      *testing.T
	at     string
	cookie *http.Cookie
}

func logIn(t *testing.T, h *apptest.House) *browser {
	t.Helper()
	account, err := stafftest.Add(t.Context(), h.Accounts, h.Clock.Now(), "boss", "owner")
	if err != nil {
		t.Fatal(err)
	}
	h.Clock.Advance(time.Minute) // a code serves once
	code, err := totp.GenerateCode(account.TOTPSecret, h.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(map[string]string{"name": "boss", "password": account.Password, "code": code})
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, at: h.URL("admin") + "/admin/v1"}
	r := b.do(http.MethodPost, "/login", text)
	defer r.Body.Close()
	for _, c := range r.Cookies() {
		if c.Name == "hongyun_staff" {
			b.cookie = c
		}
	}
	if b.cookie == nil {
		t.Fatalf("login: %s", r.Status)
	}
	return b
}

func (b *browser) do(method, path string, body []byte) *http.Response {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.at+path, bytes.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return response
}

// download is a file that was read: its lines are counted, an XLSX lies on the disk.
type download struct {
	size  int64
	lines int
	path  string
}

func (b *browser) export(path string) download {
	b.t.Helper()
	r := b.do(http.MethodGet, path, nil)
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(r.Body)
		b.t.Fatalf("%s: %s %s", path, r.Status, text)
	}
	d := download{path: b.t.TempDir() + "/file"}
	to, err := os.Create(d.path)
	if err != nil {
		b.t.Fatal(err)
	}
	defer to.Close()
	part := make([]byte, 64<<10)
	for {
		n, err := r.Body.Read(part)
		d.size += int64(n)
		d.lines += bytes.Count(part[:n], []byte("\n"))
		if _, wrong := to.Write(part[:n]); wrong != nil {
			b.t.Fatal(wrong)
		}
		if err == io.EOF {
			return d
		}
		if err != nil {
			b.t.Fatalf("%s broke off after %d bytes: %v", path, d.size, err)
		}
	}
}

// rowsOf counts the rows of a file, over all its sheets.
func rowsOf(t *testing.T, format string, d download) int {
	t.Helper()
	if format == "csv" {
		return d.lines
	}
	f, err := excelize.OpenFile(d.path, excelize.Options{UnzipXMLSizeLimit: 1 << 20, UnzipSizeLimit: 4 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	count := 0
	for i, name := range f.GetSheetList() {
		rows, err := f.Rows(name)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			count++
		}
		if i > 0 {
			count-- // each sheet has the head once more
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return count
}

// heap is the largest size of the heap since a moment.
type heap struct {
	done chan struct{}
	most chan uint64
}

func watchHeap() heap {
	h := heap{make(chan struct{}), make(chan uint64)}
	runtime.GC()
	before := heapNow()
	go func() {
		var most uint64
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-h.done:
				h.most <- most - min(most, before)
				return
			case <-tick.C:
				most = max(most, heapNow())
			}
		}
	}()
	return h
}

// stop says by how much the heap was larger at most.
func (h heap) stop() uint64 {
	close(h.done)
	return <-h.most
}

func heapNow() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
