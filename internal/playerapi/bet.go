package playerapi

import (
	"context"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// betDays serves GetBetRecordMemberByDay (REC-03); the sums are those of the
// whole period, not of the page.
func (s *playHandlers) betDays(ctx context.Context, c *Caller, in BetDaysIn) (Data[BetDays], error) {
	r, err := s.Bets.ByDay(ctx, c.Session.PlayerID, in.TimeType, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetDays]{}, err
	}
	return dataOf(BetDays{
		BetRecordMemberByDayDataItems: api.Each(r.Items, func(d bet.DayRow) BetDay {
			return BetDay{BetTime: d.Day.String(), Quantity: d.Count, ValidAmount: d.Valid, BetWinAmount: d.Win}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, Page: pageOf(r.Total, pageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betVenues serves GetBetRecordPlatform (REC-04).
func (s *playHandlers) betVenues(ctx context.Context, c *Caller, in BetVenuesIn) (Data[BetVenues], error) {
	day, err := dayOf(in.DateTime)
	if err != nil {
		return Data[BetVenues]{}, err
	}
	r, err := s.Bets.ByVenue(ctx, c.Session.PlayerID, day, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetVenues]{}, err
	}
	return dataOf(BetVenues{
		BetRecordPlatformDataItems: api.Each(r.Items, func(v bet.VenueRow) BetVenue {
			return BetVenue{
				GameTypeName: v.Name, GameType: strconv.Itoa(v.PlatformID), Quantity: v.Count, ValidAmount: v.Valid, BetWinAmount: v.Win,
			}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, BetTime: day.String(),
		Page: pageOf(r.Total, pageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betLines serves GetBetRecordDetail (REC-04).
func (s *playHandlers) betLines(ctx context.Context, c *Caller, in BetLinesIn) (Data[BetLines], error) {
	day, err := dayOf(in.DateTime)
	if err != nil {
		return Data[BetLines]{}, err
	}
	r, err := s.Bets.Lines(ctx, c.Session.PlayerID, day, in.GameType, pageIndex(in.PageIndex))
	if err != nil {
		return Data[BetLines]{}, err
	}
	return dataOf(BetLines{
		BetRecordDataItems: api.Each(r.Items, func(l bet.LineRow) BetLine {
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
func (s *playHandlers) betDetail(ctx context.Context, c *Caller, in BetDetailIn) (Data[BetDetail], error) {
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
		Legs: api.Each(d.Legs, betLegShown),
		Steps: api.Each(d.Steps, func(st bet.Step) BetStep {
			return BetStep{State: st.State, Time: stamp(st.At), ValidAmount: st.Valid, BetWinAmount: st.Win}
		}),
		Turnover: api.Each(d.Turnover, func(g turnover.Given) BetTurnover {
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
func (s *playHandlers) betReplay(ctx context.Context, c *Caller, in BetDetailIn) (Data[BetReplay], error) {
	address, err := s.Bets.Replay(ctx, c.Session.PlayerID, in.GameType, in.BetOrdersn)
	if err != nil {
		return Data[BetReplay]{}, err
	}
	return dataOf(BetReplay{Address: address}), nil
}
