package adminapi

import (
	"cmp"
	"context"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/ledger"
	"hongyun/internal/wallet"
)

// Wallets are what a player has by our own books.
type Wallets struct {
	Sum     Yuan          `json:"sum"`
	Centre  Yuan          `json:"centre"`
	Locked  Yuan          `json:"locked"`
	Transit Yuan          `json:"transit"`
	Venues  []VenueWallet `json:"venues"`
}

// VenueWallet is our mirror of a player's money at a venue.
type VenueWallet struct {
	Venue   string `json:"venue"`
	Name    string `json:"name"`
	Balance Yuan   `json:"balance"`
	AsOf    *Ms    `json:"asOf"`
	State   string `json:"state" enumOf:"venue state"`
	Told    *Yuan  `json:"told" doc:"what the venue said last; null where it said nothing since the last transfer"`
	ToldAt  *Ms    `json:"toldAt"`
}

// Posting is one line of the books that touches a player.
type Posting struct {
	ID       string `json:"id"`
	At       Ms     `json:"at"`
	Kind     string `json:"kind"`
	KindText string `json:"kindText"`
	Key      string `json:"key"`
	From     string `json:"from"`
	To       string `json:"to"`
	Amount   Yuan   `json:"amount"`
	Asset    string `json:"asset" enum:"CNY,CS,USDT"`
	Effect   Yuan   `json:"effect"` // on the player's accounts taken together
}

func (s *peopleHandlers) playerWallets(ctx context.Context, c *call) (Wallets, error) {
	w, err := s.Wallets.Summary(ctx, c.id())
	if err != nil {
		return Wallets{}, err
	}
	told, err := s.Wallets.LastTold(ctx, s.Read, c.id())
	return Wallets{
		Sum: yuan(w.Sum), Centre: yuan(w.Centre), Locked: yuan(w.Locked), Transit: yuan(w.Transit),
		Venues: api.Each(w.Venues, func(v wallet.VenueBalance) VenueWallet {
			shown := VenueWallet{Venue: v.Code, Name: v.Name, Balance: yuan(v.Balance), AsOf: msOf(v.AsOf), State: string(v.Shown())}
			if last, ok := told[v.Code]; ok {
				shown.Told, shown.ToldAt = yuanOf(&last.Balance), msOf(last.AsOf)
			}
			return shown
		}),
	}, err
}

func (s *peopleHandlers) playerPostings(ctx context.Context, c *call) (Page[Posting], error) {
	limit, offset := c.page().Bounds()
	from, to := c.time("from"), c.time("to")
	if err := c.checked(); err != nil {
		return Page[Posting]{}, err
	}
	lines, total, err := s.Ledger.PlayerPostings(ctx, s.Read, c.id(), from, to, limit, offset)
	own := "player:" + c.id() + ":"
	return pageOf(lines, total, func(l ledger.Line) Posting {
		var effect int64
		if strings.HasPrefix(l.To, own) {
			effect += l.Amount
		}
		if strings.HasPrefix(l.From, own) {
			effect -= l.Amount
		}
		text := kindTexts[l.Kind]
		if text == "" && strings.HasPrefix(l.Kind, "transfer.correct") {
			text = "转账更正"
		}
		return Posting{
			ID: l.ID, At: ms(l.At), Kind: l.Kind, KindText: cmp.Or(text, l.Kind), Key: l.Ref, From: l.From, To: l.To,
			Amount: Yuan(l.Asset.Format(l.Amount)), Asset: strings.Replace(string(l.Asset), "C$", "CS", 1), Effect: Yuan(l.Asset.Format(effect)),
		}
	}), err
}
