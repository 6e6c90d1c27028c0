package adminapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/adminapi"
	"hongyun/internal/apptest"
	"hongyun/internal/money"
)

// exportedAs names the file of each paged list whose path and file differ.
var exportedAs = map[string]string{
	"/players/{id}/postings":   "postings",
	"/players/{id}/bets":       "bets", // with the player as its filter, as the next two
	"/players/{id}/transfers":  "transfers",
	"/players/{id}/vip/awards": "vip-awards",
	"/fund/records":            "fund-records",
	"/vip/awards":              "vip-awards",
	"/vip/runs":                "vip-runs",
	"/promo/awards":            "promo-awards",
	"/coins/transfers":         "coin-transfers",
	"/bank/lines":              "bank-lines",
	"/bank/files":              "bank-files",
	"/reconcile/findings":      "findings",
	"/reconcile/runs":          "recon-runs",
	"/books/runs":              "book-runs",
	"/feed/windows":            "windows",
	"/alarms/events":           "alarms",
}

// notExported are the paged lists without a file, with the reason.
var notExported = map[string]string{
	"/coins/rates/history":                  histories,
	"/fund/tasks/{id}/history":              histories,
	"/vip/tables/{id}/history":              histories,
	"/vip/settings/history":                 histories,
	"/promotions/{id}/history":              histories,
	"/settings/{kind}/history":              histories,
	"/vip/dry":                              "what a run would bring if it ran now: the file of a run itself is vip-awards",
	"/promo/entrants":                       "the places of one draw, which its proof counts on screen: what it gave is in promo-awards",
	"/players/{id}/turnover/{bucket}/lines": "which bets filled one requirement: the bets are in the file of bets",
	"/venues/{code}/games":                  "how the vendor's list differs from the catalogue, until it is applied: the catalogue is in games",
	"/feed/windows/{id}/files":              "the vendor's files of one window: the windows are in windows",
	"/requests":                             "what one person asked for themself: all requests are in approvals",
}

const histories = "versions of one rule, each shown as the sentences that changed; the trail (audit) has every change as a file"

// A list that staff see page by page can be taken as a file, or says why not.
func TestEachPagedListIsExportedOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	files, paged := map[string]bool{}, map[string]bool{}
	for _, r := range adminapi.Routes() {
		if name, ok := strings.CutPrefix(r.Path, "/exports/"); ok {
			files[name] = true
		}
	}
	for _, r := range adminapi.Routes() {
		if r.Method != http.MethodGet || !slices.Contains(r.Query, "size") {
			continue
		}
		paged[r.Path] = true
		name := exportedAs[r.Path]
		if name == "" {
			name = strings.TrimPrefix(r.Path, "/")
		}
		switch why := notExported[r.Path]; {
		case why == "" && !files[name]:
			t.Errorf("%s is read page by page and has no file", r.Path)
		case why != "" && exportedAs[r.Path] != "":
			t.Errorf("%s is among the exceptions and has a file", r.Path)
		}
	}
	for path := range notExported {
		if !paged[path] {
			t.Errorf("the exception %s is no paged list", path)
		}
	}
	for path := range exportedAs {
		if !paged[path] {
			t.Errorf("the exported %s is no paged list", path)
		}
	}
}

// The postings of a player are a file of that player and of nobody else.
func TestThePostingsOfAPlayerAreAFile(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		for _, name := range []string{"Ming", "Hong"} {
			h.Register(name)
		}
		h.Grant("hong", 7_00)
		for i := range 130 { // more than a page
			h.Grant("ming", money.Fen(100+i))
		}
		expect(t, d.get("/exports/postings"), http.StatusBadRequest, "code", "admin.input")
		rows := strings.Split(strings.TrimSpace(string(expect(t, d.get("/exports/postings?playerId=ming"), http.StatusOK).Raw)), "\n")
		if len(rows) != 131 || strings.Contains(strings.Join(rows, "\n"), "player:hong") {
			t.Errorf("%d rows, or those of somebody else: %q", len(rows), rows[0])
		}
		to := fmt.Sprintf("&to=%d", h.Clock.Now().Add(-time.Hour).UnixMilli())
		if rows := strings.Split(strings.TrimSpace(string(expect(t, d.get("/exports/postings?playerId=ming"+to), http.StatusOK).Raw)), "\n"); len(rows) != 1 {
			t.Errorf("before the first posting: %d rows", len(rows))
		}
		expect(t, d.get("/audit?action=data.export"), http.StatusOK, "items.0.subject.label", "玩家账目")
	})
}
