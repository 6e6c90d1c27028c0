package apptest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/playerapi"
	"hongyun/internal/statement"
)

// ledgerOf reads every page of a player's movements, newest first.
func ledgerOf(t *testing.T, b *apptest.Browser) (lines []map[string]any) {
	t.Helper()
	for before := ""; ; {
		r := must(t, "ledger", b.Post("/v1/Select/LedgerItems", "startDate", "2026-03-01", "endDate", "2026-03-03", "Before", before))
		for _, item := range r.Body["Items"].([]any) {
			lines = append(lines, item.(map[string]any))
		}
		if before = r.Text("Next"); before == "" {
			return lines
		}
	}
}

// H-361, REC-01, REC-02: every movement of the wallet is in one list with the
// balance the books left, opens by a number that tells nothing of our keys, and
// belongs to its player alone.
func TestEveryRecordOpensByItsNumber(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b, other := h.Register("Ming88"), h.Register("Hong66")
		h.Grant("Ming88", 500*money.Yuan)
		h.Clock.Advance(time.Minute)
		sn := paid(t, h, b, "500", "38")
		h.Clock.Advance(time.Minute)
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "300"))
		h.Clock.Advance(time.Minute)
		must(t, "claim", b.Post("/v1/Do/PromotionClaimAction", "id", "34"))

		lines := ledgerOf(t, b)
		var shown []string
		for _, l := range lines {
			shown = append(shown, fmt.Sprintf("%s %s %s", l["Kind"], l["KindText"], l["Note"]))
			for _, secret := range []string{"ming88", "promo:", "player:"} {
				if strings.Contains(strings.ToLower(fmt.Sprint(l)), secret) {
					t.Errorf("an internal key: %v", l)
				}
			}
		}
		way := must(t, "tab", b.Post("/v1/Select/FundingItems", "PageIndex", "1")).Body["FundingDataItems"].([]any)[0].(map[string]any)["Note"].(string)
		if got := strings.Join(shown, "\n"); way == "" || got != "bonus 红利 天天存款红包\ntransfer 转入场馆 中心钱包 → 鸿运棋院\nbonus 红利 每日存款加赠 4%\ndeposit 存款到账 "+way+"\nother 账户入款 " {
			t.Errorf("lines:\n%s", got)
		}
		running := 0.0
		for i := len(lines) - 1; i >= 0; i-- {
			running += lines[i]["Amount"].(float64)
			if diff := running - lines[i]["Balance"].(float64); diff > 0.001 || diff < -0.001 {
				t.Errorf("line %d: %v, running %.2f", i, lines[i], running)
			}
		}
		for _, l := range lines {
			number := l["OrderSn"].(string)
			r := must(t, "detail", b.Post("/v1/Select/RecordDetail", "OrderSn", number))
			if r.Text("Data.OrderSn") != number || r.Text("Data.Kind") != l["Kind"] || strings.Contains(strings.ToLower(string(r.Raw)), "ming88") {
				t.Errorf("%v: %s", l, r)
			}
			if r := other.Post("/v1/Select/RecordDetail", "OrderSn", number); r.Status != http.StatusNotFound {
				t.Errorf("another player reads %s: %s", number, r)
			}
			if owners, err := h.Statement.Owners(t.Context(), h.DB, number); err != nil || number != sn && (len(owners) != 1 || owners[0] != "ming88") {
				t.Errorf("staff find nobody by %s: %v %v", number, owners, err)
			}
		}
		// A record that is no order can be asked about by its owner alone.
		bonus := lines[0]["OrderSn"].(string)
		if r := other.Post("/v1/Do/TicketOpenAction", "kind", "bonus", "text", "别人的红利", "about", "record", "ref", bonus); r.OK() {
			t.Errorf("another player asks about %s: %s", bonus, r)
		}
		if r := must(t, "ask", b.Post("/v1/Do/TicketOpenAction", "kind", "bonus", "text", "这笔红利怎么算的", "about", "record", "ref", bonus)); r.Text("Data.Ref") != bonus {
			t.Errorf("the question names no record: %s", r)
		}
		detail := string(must(t, "deposit", b.Post("/v1/Select/RecordDetail", "OrderSn", sn)).Raw)
		for _, part := range []string{`"StatusText":"成功"`, "款项到账，入中心钱包", "每日存款加赠 4%", `"Required":500.00`, `"Required":20.00`, `"Label":"手续费","Text":"免费"`} {
			if !strings.Contains(detail, part) {
				t.Errorf("no %s in %s", part, detail)
			}
		}
		// The documented tabs show the same numbers.
		for _, kind := range []string{"", "5"} {
			for _, item := range must(t, "tab", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", kind)).Body["FundingDataItems"].([]any) {
				must(t, "open", b.Post("/v1/Select/RecordDetail", "OrderSn", item.(map[string]any)["OrderSn"].(string)))
			}
		}
		for _, item := range must(t, "tab", b.Post("/v1/Select/PointTransferItems", "PageIndex", "1")).Body["FundingDataItems"].([]any) {
			must(t, "open", b.Post("/v1/Select/RecordDetail", "OrderSn", item.(map[string]any)["OrderSn"].(string)))
		}
		if r := b.Post("/v1/Select/LedgerItems", "Before", "x"); r.Status != http.StatusBadRequest {
			t.Errorf("a broken page: %s", r)
		}
	})
}

// H-361: pages of the list have no gap and no double line, and the query reads
// the index of the player's postings on both engines.
func TestTheLedgerIsPagedByIndex(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		for i := range 65 {
			h.Grant("Ming88", money.Fen(100+i))
			if i%3 == 0 {
				h.Clock.Advance(time.Second)
			}
		}
		lines := ledgerOf(t, b)
		seen := map[string]bool{}
		for _, l := range lines {
			seen[l["OrderSn"].(string)] = true
		}
		if len(lines) != 65 || len(seen) != 65 {
			t.Errorf("%d lines, %d numbers", len(lines), len(seen))
		}
		query := ` SELECT p.entry_id FROM posting p JOIN entry e ON e.id = p.entry_id WHERE p.player <> ''
			AND (p.from_account = 'player:' || p.player || ':centre' OR p.to_account = 'player:' || p.player || ':centre')
			AND p.player = 'ming88' ORDER BY p.entry_id DESC, p.line DESC LIMIT 31`
		var plan []string
		var err error
		if h.DB.Postgres() {
			err = h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.NewRaw("SET LOCAL enable_seqscan = off").Exec(ctx); err != nil { // so small a table is read whole
					return err
				}
				return tx.NewRaw("EXPLAIN"+query).Scan(ctx, &plan)
			})
		} else {
			var rows []struct {
				ID, Parent, Notused int64
				Detail              string
			}
			err = h.DB.NewRaw("EXPLAIN QUERY PLAN"+query).Scan(t.Context(), &rows)
			for _, row := range rows {
				plan = append(plan, row.Detail)
			}
		}
		if text := strings.Join(plan, "\n"); err != nil || !strings.Contains(text, "posting_player") {
			t.Errorf("%v, no index: %s", err, text)
		}
	})
}

// H-361: an export is the same list as text, harmless in a spreadsheet, bounded
// and rare.
func TestTheLedgerIsExported(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		h.Grant("Ming88", 500*money.Yuan)
		r := must(t, "export", b.Post("/v1/Select/LedgerExport", "startDate", "2026-03-01", "endDate", "2026-03-02"))
		text := r.Text("Data")
		if !strings.HasPrefix(text, "\ufeff时间（北京时间）,单号,类型,说明,金额（元）,余额（元）\r\n2026-03-02 12:00:00,A260302120000") || !strings.HasSuffix(text, ",账户入款,,500.00,500.00\r\n") {
			t.Errorf("%q", text)
		}
		if r := b.Post("/v1/Select/LedgerExport", "startDate", "2025-01-01", "endDate", "2026-03-02"); r.Status != http.StatusBadRequest {
			t.Errorf("too long: %s", r)
		}
		if r := b.Post("/v1/Select/LedgerExport"); r.Status != http.StatusTooManyRequests {
			t.Errorf("a third at once: %s", r)
		}
	}, func(c *app.Config) { c.Rates = playerapi.Rates{Export: 2} })
}

// H-360, H-361: a withdrawal that waits after a change of the account says until
// when, and no longer once that time is over.
func TestAReceiptSaysUntilWhenAWithdrawalIsHeld(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		h.Grant("Ming88", 500*money.Yuan)
		must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
		must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
			"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
		id := must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64)
		sn := must(t, "withdraw", b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", formatID(id), "withdrawAmount", "200")).Text("OrderSn")
		next := func() string {
			return must(t, "detail", b.Post("/v1/Select/RecordDetail", "OrderSn", sn)).Text("Data.Next")
		}
		if got := next(); !strings.Contains(got, "须待 2026-03-02 12:10:00 之后") {
			t.Error(got)
		}
		over, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := h.Statement.Receipt(over, h.DB, "ming88", sn); err == nil || errors.Is(err, statement.ErrNoReceipt) {
			t.Errorf("a database that does not answer makes no record that does not exist: %v", err)
		}
		h.Clock.Advance(10 * time.Minute)
		if got := next(); strings.Contains(got, "须待") || !strings.HasPrefix(got, "款项已冻结，等待审核。") {
			t.Errorf("the wait is over: %s", got)
		}
	}, func(c *app.Config) { c.Cashier.HoldAfterChange = 10 * time.Minute })
}
