package gaming

import (
	"context"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// betDays serves GetBetRecordMemberByDay (REC-03); the sums are those of the
// whole period, not of the page.
func (s *Handlers) betDays(ctx context.Context, c *route.Caller, in BetDaysIn) (wire.Data[BetDays], error) {
	r, err := s.Bets.ByDay(ctx, c.Session.PlayerID, in.TimeType, wire.PageIndex(in.PageIndex))
	if err != nil {
		return wire.Data[BetDays]{}, err
	}
	return wire.DataOf(BetDays{
		BetRecordMemberByDayDataItems: api.Each(r.Items, func(d bet.DayRow) BetDay {
			return BetDay{BetTime: d.Day.String(), Quantity: d.Count, ValidAmount: d.Valid, BetWinAmount: d.Win}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, Page: wire.PageOf(r.Total, wire.PageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betVenues serves GetBetRecordPlatform (REC-04).
func (s *Handlers) betVenues(ctx context.Context, c *route.Caller, in BetVenuesIn) (wire.Data[BetVenues], error) {
	day, err := route.DayOf(in.DateTime)
	if err != nil {
		return wire.Data[BetVenues]{}, err
	}
	r, err := s.Bets.ByVenue(ctx, c.Session.PlayerID, day, wire.PageIndex(in.PageIndex))
	if err != nil {
		return wire.Data[BetVenues]{}, err
	}
	return wire.DataOf(BetVenues{
		BetRecordPlatformDataItems: api.Each(r.Items, func(v bet.VenueRow) BetVenue {
			return BetVenue{
				GameTypeName: v.Name, GameType: strconv.Itoa(v.PlatformID), Quantity: v.Count, ValidAmount: v.Valid, BetWinAmount: v.Win,
			}
		}),
		BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count, BetTime: day.String(),
		Page: wire.PageOf(r.Total, wire.PageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betLines serves GetBetRecordDetail (REC-04).
func (s *Handlers) betLines(ctx context.Context, c *route.Caller, in BetLinesIn) (wire.Data[BetLines], error) {
	day, err := route.DayOf(in.DateTime)
	if err != nil {
		return wire.Data[BetLines]{}, err
	}
	r, err := s.Bets.Lines(ctx, c.Session.PlayerID, day, in.GameType, wire.PageIndex(in.PageIndex))
	if err != nil {
		return wire.Data[BetLines]{}, err
	}
	return wire.DataOf(BetLines{
		BetRecordDataItems: api.Each(r.Items, func(l bet.LineRow) BetRow {
			return BetRow{Pick: l.Pick, Outcome: l.Outcome, BetLine: BetLine{
				BetTime: wire.StampOf(l.BetAt), PlatformCnName: l.VenueName, GameName: l.GameName, BetAmount: l.Stake, ValidAmount: l.Valid,
				BetWinAmount: l.Win, BetOrdersn: l.BetID, Status: l.Status,
			}}
		}),
		BetAmountSum: r.Sum.Stake, BetWinAmountSum: r.Sum.Win, ValidAmountSum: r.Sum.Valid, QuantitySum: r.Sum.Count,
		BetTime: day.String(), Page: wire.PageOf(r.Total, wire.PageIndex(in.PageIndex), bet.PageSize),
	}), nil
}

// betDetail serves BetDetail, a call of ours: one bet of the player.
func (s *Handlers) betDetail(ctx context.Context, c *route.Caller, in BetDetailIn) (wire.Data[BetDetail], error) {
	d, err := s.Bets.Detail(ctx, c.Session.PlayerID, in.GameType, in.BetOrdersn)
	if err != nil {
		return wire.Data[BetDetail]{}, err
	}
	return wire.DataOf(BetDetail{
		BetLine: BetLine{
			BetTime: wire.StampOf(d.BetAt), PlatformCnName: d.VenueName, GameName: d.GameName, BetAmount: d.Stake, ValidAmount: d.Valid, BetWinAmount: d.Win,
			BetOrdersn: d.BetID, Status: d.Status,
		},
		BetRound:    BetRound{RoundTable: d.Table, RoundPlay: d.Play, RoundOutcome: d.Outcome},
		SettledTime: wire.StampOf(d.SettledAt), ValidRule: d.Rule, Odds: d.Odds, OddsType: d.OddsType, Parlay: d.Parlay, CashedOut: d.CashedOut, Round: d.Round,
		Legs: api.Each(d.Legs, betLegShown),
		Steps: api.Each(d.Steps, func(st bet.Step) BetStep {
			return BetStep{State: st.State, Time: wire.StampOf(st.At), ValidAmount: st.Valid, BetWinAmount: st.Win}
		}),
		Turnover: api.Each(d.Turnover, func(g turnover.Given) BetTurnover {
			return BetTurnover{SourceText: wire.SourceName(g.Source), OrderSn: wire.DepositSn(g.Source, g.Ref), Amount: g.Amount}
		}),
		GameInfoId: d.GameID, Replay: d.Replay, Uncounted: d.Uncounted,
	}), nil
}

func betLegShown(l venue.BetLeg) BetLeg {
	return BetLeg{
		League: l.League, Event: l.Event, Market: l.Market, Pick: l.Pick, Odds: l.Odds, OddsType: l.OddsType, Score: l.Score, Result: l.Result,
	}
}

// betReplay serves BetReplay, a call of ours: the round of a bet of the player.
func (s *Handlers) betReplay(ctx context.Context, c *route.Caller, in BetDetailIn) (wire.Data[BetReplay], error) {
	address, err := s.Bets.Replay(ctx, c.Session.PlayerID, in.GameType, in.BetOrdersn)
	if err != nil {
		return wire.Data[BetReplay]{}, err
	}
	return wire.DataOf(BetReplay{Address: address}), nil
}
