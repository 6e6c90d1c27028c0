package cash

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/cashier"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/wallet"
)

// fundingItems serves FundingItems: deposits, withdrawals, bonuses, rebates (REC-01, REC-02).
func (s *Handlers) fundingItems(ctx context.Context, c *route.Caller, in FundingIn) (FundingOut, error) {
	from, to, err := route.Dates(in.StartDate, in.EndDate)
	if err != nil {
		return FundingOut{}, err
	}
	kind := in.FinanceType
	if kind == "1" { // sent by some pages for what the documents leave empty
		kind = ""
	}
	f, err := s.Records.Funding(ctx, c.Session.PlayerID, kind, from, to, wire.PageIndex(in.PageIndex))
	return FundingOut{
		Answer: wire.Answer{IsSuc: true}, Page: wire.PageOf(f.Total, wire.PageIndex(in.PageIndex), wire.PageSize),
		FundingDataItems: api.Each(f.Items, func(r cashier.Record) FundingRecord {
			return FundingRecord{
				Amount: r.Amount, FinanceType: r.KindText, PlayerName: c.Session.Name, StartTime: wire.StampOf(r.At),
				Status: r.Status, StatusText: r.StatusText, OrderSn: r.SN, Reason: r.Reason, Target: r.Target, Note: r.Note,
			}
		}),
	}, err
}

// transferItems serves PointTransferItems: the transfers between centre wallet
// and venues (D-07).
func (s *Handlers) transferItems(ctx context.Context, c *route.Caller, in TransfersIn) (FundingOut, error) {
	from, to, err := route.Dates(in.StartDate, in.EndDate)
	if err != nil {
		return FundingOut{}, err
	}
	filter := wallet.Filter{Player: c.Session.PlayerID, Page: staff.Page{Number: wire.PageIndex(in.PageIndex), Size: wire.PageSize}}
	if from != 0 {
		filter.From = from.Start()
	}
	if to != 0 {
		filter.To = to.End()
	}
	list, total, err := s.Wallets.List(ctx, s.Read, filter)
	if err != nil {
		return FundingOut{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return FundingOut{}, err
	}
	return FundingOut{
		Answer: wire.Answer{IsSuc: true}, Page: wire.PageOf(total, wire.PageIndex(in.PageIndex), wire.PageSize),
		FundingDataItems: api.Each(list, func(t wallet.Transfer) FundingRecord {
			status, text := transferStatus(t)
			return FundingRecord{
				Amount: t.Amount, FinanceType: transferText(t, names), PlayerName: c.Session.Name, StartTime: wire.StampOf(t.CreatedAt),
				Status: status, StatusText: text, OrderSn: t.Number(), Reason: t.ReasonText(), Note: transferNote(t, names),
			}
		}),
	}, nil
}

func transferText(t wallet.Transfer, names map[string]string) string {
	if t.Direction == wallet.In {
		return "中心钱包 → " + names[t.Venue]
	}
	return names[t.Venue] + " → 中心钱包"
}

// transferNote says where a transfer's money is.
func transferNote(t wallet.Transfer, names map[string]string) string {
	switch t.State {
	case wallet.Completed:
		note := "已转回中心钱包"
		if t.Direction == wallet.In {
			note = "已转入" + names[t.Venue]
		}
		if t.Moved > 0 && t.Moved != t.Amount {
			note += "，实际 ¥" + t.Moved.Grouped()
		}
		return note
	case wallet.Refused:
		return "款项已在原钱包，没有扣款"
	case wallet.Pending:
		return "正在等待场馆确认，款项不会丢失"
	}
	return "客服正在与场馆核实，款项不会丢失"
}

// turnoverItems shows each requirement with the bets that counted for it, and
// why each counted as much as it did.
func (s *Handlers) turnoverItems(ctx context.Context, c *route.Caller, in TurnoverIn) (wire.Data[[]TurnoverReport], error) {
	reports, err := s.Turnover.Buckets(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return wire.Data[[]TurnoverReport]{}, err
	}
	out := wire.DataOf([]TurnoverReport{})
	for _, b := range reports {
		if in.OrderSn != "" && in.OrderSn != bucketSn(b) {
			continue
		}
		out.Data = append(out.Data, TurnoverReport{TurnoverBucket: bucket(b), Lines: api.Each(b.Lines, func(l turnover.Line) TurnoverLine {
			return TurnoverLine{BetOrdersn: l.BetID, BetTime: wire.StampOf(l.BetAt), ValidAmount: l.Valid, Counted: l.Counted, Reason: l.Reason}
		})})
	}
	return out, nil
}
