package playerapi

import (
	"context"
	"strconv"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// mostDays is the longest range of one record query (trust INP-5).
const mostDays = 92

// dates reads a record query's range of whole days; either end may be missing.
// An end before its start is an error of the caller (REC-05).
func dates(start, end string) (from, to calendar.Day, err error) {
	if from, err = dayOf(start); err != nil {
		return 0, 0, err
	}
	if to, err = dayOf(end); err != nil {
		return 0, 0, err
	}
	switch {
	case from == 0 || to == 0:
	case to < from:
		return 0, 0, errInput.With("结束日期不能早于开始日期")
	case to > from.AddDays(mostDays):
		return 0, 0, errInput.With("查询时间范围不能超过三个月")
	}
	return from, to, nil
}

// dayOf is the day of "2006-01-02", with or without a time behind it; the
// documented client sends 00:00:00 and 23:59:59. Empty is no day.
func dayOf(text string) (calendar.Day, error) {
	if text == "" {
		return 0, nil
	}
	day, err := calendar.ParseDay(text[:min(10, len(text))])
	if err != nil {
		return 0, errInput.With("日期不正确")
	}
	return day, nil
}

func pageIndex(n int) int { return max(n, 1) }

// fundingItems serves FundingItems: deposits, withdrawals, bonuses, rebates (REC-01, REC-02).
func (s *Server) fundingItems(ctx context.Context, c *Caller, in FundingIn) (FundingOut, error) {
	from, to, err := dates(in.StartDate, in.EndDate)
	if err != nil {
		return FundingOut{}, err
	}
	kind := in.FinanceType
	if kind == "1" { // sent by some pages for what the documents leave empty
		kind = ""
	}
	f, err := s.Records.Funding(ctx, c.Session.PlayerID, kind, from, to, pageIndex(in.PageIndex))
	return FundingOut{
		Answer: Answer{IsSuc: true}, Page: pageOf(f.Total, pageIndex(in.PageIndex), pageSize),
		FundingDataItems: each(f.Items, func(r cashier.Record) FundingRecord {
			return FundingRecord{
				Amount: r.Amount, FinanceType: r.KindText, PlayerName: c.Session.Name, StartTime: stamp(r.At),
				Status: r.Status, StatusText: r.StatusText, OrderSn: r.SN, Reason: r.Reason, Target: r.Target,
			}
		}),
	}, err
}

// transferItems serves PointTransferItems: the transfers between centre wallet
// and venues (D-07).
func (s *Server) transferItems(ctx context.Context, c *Caller, in TransfersIn) (FundingOut, error) {
	from, to, err := dates(in.StartDate, in.EndDate)
	if err != nil {
		return FundingOut{}, err
	}
	filter := wallet.Filter{Player: c.Session.PlayerID, Page: staff.Page{Number: pageIndex(in.PageIndex), Size: pageSize}}
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
	names, err := s.venueNames(ctx)
	if err != nil {
		return FundingOut{}, err
	}
	return FundingOut{
		Answer: Answer{IsSuc: true}, Page: pageOf(total, pageIndex(in.PageIndex), pageSize),
		FundingDataItems: each(list, func(t wallet.Transfer) FundingRecord {
			status, text := transferStatus(t)
			return FundingRecord{
				Amount: t.Amount, FinanceType: transferText(t, names), PlayerName: c.Session.Name, StartTime: stamp(t.CreatedAt),
				Status: status, StatusText: text, OrderSn: t.Number(), Reason: t.ReasonText(),
			}
		}),
	}, nil
}

func transferText(t wallet.Transfer, names map[string]venue.Entry) string {
	if t.Direction == wallet.In {
		return "中心钱包 → " + names[t.Venue].Name
	}
	return names[t.Venue].Name + " → 中心钱包"
}

// venueNames are the catalogue's venues by code.
func (s *Server) venueNames(ctx context.Context) (map[string]venue.Entry, error) {
	list, err := s.Venues.List(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	names := make(map[string]venue.Entry, len(list))
	for _, e := range list {
		names[e.Code] = e
	}
	return names, nil
}

// betDays serves GetBetRecordMemberByDay (REC-03); the sums are those of the
// whole period, not of the page.
func (s *Server) betDays(ctx context.Context, c *Caller, in BetDaysIn) (Data[BetDays], error) {
	r, err := s.Bets.ByDay(ctx, c.Session.PlayerID, in.TimeType, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetDays]{}, err
	}
	return dataOf(BetDays{
		BetRecordMemberByDayDataItems: each(r.Items, func(d bet.DayRow) BetDay {
			return BetDay{BetTime: d.Day.String(), Quantity: d.Count, ValidAmount: d.Valid, BetWinAmount: d.Win}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, Page: pageOf(r.Total, pageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betVenues serves GetBetRecordPlatform (REC-04).
func (s *Server) betVenues(ctx context.Context, c *Caller, in BetVenuesIn) (Data[BetVenues], error) {
	day, err := dayOf(in.DateTime)
	if err != nil {
		return Data[BetVenues]{}, err
	}
	r, err := s.Bets.ByVenue(ctx, c.Session.PlayerID, day, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetVenues]{}, err
	}
	return dataOf(BetVenues{
		BetRecordPlatformDataItems: each(r.Items, func(v bet.VenueRow) BetVenue {
			return BetVenue{
				GameTypeName: v.Name, GameType: strconv.Itoa(v.PlatformID), Quantity: v.Count, ValidAmount: v.Valid, BetWinAmount: v.Win,
			}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, BetTime: day.String(),
		Page: pageOf(r.Total, pageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betLines serves GetBetRecordDetail (REC-04).
func (s *Server) betLines(ctx context.Context, c *Caller, in BetLinesIn) (Data[BetLines], error) {
	day, err := dayOf(in.DateTime)
	if err != nil {
		return Data[BetLines]{}, err
	}
	r, err := s.Bets.Lines(ctx, c.Session.PlayerID, day, in.GameType, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetLines]{}, err
	}
	return dataOf(BetLines{
		BetRecordDataItems: each(r.Items, func(l bet.LineRow) BetLine {
			return BetLine{
				BetTime: stamp(l.BetAt), PlatformCnName: l.VenueName, GameName: l.GameName, BetAmount: l.Stake, ValidAmount: l.Valid,
				BetWinAmount: l.Win, BetOrdersn: l.BetID, Status: l.Status,
			}
		}),
		BetAmountSum: r.Sum.Stake, BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count,
		BetTime: day.String(), Page: pageOf(r.Total, pageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betDetail serves BetDetail, a call of ours: one bet of the player.
func (s *Server) betDetail(ctx context.Context, c *Caller, in BetDetailIn) (Data[BetDetail], error) {
	d, err := s.Bets.Detail(ctx, c.Session.PlayerID, in.GameType, in.BetOrdersn)
	if err != nil {
		return Data[BetDetail]{}, err
	}
	return dataOf(BetDetail{
		BetLine: BetLine{
			BetTime: stamp(d.BetAt), PlatformCnName: d.VenueName, GameName: d.GameName, BetAmount: d.Stake, ValidAmount: d.Valid, BetWinAmount: d.Win,
			BetOrdersn: d.BetID, Status: d.Status,
		},
		BetRound:    BetRound{RoundTable: d.Table, RoundPlay: d.Play, RoundOutcome: d.Outcome},
		SettledTime: stamp(d.SettledAt), ValidRule: d.Rule, Odds: d.Odds, OddsType: d.OddsType, Parlay: d.Parlay, CashedOut: d.CashedOut, Round: d.Round,
		Legs: each(d.Legs, betLegShown),
		Steps: each(d.Steps, func(st bet.Step) BetStep {
			return BetStep{State: st.State, Time: stamp(st.At), ValidAmount: st.Valid, BetWinAmount: st.Win}
		}),
		Turnover: each(d.Turnover, func(g turnover.Given) BetTurnover {
			return BetTurnover{SourceText: sourceName(g.Source), OrderSn: depositSn(g.Source, g.Ref), Amount: g.Amount}
		}),
		Replay: d.Replay, Uncounted: d.Uncounted,
	}), nil
}

func betLegShown(l venue.BetLeg) BetLeg {
	return BetLeg{
		League: l.League, Event: l.Event, Market: l.Market, Pick: l.Pick, Odds: l.Odds, OddsType: l.OddsType, Score: l.Score, Result: l.Result,
	}
}

// betReplay serves BetReplay, a call of ours: the round of a bet of the player.
func (s *Server) betReplay(ctx context.Context, c *Caller, in BetDetailIn) (Data[BetReplay], error) {
	address, err := s.Bets.Replay(ctx, c.Session.PlayerID, in.GameType, in.BetOrdersn)
	if err != nil {
		return Data[BetReplay]{}, err
	}
	return dataOf(BetReplay{Address: address}), nil
}

// turnoverItems shows each requirement with the bets that counted for it, and
// why each counted as much as it did.
func (s *Server) turnoverItems(ctx context.Context, c *Caller, in TurnoverIn) (Data[[]TurnoverReport], error) {
	reports, err := s.Turnover.Buckets(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return Data[[]TurnoverReport]{}, err
	}
	out := dataOf([]TurnoverReport{})
	for _, b := range reports {
		if in.OrderSn != "" && in.OrderSn != bucketSn(b) {
			continue
		}
		out.Data = append(out.Data, TurnoverReport{TurnoverBucket: bucket(b), Lines: each(b.Lines, func(l turnover.Line) TurnoverLine {
			return TurnoverLine{BetOrdersn: l.BetID, BetTime: stamp(l.BetAt), ValidAmount: l.Valid, Counted: l.Counted, Reason: l.Reason}
		})})
	}
	return out, nil
}
