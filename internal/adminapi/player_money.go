package adminapi

import (
	"context"
	"strings"

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

// Card is a bank card, masked.
type Card struct {
	ID        string `json:"id"`
	Bank      string `json:"bank"`
	Number    string `json:"number"`
	Tail      string `json:"tail"`
	Holder    string `json:"holder"`
	Province  string `json:"province"`
	City      string `json:"city"`
	Branch    string `json:"branch"`
	IsDefault bool   `json:"isDefault"`
	BoundAt   Ms     `json:"boundAt"`
}

func (s *Server) playerWallets(ctx context.Context, c *call) (Wallets, error) {
	w, err := s.Wallets.Summary(ctx, c.id())
	if err != nil {
		return Wallets{}, err
	}
	told, err := s.Wallets.LastTold(ctx, s.Read, c.id())
	return Wallets{
		Sum: yuan(w.Sum), Centre: yuan(w.Centre), Locked: yuan(w.Locked), Transit: yuan(w.Transit),
		Venues: each(w.Venues, func(v wallet.VenueBalance) VenueWallet {
			shown := VenueWallet{Venue: v.Code, Name: v.Name, Balance: yuan(v.Balance), AsOf: msOf(v.AsOf), State: string(v.Shown())}
			if last, ok := told[v.Code]; ok {
				shown.Told, shown.ToldAt = yuanOf(&last.Balance), msOf(last.AsOf)
			}
			return shown
		}),
	}, err
}

// kindTexts are the kinds of entries in Chinese.
var kindTexts = map[string]string{
	"transfer.hold": "转账冻结", "transfer.done": "转账完成", "transfer.back": "转账退回",
	"deposit.credit": "存款入账", "withdrawal.lock": "提款锁定", "withdrawal.pay": "提款出款", "withdrawal.return": "提款退回",
	"deposit.reversed": "存款冲正", "deposit.back": "来款退回", "stray.in": "来款登记", "stray.back": "来款退回",
	"withdrawal.returned": "银行退回出款", "withdrawal.recalled": "银行退回，冲回损失", "withdrawal.late": "退回后又出款", "withdrawal.twice": "重复出款", "withdrawal.recover": "追回重复出款",
	"owed.collect": "收取欠款", "owed.forgive": "免除欠款",
	"fund.income": "奖金发放", "fund.unlock": "奖金解锁", "fund.expire": "奖金过期", "fund.reversed": "奖金解锁冲回",
	"promo.bonus": "优惠派发", "promo.rebate": "返水派发", "promo.cancel": "优惠取消", "forfeit.take": "自我排除收回奖金",
	"deposit.suspense": "存款挂账", "bet.settle": "注单结算", "adjust.grant": "演示虚拟币", "adjust.rebuild": "按公司账单补录", "dust.in": "零头来款",
}

func (s *Server) playerPostings(ctx context.Context, c *call) (Page[Posting], error) {
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
			ID: l.ID, At: ms(l.At), Kind: l.Kind, KindText: either(text, l.Kind), Key: l.Ref, From: l.From, To: l.To,
			Amount: Yuan(l.Asset.Format(l.Amount)), Asset: strings.Replace(string(l.Asset), "C$", "CS", 1), Effect: Yuan(l.Asset.Format(effect)),
		}
	}), err
}

func (s *Server) playerTransfers(ctx context.Context, c *call) (Page[Transfer], error) {
	return s.transfersOf(ctx, c, wallet.Filter{Player: c.id()})
}

func (s *Server) playerCards(ctx context.Context, c *call) (Items[Card], error) {
	cards, err := s.Cashier.Cards.List(ctx, c.id())
	return itemsOf(cards, cardShown), err
}
