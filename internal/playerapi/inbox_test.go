package playerapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
)

func tell(t *testing.T, h *apptest.House, player, event string) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return inbox.Write(ctx, tx, inbox.Message{Player: player, Event: event, Kind: inbox.Security, Title: "新设备登录", Body: "<script>alert(1)</script>"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A message is told to the open pages of its player and to nobody else, by its
// id alone; a page that comes back with the last id it knows hears of what it
// missed, and of nothing if it missed nothing.
func TestMessagesReachOpenPagesAndPagesThatComeBack(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, other := h.Register("ming"), h.Register("other")
		page, _ := follow(t, ming)
		theirs, _ := follow(t, other)
		tell(t, h, "ming", "one")
		if line := page.next(t, "event:"); line != "event: inbox" {
			t.Errorf("the page hears %q", line)
		}
		unread := ming.Post("/v1/Select/InboxUnread")
		newest := unread.Text("Data.Newest")
		if !unread.OK() || unread.Text("Data.Unread") != "1" || newest == "" {
			t.Fatal(unread)
		}
		comesBack := func(last string) string {
			t.Helper()
			r := ming.Request(http.MethodGet, eventsCall, "")
			r.Header.Set("Accept", "text/event-stream")
			r.Header.Set("Last-Event-ID", last)
			response, err := ming.Client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			text := make([]byte, 0, 500)
			for deadline := time.Now().Add(2 * time.Second); time.Now().Before(deadline) && !strings.Contains(string(text), ": here"); {
				part := make([]byte, 500)
				n, err := response.Body.Read(part)
				if text = append(text, part[:n]...); err != nil {
					break
				}
			}
			return string(text)
		}
		if text := comesBack(newest); strings.Contains(text, "event:") {
			t.Errorf("a page that missed nothing hears %q", text)
		}
		tell(t, h, "ming", "two")
		if text := comesBack(newest); !strings.Contains(text, "id: ") || !strings.Contains(text, "event: inbox") || strings.Contains(text, "script") {
			t.Errorf("a page that missed a message hears %q", text)
		}
		theirs.next(t, ": here")
		select {
		case line := <-theirs.lines:
			if strings.HasPrefix(line, "event") {
				t.Errorf("another player hears %q", line)
			}
		default:
		}
	}, beats(200*time.Millisecond))
}

// Another player's message is not there, whoever guesses its id.
func TestMessagesAreReadByTheirPlayerAlone(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, other := h.Register("ming"), h.Register("other")
		tell(t, h, "ming", "one")
		id := ming.Post("/v1/Select/InboxUnread").Text("Data.Newest")
		if r := other.Post("/v1/Do/InboxReadAction", "id", id); r.Status != http.StatusNotFound {
			t.Errorf("another player marks it: %s", r)
		}
		if r := other.Post("/v1/Select/InboxItems"); strings.Contains(string(r.Raw), id) {
			t.Errorf("another player reads it: %s", r)
		}
		if r := h.Visitor().Post("/v1/Select/InboxItems"); r.Status != http.StatusUnauthorized {
			t.Errorf("a visitor: %s", r)
		}
		list := ming.Post("/v1/Select/InboxItems", "PageIndex", "1")
		if !list.OK() || !strings.Contains(string(list.Raw), `"Read":false`) || list.Text("Data.RowCount") != "1" {
			t.Errorf("list: %s", list)
		}
		if r := ming.Post("/v1/Do/InboxReadAction", "id", id); !r.OK() {
			t.Error(r)
		}
		if r := ming.Post("/v1/Do/InboxReadAllAction"); !r.OK() {
			t.Error(r)
		}
		if r := ming.Post("/v1/Select/InboxUnread"); r.Text("Data.Unread") != "0" {
			t.Errorf("unread: %s", r)
		}
	})
}
