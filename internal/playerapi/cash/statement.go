package cash

import (
	"context"
	"encoding/csv"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/statement"
)

// ledgerPage is how many movements one page holds.
const ledgerPage = 30

// ledgerItems serves LedgerItems, a call of ours: one list of every kind of
// movement, each with the balance as the books wrote it (H-361).
func (s *Handlers) ledgerItems(ctx context.Context, c *route.Caller, in LedgerIn) (LedgerOut, error) {
	from, to, err := route.Dates(in.StartDate, in.EndDate)
	if err != nil {
		return LedgerOut{}, err
	}
	q := statement.Query{Before: in.Before, Limit: ledgerPage}
	q.From, q.To = statement.Range(from, to, calendar.DayOf(s.Clock.Now()))
	lines, next, err := s.Statement.Lines(ctx, s.Read, c.Session.PlayerID, q)
	return LedgerOut{Answer: wire.Answer{IsSuc: true}, Items: api.Each(lines, ledgerItem), Next: next}, err
}

func ledgerItem(l statement.Line) LedgerItem {
	return LedgerItem{Time: wire.StampOf(l.At), OrderSn: l.Number, Kind: string(l.Kind), KindText: l.Text, Note: l.Note, Amount: l.Amount, Balance: l.After}
}

// ledgerExport serves LedgerExport: the same list as text that a spreadsheet
// opens. A longer range than one file holds is refused and not cut.
func (s *Handlers) ledgerExport(ctx context.Context, c *route.Caller, in LedgerExportIn) (wire.Data[string], error) {
	from, to, err := route.Dates(in.StartDate, in.EndDate)
	if err != nil {
		return wire.Data[string]{}, err
	}
	start, end := statement.Range(from, to, calendar.DayOf(s.Clock.Now()))
	lines, err := s.Statement.Export(ctx, s.Read, c.Session.PlayerID, start, end)
	if err != nil {
		return wire.Data[string]{}, err
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	rows := [][]string{{"时间（北京时间）", "单号", "类型", "说明", "金额（元）", "余额（元）"}}
	for _, l := range lines {
		rows = append(rows, []string{wire.StampOf(l.At), l.Number, cell(l.Text), cell(l.Note), l.Amount.String(), l.After.String()})
	}
	err = w.WriteAll(rows)
	return wire.DataOf("\ufeff" + b.String()), err
}

// cell keeps a spreadsheet from reading a text as a formula.
func cell(text string) string {
	if text != "" && strings.ContainsAny(text[:1], "=+-@\t\r") {
		return "'" + text
	}
	return text
}

// recordDetail serves RecordDetail, a call of ours. Another player's number is
// answered as one that does not exist.
func (s *Handlers) recordDetail(ctx context.Context, c *route.Caller, in OrderIn) (wire.Data[RecordDetail], error) {
	r, err := s.Statement.Receipt(ctx, s.Read, c.Session.PlayerID, in.OrderSn)
	if err != nil {
		return wire.Data[RecordDetail]{}, err
	}
	return wire.DataOf(RecordDetail{
		OrderSn: r.Number, Kind: string(r.Kind), KindText: r.Text, Amount: r.Amount, Unit: r.Unit, Status: r.Status, StatusText: r.StateText, Time: wire.StampOf(r.At),
		Steps: api.Each(r.Steps, func(st statement.Step) RecordStep {
			return RecordStep{Time: wire.StampOf(st.At), Text: st.Text, Done: st.Done}
		}),
		Facts: api.Each(r.Facts, func(f statement.Fact) RecordFact { return RecordFact{Label: f.Label, Text: f.Text} }),
		Next:  r.Next, Act: r.Act, Reason: r.Reason, TakeBack: r.TakeBack,
		Linked: api.Each(r.Linked, func(l statement.Linked) RecordLink {
			return RecordLink{OrderSn: l.Number, Text: l.Text, Amount: l.Amount}
		}),
		Turnover: api.Each(r.Turnover, bucket),
	}), nil
}

// takeBack serves WithdrawTakeBackAction, a call of ours (H-360).
func (s *Handlers) takeBack(ctx context.Context, c *route.Caller, in OrderIn) (wire.Answer, error) {
	_, err := s.Withdrawals.TakeBack(ctx, c.Session.PlayerID, in.OrderSn)
	return wire.Succeeded("提款已撤回，款项已退回中心钱包"), err
}
