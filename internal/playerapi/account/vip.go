package account

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

// vipLevels serves PlayerBetVipLevel (VIP-02).
func (s *Handlers) vipLevels(ctx context.Context, c *route.Caller, _ wire.Nothing) (VipLevels, error) {
	o, err := s.Vip.Overview(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return VipLevels{}, err
	}
	card, sport, live := o.Of(vip.Card), o.Of(vip.Sport), o.Of(vip.Live)
	return VipLevels{
		Answer:                 wire.Answer{IsSuc: true},
		CurrentCardBetVipLevel: card.Level, NextCardLevelBonus: card.Next.Bonus, CurrentCardLevelFund: card.Income(), NextCardLevelBetAmount: card.Next.Valid,
		CurrentSportBetVipLevel: sport.Level, NextSportLevelBonus: sport.Next.Bonus, CurrentSportLevelFund: sport.Income(), NextSportLevelBetAmount: sport.Next.Valid,
		CurrentLiveBetVipLevel: live.Level, NextLiveLevelBonus: live.Next.Bonus, CurrentLiveLevelFund: live.Income(), NextLiveLevelBetAmount: live.Next.Valid,
	}, nil
}

// VipTracks are the tracks as the wire names them; the monthly programme is none.
var VipTracks = map[vip.Track]string{vip.Card: "Card", vip.Sport: "Sport", vip.Live: "Live"}

// vipProgrammes serves VipProgrammes, a call of ours (H-63).
func (s *Handlers) vipProgrammes(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[VipProgrammes], error) {
	o, err := s.Vip.Overview(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return wire.Data[VipProgrammes]{}, err
	}
	out := VipProgrammes{Tracks: []VipTrack{}, Start: wire.StampOf(o.Start)}
	for _, t := range o.Tracks {
		if t.Table.Track == vip.Month {
			out.Monthly = VipMonthly{
				Enabled: t.Enabled, Level: t.Level, ValidBet: t.Valid, NextRun: wire.StampOf(t.NextRun),
				Levels: api.Each(t.Table.Levels, func(l vip.Level) VipMonthlyLevel {
					return VipMonthlyLevel{Level: l.Level, ValidBet: l.Valid, Bonus: l.Bonus, Monthly: l.Income, Cumulative: t.Table.Cumulative(l.Level)}
				}),
			}
			continue
		}
		out.Tracks = append(out.Tracks, VipTrack{
			Track: VipTracks[t.Table.Track], Name: t.Table.Track.Name(), Enabled: t.Enabled, Level: t.Level, ValidBet: t.Valid, WeeklyCap: t.Cap, NextRun: wire.StampOf(t.NextRun),
			Levels: api.Each(t.Table.Levels, func(l vip.Level) VipWeeklyLevel {
				return VipWeeklyLevel{Level: l.Level, ValidBet: l.Valid, Bonus: l.Bonus, Weekly: l.Income, Cumulative: t.Table.Cumulative(l.Level)}
			}),
			Venues: api.Each(t.Venues, func(b vip.VenueBet) VipVenue { return VipVenue{Name: b.Name, ValidBet: b.Valid} }),
		})
	}
	return wire.DataOf(out), nil
}

// vipAwards serves VipAwards, a call of ours (H-63).
func (s *Handlers) vipAwards(ctx context.Context, c *route.Caller, in VipAwardsIn) (wire.Data[VipAwards], error) {
	page := wire.PageIndex(in.PageIndex)
	list, total, _, err := s.Vip.Awards(ctx, s.Read, vip.Filter{Player: c.Session.PlayerID, Page: staff.Page{Number: page, Size: wire.PageSize}})
	return wire.DataOf(VipAwards{Items: api.Each(list, func(a vip.Award) VipAward {
		out := VipAward{
			CreateTime: wire.StampOf(a.At), Programme: "Track", Track: VipTracks[a.Track], Level: a.Level, Kind: a.Kind, KindText: a.KindText(), Amount: a.Amount,
			Status: a.State, StatusText: a.StateText(), Remark: a.Told(), OrderSn: a.Number(),
		}
		if a.Track == vip.Month {
			out.Programme = "Monthly"
		}
		return out
	}), Page: wire.PageOf(total, page, wire.PageSize)}), err
}
