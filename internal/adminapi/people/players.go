package adminapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/player"
)

// PlayerRow is a player in a list.
type PlayerRow struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Phone        string   `json:"phone"`
	TrueName     *string  `json:"trueName"`
	VipLevel     int      `json:"vipLevel"`
	Centre       Yuan     `json:"centre"`
	RegisteredAt Ms       `json:"registeredAt"`
	LastLoginAt  *Ms      `json:"lastLoginAt"`
	Frozen       []string `json:"frozen" enumOf:"act"`
	Stopped      string   `json:"stopped" enum:",timeout,exclusion" doc:"by the player's own decision"`
}

// Player is everything about a player but their money's history.
type Player struct {
	PlayerRow
	Email        *string `json:"email"`
	Birthday     *string `json:"birthday"`
	RegisterIP   *string `json:"registerIp"`
	LastIP       *string `json:"lastIp"`
	AutoTransfer bool    `json:"autoTransfer"`
	ResetAt      *Ms     `json:"resetAt"`     // the password, with a code of customer service
	SecondSince  *Ms     `json:"secondSince"` // two-step login; null: off
	Reset        *Reset  `json:"reset"`       // a code that can still be used
	Freezes      Freezes `json:"freezes"`
	Totals       Totals  `json:"totals"`
	Owed         Yuan    `json:"owed"` // to the house
}

// Reset is a code to reset the password that can still be used; never the code itself.
type Reset struct {
	By        string `json:"by"`
	At        Ms     `json:"at"`
	ExpiresAt Ms     `json:"expiresAt"`
	Tries     int    `json:"tries" doc:"wrong codes so far, from anywhere"`
	Withdraws bool   `json:"withdraws" doc:"it sets the withdrawal password"`
}

// Freezes are what a player may not do, and why; nil where they may.
type Freezes struct {
	Login    *Freeze `json:"login"`
	Deposit  *Freeze `json:"deposit"`
	Transfer *Freeze `json:"transfer"`
	Launch   *Freeze `json:"launch"`
	Bet      *Freeze `json:"bet"`
	Withdraw *Freeze `json:"withdraw"`
}

// Totals are a player's figures since registration.
type Totals struct {
	Deposits    Sum  `json:"deposits"`
	Withdrawals Sum  `json:"withdrawals"`
	ValidBet    Yuan `json:"validBet"`
	WinLoss     Yuan `json:"winLoss"`
}

func (s *peopleHandlers) players(ctx context.Context, c *call) (Page[PlayerRow], error) {
	q := player.Query{Frozen: c.flag("frozen"), Excluded: c.flag("excluded"), Page: c.page()}
	text, by := c.text("q"), c.one("by", "name", "phone", "order", "card")
	if err := c.checked(); err != nil {
		return Page[PlayerRow]{}, err
	}
	if text != "" {
		if err := s.Players.NoteSearch(ctx, c.by, text); err != nil {
			return Page[PlayerRow]{}, err
		}
		if err := s.fill(ctx, &q, text, by); err != nil {
			return Page[PlayerRow]{}, err
		}
	}
	found, total, err := s.Players.Search(ctx, q)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	ids := api.Each(found, func(p player.Player) string { return p.ID })
	blocks, err := s.Guard.BlocksOf(ctx, s.Read, ids)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	centres, err := s.Ledger.CentreBalances(ctx, s.Read, ids)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	levels, err := s.Vip.LevelsOf(ctx, s.Read, ids)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	stops, err := s.Guard.StandingOf(ctx, s.Read, ids)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	out := Page[PlayerRow]{Items: make([]PlayerRow, len(found)), Total: total}
	for i, p := range found {
		out.Items[i] = playerRow(p, centres[p.ID], blocks[p.ID])
		out.Items[i].VipLevel = levels[p.ID].Top()
		out.Items[i].Stopped = string(stops[p.ID].Kind)
	}
	return out, nil
}

func playerRow(p player.Player, centre int64, blocks []guard.Block) PlayerRow {
	row := PlayerRow{
		ID: p.ID, Name: p.Name, Phone: player.MaskPhone(p.Phone), TrueName: textOf(player.MaskName(p.TrueName)),
		Centre: yuan(money.Fen(centre)), RegisteredAt: ms(p.CreatedAt), LastLoginAt: msOf(p.LastLoginAt), Frozen: []string{},
	}
	for _, b := range blocks {
		row.Frozen = append(row.Frozen, string(b.Act))
	}
	return row
}

func (s *peopleHandlers) player(ctx context.Context, c *call) (Player, error) {
	p, err := s.Players.Find(ctx, s.Read, c.id())
	if err != nil {
		return Player{}, err
	}
	blocks, err := s.Guard.Blocks(ctx, s.Read, p.ID)
	if err != nil {
		return Player{}, err
	}
	summary, err := s.Wallets.Summary(ctx, p.ID)
	if err != nil {
		return Player{}, err
	}
	out := Player{
		PlayerRow: playerRow(p, int64(summary.Centre), blocks), Email: textOf(player.MaskEmail(p.Email)), Birthday: textOf(player.MaskBirthday(p.Birthday)),
		RegisterIP: textOf(p.RegisterIP), LastIP: textOf(p.LastLoginIP), Freezes: freezesOf(blocks),
		AutoTransfer: summary.Launch.On(), ResetAt: msOf(p.PasswordResetAt), SecondSince: msOf(p.SecondSince),
	}
	if out.VipLevel, err = s.Vip.Level(ctx, s.Read, p.ID); err != nil {
		return Player{}, err
	}
	stops, err := s.Guard.StandingOf(ctx, s.Read, []string{p.ID})
	if err != nil {
		return Player{}, err
	}
	out.Stopped = string(stops[p.ID].Kind)
	live, err := s.Players.LiveReset(ctx, s.Read, p.ID)
	if err != nil {
		return Player{}, err
	}
	if live != nil {
		out.Reset = &Reset{By: live.IssuedBy, At: ms(live.IssuedAt), ExpiresAt: ms(live.ExpiresAt), Tries: live.Tries, Withdraws: live.Withdraws}
	}
	owed, err := s.Cashier.Deposits.Owed(ctx, s.Read, p.ID)
	if err != nil {
		return Player{}, err
	}
	out.Owed = yuan(owed)
	out.Totals, err = s.totals(ctx, p.ID)
	return out, err
}

func freezesOf(blocks []guard.Block) (out Freezes) {
	for _, b := range blocks {
		f := &Freeze{Reason: b.Reason, By: b.By, At: ms(b.CreatedAt), Two: b.Returned}
		switch b.Act {
		case guard.Login:
			out.Login = f
		case guard.Deposit:
			out.Deposit = f
		case guard.Transfer:
			out.Transfer = f
		case guard.Launch:
			out.Launch = f
		case guard.Bet:
			out.Bet = f
		case guard.Withdraw:
			out.Withdraw = f
		}
	}
	return out
}

func (s *peopleHandlers) totals(ctx context.Context, id string) (Totals, error) {
	cash, err := s.Cashier.Records.Totals(ctx, id)
	if err != nil {
		return Totals{}, err
	}
	bets, err := s.Bets.Totals(ctx, id)
	return Totals{
		Deposits: sumOf(cash.Deposits.Count, cash.Deposits.Amount), Withdrawals: sumOf(cash.Withdrawals.Count, cash.Withdrawals.Amount),
		ValidBet: yuan(bets.Valid), WinLoss: yuan(bets.Win),
	}, err
}
