package people

import (
	"cmp"
	"context"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/ledger"
	"hongyun/internal/wallet"
)

// Wallets are what a player has by our own books.
type Wallets struct {
	Sum     wire.Yuan     `json:"sum"`
	Centre  wire.Yuan     `json:"centre"`
	Locked  wire.Yuan     `json:"locked"`
	Transit wire.Yuan     `json:"transit"`
	Venues  []VenueWallet `json:"venues"`
}

// VenueWallet is our mirror of a player's money at a venue.
type VenueWallet struct {
	Venue   string     `json:"venue"`
	Name    string     `json:"name"`
	Balance wire.Yuan  `json:"balance"`
	AsOf    *wire.Ms   `json:"asOf"`
	State   string     `json:"state" enumOf:"venue state"`
	Told    *wire.Yuan `json:"told" doc:"what the venue said last; null where it said nothing since the last transfer"`
	ToldAt  *wire.Ms   `json:"toldAt"`
}

// Posting is one line of the books that touches a player.
type Posting struct {
	ID       string    `json:"id"`
	At       wire.Ms   `json:"at"`
	Kind     string    `json:"kind"`
	KindText string    `json:"kindText"`
	Key      string    `json:"key"`
	From     string    `json:"from"`
	To       string    `json:"to"`
	Amount   wire.Yuan `json:"amount"`
	Asset    string    `json:"asset" enum:"CNY,CS,USDT"`
	Effect   wire.Yuan `json:"effect"` // on the player's accounts taken together
}

func (s *Handlers) playerWallets(ctx context.Context, c *route.Call) (Wallets, error) {
	w, err := s.Wallets.Summary(ctx, c.ID())
	if err != nil {
		return Wallets{}, err
	}
	told, err := s.Wallets.LastTold(ctx, s.Read, c.ID())
	return Wallets{
		Sum: wire.InYuan(w.Sum), Centre: wire.InYuan(w.Centre), Locked: wire.InYuan(w.Locked), Transit: wire.InYuan(w.Transit),
		Venues: api.Each(w.Venues, func(v wallet.VenueBalance) VenueWallet {
			shown := VenueWallet{Venue: v.Code, Name: v.Name, Balance: wire.InYuan(v.Balance), AsOf: wire.InMsOrNull(v.AsOf), State: string(v.Shown())}
			if last, ok := told[v.Code]; ok {
				shown.Told, shown.ToldAt = wire.InYuanOrNull(&last.Balance), wire.InMsOrNull(last.AsOf)
			}
			return shown
		}),
	}, err
}

func (s *Handlers) playerPostings(ctx context.Context, c *route.Call) (wire.Page[Posting], error) {
	limit, offset := c.Page().Bounds()
	from, to := c.Time("from"), c.Time("to")
	if err := c.Checked(); err != nil {
		return wire.Page[Posting]{}, err
	}
	lines, total, err := s.Ledger.PlayerPostings(ctx, s.Read, c.ID(), from, to, limit, offset)
	own := "player:" + c.ID() + ":"
	return wire.PageOf(lines, total, func(l ledger.Line) Posting {
		var effect int64
		if strings.HasPrefix(l.To, own) {
			effect += l.Amount
		}
		if strings.HasPrefix(l.From, own) {
			effect -= l.Amount
		}
		text := wire.EntryKinds[l.Kind]
		if text == "" && strings.HasPrefix(l.Kind, "transfer.correct") {
			text = "转账更正"
		}
		return Posting{
			ID: l.ID, At: wire.InMs(l.At), Kind: l.Kind, KindText: cmp.Or(text, l.Kind), Key: l.Ref, From: l.From, To: l.To,
			Amount: wire.Yuan(l.Asset.Format(l.Amount)), Asset: strings.Replace(string(l.Asset), "C$", "CS", 1), Effect: wire.Yuan(l.Asset.Format(effect)),
		}
	}), err
}
