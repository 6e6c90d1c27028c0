package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
)

// PlayerRow is a player in a list.
type PlayerRow struct {
	ID           string    `json:"id"`
	Name         string    `json:"name"`
	Phone        string    `json:"phone"`
	TrueName     *string   `json:"trueName"`
	VipLevel     int       `json:"vipLevel"`
	Centre       wire.Yuan `json:"centre"`
	RegisteredAt wire.Ms   `json:"registeredAt"`
	LastLoginAt  *wire.Ms  `json:"lastLoginAt"`
	Frozen       []string  `json:"frozen" enumOf:"act"`
	Stopped      string    `json:"stopped" enumOf:"stop or none" doc:"by the player's own decision"`
}

// Player is everything about a player but their money's history.
type Player struct {
	PlayerRow
	Email        *string   `json:"email"`
	Birthday     *string   `json:"birthday"`
	RegisterIP   *string   `json:"registerIp"`
	LastIP       *string   `json:"lastIp"`
	AutoTransfer bool      `json:"autoTransfer"`
	ResetAt      *wire.Ms  `json:"resetAt"`     // the password, with a code of customer service
	SecondSince  *wire.Ms  `json:"secondSince"` // two-step login; null: off
	Passkeys     int       `json:"passkeys" doc:"how many the player has, stopped ones too"`
	Reset        *Reset    `json:"reset"` // a code that can still be used
	Freezes      Freezes   `json:"freezes"`
	Totals       Totals    `json:"totals"`
	Owed         wire.Yuan `json:"owed"` // to the operator
}

// Reset is a code to reset the password that can still be used; never the code itself.
type Reset struct {
	By        string  `json:"by"`
	At        wire.Ms `json:"at"`
	ExpiresAt wire.Ms `json:"expiresAt"`
	Tries     int     `json:"tries" doc:"wrong codes so far, from anywhere"`
	Withdraws bool    `json:"withdraws" doc:"it sets the withdrawal password"`
}

// Freezes are what a player may not do, and why; nil where they may.
type Freezes struct {
	Login    *wire.Freeze `json:"login"`
	Deposit  *wire.Freeze `json:"deposit"`
	Transfer *wire.Freeze `json:"transfer"`
	Launch   *wire.Freeze `json:"launch"`
	Bet      *wire.Freeze `json:"bet"`
	Withdraw *wire.Freeze `json:"withdraw"`
}

// Totals are a player's figures since registration.
type Totals struct {
	Deposits    wire.Sum  `json:"deposits"`
	Withdrawals wire.Sum  `json:"withdrawals"`
	ValidBet    wire.Yuan `json:"validBet"`
	WinLoss     wire.Yuan `json:"winLoss"`
}

func (s *Handlers) players(ctx context.Context, c *route.Call) (wire.Page[PlayerRow], error) {
	q := player.Query{Frozen: c.Flag("frozen"), Excluded: c.Flag("excluded"), Page: c.Page()}
	text, by := c.Text("q"), c.OneOf("by", "name", "phone", "order", "card")
	if err := c.Checked(); err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	if text != "" {
		if err := s.Players.NoteSearch(ctx, c.By, text); err != nil {
			return wire.Page[PlayerRow]{}, err
		}
		if err := s.fill(ctx, &q, text, by); err != nil {
			return wire.Page[PlayerRow]{}, err
		}
	}
	found, total, err := s.Players.Search(ctx, q)
	if err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	ids := api.Each(found, func(p identity.Player) string { return p.ID })
	blocks, err := s.Guard.BlocksOf(ctx, s.Read, ids)
	if err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	centres, err := s.Ledger.CentreBalances(ctx, s.Read, ids)
	if err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	levels, err := s.Vip.LevelsOf(ctx, s.Read, ids)
	if err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	stops, err := s.Guard.StandingOf(ctx, s.Read, ids)
	if err != nil {
		return wire.Page[PlayerRow]{}, err
	}
	out := wire.Page[PlayerRow]{Items: make([]PlayerRow, len(found)), Total: total}
	for i, p := range found {
		out.Items[i] = playerRow(p, centres[p.ID], blocks[p.ID])
		out.Items[i].VipLevel = levels[p.ID].Top()
		out.Items[i].Stopped = string(stops[p.ID].Kind)
	}
	return out, nil
}

func playerRow(p identity.Player, centre int64, blocks []guard.Block) PlayerRow {
	row := PlayerRow{
		ID: p.ID, Name: p.Name, Phone: identity.MaskPhone(p.Phone), TrueName: wire.TextOrNull(identity.MaskName(p.TrueName)),
		Centre: wire.InYuan(money.Fen(centre)), RegisteredAt: wire.InMs(p.CreatedAt), LastLoginAt: wire.InMsOrNull(p.LastLoginAt), Frozen: []string{},
	}
	for _, b := range blocks {
		row.Frozen = append(row.Frozen, string(b.Act))
	}
	return row
}

func (s *Handlers) player(ctx context.Context, c *route.Call) (Player, error) {
	p, err := s.Players.Find(ctx, s.Read, c.ID())
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
		PlayerRow: playerRow(p, int64(summary.Centre), blocks), Email: wire.TextOrNull(identity.MaskEmail(p.Email)), Birthday: wire.TextOrNull(identity.MaskBirthday(p.Birthday)),
		RegisterIP: wire.TextOrNull(p.RegisterIP), LastIP: wire.TextOrNull(p.LastLoginIP), Freezes: freezesOf(blocks),
		AutoTransfer: summary.Launch.On(), ResetAt: wire.InMsOrNull(p.PasswordResetAt), SecondSince: wire.InMsOrNull(p.SecondSince),
	}
	if out.VipLevel, err = s.Vip.Level(ctx, s.Read, p.ID); err != nil {
		return Player{}, err
	}
	if out.Passkeys, err = s.Players.PasskeyCount(ctx, s.Read, p.ID); err != nil {
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
		out.Reset = &Reset{By: live.IssuedBy, At: wire.InMs(live.IssuedAt), ExpiresAt: wire.InMs(live.ExpiresAt), Tries: live.Tries, Withdraws: live.Withdraws}
	}
	owed, err := s.Cashier.Deposits.Owed(ctx, s.Read, p.ID)
	if err != nil {
		return Player{}, err
	}
	out.Owed = wire.InYuan(owed)
	out.Totals, err = s.totals(ctx, p.ID)
	return out, err
}

func freezesOf(blocks []guard.Block) (out Freezes) {
	for _, b := range blocks {
		f := &wire.Freeze{Reason: b.Reason, By: b.By, At: wire.InMs(b.CreatedAt), Two: b.Returned}
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

func (s *Handlers) totals(ctx context.Context, id string) (Totals, error) {
	cash, err := s.Cashier.Records.Totals(ctx, id)
	if err != nil {
		return Totals{}, err
	}
	bets, err := s.Bets.Totals(ctx, id)
	return Totals{
		Deposits: wire.InSum(cash.Deposits.Count, cash.Deposits.Amount), Withdrawals: wire.InSum(cash.Withdrawals.Count, cash.Withdrawals.Amount),
		ValidBet: wire.InYuan(bets.Valid), WinLoss: wire.InYuan(bets.Win),
	}, err
}
