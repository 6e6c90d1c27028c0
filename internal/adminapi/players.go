package adminapi

import (
	"context"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/turnover"
	"hongyun/internal/wallet"
)

var errWhat = fault.New(fault.Invalid, "admin.freeze", "请选择要冻结或解冻的功能")

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
	Frozen       []string `json:"frozen"`
}

// Player is everything about a player but their money's history.
type Player struct {
	PlayerRow
	Email        *string `json:"email"`
	Birthday     *string `json:"birthday"`
	RegisterIP   *string `json:"registerIp"`
	LastIP       *string `json:"lastIp"`
	AutoTransfer bool    `json:"autoTransfer"`
	Freezes      Freezes `json:"freezes"`
	Totals       Totals  `json:"totals"`
}

// Freezes are what a player may not do, and why; nil where they may.
type Freezes struct {
	Login    *Freeze `json:"login"`
	Bet      *Freeze `json:"bet"`
	Withdraw *Freeze `json:"withdraw"`
}

// Freeze is one thing a player may not do.
type Freeze struct {
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Ms     `json:"at"`
}

// Sum is how many, and how much together.
type Sum struct {
	Count  int  `json:"count"`
	Amount Yuan `json:"amount"`
}

// Totals are a player's figures since registration.
type Totals struct {
	Deposits    Sum  `json:"deposits"`
	Withdrawals Sum  `json:"withdrawals"`
	ValidBet    Yuan `json:"validBet"`
	WinLoss     Yuan `json:"winLoss"`
}

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
	State   string `json:"state"`
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
	Asset    string `json:"asset"`
	Effect   Yuan   `json:"effect"` // on the player's accounts taken together
}

// Turnover is what a player still has to bet, bucket by bucket.
type Turnover struct {
	Outstanding Yuan     `json:"outstanding"`
	Buckets     []Bucket `json:"buckets"`
}

// Bucket is one requirement.
type Bucket struct {
	ID        string  `json:"id"`
	Source    string  `json:"source"`
	Reference string  `json:"reference"`
	CreatedAt Ms      `json:"createdAt"`
	Amount    Yuan    `json:"amount"`
	Multiple  string  `json:"multiple"`
	Required  Yuan    `json:"required"`
	Done      Yuan    `json:"done"`
	State     string  `json:"state"`
	Reason    *string `json:"reason"`
}

// TurnoverLine is what one bet gave to a requirement.
type TurnoverLine struct {
	ID        string `json:"id"`
	BetID     string `json:"betId"`
	VenueName string `json:"venueName"`
	BetAt     Ms     `json:"betAt"`
	Valid     Yuan   `json:"valid"`
	Counted   Yuan   `json:"counted"`
	Weight    string `json:"weight"`
	Reason    string `json:"reason"`
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

// Session is a login of a player.
type Session struct {
	ID         string  `json:"id"`
	CreatedAt  Ms      `json:"createdAt"`
	LastSeenAt Ms      `json:"lastSeenAt"`
	ExpiresAt  Ms      `json:"expiresAt"`
	EndedAt    *Ms     `json:"endedAt"`
	EndReason  *string `json:"endReason"`
	IP         string  `json:"ip"`
	Device     string  `json:"device"`
	Remembered bool    `json:"remembered"`
}

// Reveal asks for one personal field in full.
type Reveal struct {
	Field  string `json:"field"`
	CardID string `json:"cardId,omitempty"`
	Reason string `json:"reason"`
}

// Value is a personal field in full.
type Value struct {
	Value string `json:"value"`
}

// FreezeWhat says what a player shall not be able to do.
type FreezeWhat struct {
	What   string `json:"what"` // login, bet or withdraw
	Reason string `json:"reason"`
}

func (s *Server) players(ctx context.Context, c *call) (Page[PlayerRow], error) {
	q := player.Query{Frozen: c.flag("frozen"), Page: c.page()}
	text, by := c.text("q"), c.text("by")
	if err := c.checked(); err != nil {
		return Page[PlayerRow]{}, err
	}
	if text != "" {
		if err := s.fill(ctx, &q, text, by); err != nil {
			return Page[PlayerRow]{}, err
		}
	}
	found, total, err := s.Players.Search(ctx, q)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	ids := each(found, func(p player.Player) string { return p.ID })
	blocks, err := s.Guard.BlocksOf(ctx, s.Read, ids)
	if err != nil {
		return Page[PlayerRow]{}, err
	}
	out := Page[PlayerRow]{Items: make([]PlayerRow, len(found)), Total: total}
	for i, p := range found {
		if out.Items[i], err = s.playerRow(ctx, p, blocks[p.ID]); err != nil {
			return Page[PlayerRow]{}, err
		}
	}
	return out, nil
}

// fill turns what staff typed into what it may mean: a name, a phone, an order
// of any kind, or a bank card.
func (s *Server) fill(ctx context.Context, q *player.Query, text, by string) error {
	is := func(kind string) bool { return by == "" || by == kind }
	if is("name") {
		q.Name = text
	}
	if is("phone") {
		q.Phone = text
	}
	if by == "" {
		q.TrueName, q.Email = text, text
	}
	if is("order") {
		owners, err := s.ownersOfOrder(ctx, text)
		if err != nil {
			return err
		}
		q.IDs = append(q.IDs, owners...)
	}
	if is("card") {
		owners, err := s.Cashier.Cards.Owners(ctx, strings.ReplaceAll(text, " ", ""))
		if err != nil {
			return err
		}
		q.IDs = append(q.IDs, owners...)
	}
	if by != "" && q.IDs == nil && q.Name == "" && q.Phone == "" {
		q.IDs = []string{} // nobody
	}
	return nil
}

func (s *Server) ownersOfOrder(ctx context.Context, order string) ([]string, error) {
	var owners []string
	deposits, err := s.Cashier.Deposits.List(ctx, cashier.DepositFilter{Order: order})
	if err != nil {
		return nil, err
	}
	for _, d := range deposits.Items {
		owners = append(owners, d.Player)
	}
	withdrawals, err := s.Cashier.Withdrawals.List(ctx, cashier.WithdrawalFilter{Order: order})
	if err != nil {
		return nil, err
	}
	for _, w := range withdrawals.Items {
		owners = append(owners, w.Player)
	}
	list, _, err := s.Wallets.List(ctx, s.Read, wallet.Filter{Order: order})
	for _, t := range list {
		owners = append(owners, t.Player)
	}
	return owners, err
}

func (s *Server) playerRow(ctx context.Context, p player.Player, blocks []guard.Block) (PlayerRow, error) {
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(p.ID))
	row := PlayerRow{
		ID: p.ID, Name: p.Name, Phone: player.MaskPhone(p.Phone), TrueName: textOf(player.MaskName(p.TrueName)),
		Centre: yuan(money.Fen(centre)), RegisteredAt: ms(p.CreatedAt), LastLoginAt: msOf(p.LastLoginAt), Frozen: []string{},
	}
	for _, b := range blocks {
		row.Frozen = append(row.Frozen, string(b.Act))
	}
	return row, err
}

func (s *Server) player(ctx context.Context, c *call) (Player, error) {
	p, err := s.Players.Find(ctx, s.Read, c.id())
	if err != nil {
		return Player{}, err
	}
	blocks, err := s.Guard.Blocks(ctx, s.Read, p.ID)
	if err != nil {
		return Player{}, err
	}
	row, err := s.playerRow(ctx, p, blocks)
	if err != nil {
		return Player{}, err
	}
	out := Player{
		PlayerRow: row, Email: textOf(player.MaskEmail(p.Email)), Birthday: textOf(player.MaskBirthday(p.Birthday)),
		RegisterIP: textOf(p.RegisterIP), LastIP: textOf(p.LastLoginIP), Freezes: freezesOf(blocks),
	}
	summary, err := s.Wallets.Summary(ctx, p.ID)
	if err != nil {
		return Player{}, err
	}
	out.AutoTransfer = summary.Auto
	out.Totals, err = s.totals(ctx, p.ID)
	return out, err
}

func freezesOf(blocks []guard.Block) (out Freezes) {
	for _, b := range blocks {
		f := &Freeze{Reason: b.Reason, By: b.By, At: ms(b.CreatedAt)}
		switch b.Act {
		case guard.Login:
			out.Login = f
		case guard.Bet:
			out.Bet = f
		case guard.Withdraw:
			out.Withdraw = f
		}
	}
	return out
}

func (s *Server) totals(ctx context.Context, id string) (Totals, error) {
	cash, err := s.Cashier.Records.Totals(ctx, id)
	if err != nil {
		return Totals{}, err
	}
	bets, err := s.Bets.Totals(ctx, id)
	return Totals{
		Deposits: sumOf(cash.Deposits), Withdrawals: sumOf(cash.Withdrawals),
		ValidBet: yuan(bets.Valid), WinLoss: yuan(bets.Win),
	}, err
}

func (s *Server) playerReveal(ctx context.Context, c *call, in Reveal) (Value, error) {
	if in.Field == "card" {
		card, err := strconv.ParseInt(in.CardID, 10, 64)
		if err != nil {
			return Value{}, errInput.With("cardId")
		}
		number, err := s.Cashier.Cards.Reveal(ctx, c.by, c.id(), card, in.Reason)
		return Value{number}, err
	}
	value, err := s.Players.Reveal(ctx, c.by, c.id(), in.Field, in.Reason)
	return Value{value}, err
}

func (s *Server) playerWallets(ctx context.Context, c *call) (Wallets, error) {
	w, err := s.Wallets.Summary(ctx, c.id())
	return Wallets{
		Sum: yuan(w.Sum), Centre: yuan(w.Centre), Locked: yuan(w.Locked), Transit: yuan(w.Transit),
		Venues: each(w.Venues, func(v wallet.VenueBalance) VenueWallet {
			return VenueWallet{Venue: v.Code, Name: v.Name, Balance: yuan(v.Balance), AsOf: msOf(v.AsOf), State: string(v.State)}
		}),
	}, err
}

// kindTexts are the kinds of entries in Chinese.
var kindTexts = map[string]string{
	"transfer.hold": "转账冻结", "transfer.done": "转账完成", "transfer.back": "转账退回",
	"deposit.credit": "存款入账", "withdrawal.lock": "提款锁定", "withdrawal.pay": "提款出款", "withdrawal.return": "提款退回",
	"bet.settle": "注单结算", "demo.grant": "演示虚拟币", "adjust": "人工调整",
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

func (s *Server) playerTurnover(ctx context.Context, c *call) (Turnover, error) {
	return s.turnoverOf(ctx, c.id())
}

func (s *Server) turnoverOf(ctx context.Context, id string) (Turnover, error) {
	left, err := s.Turnovers.Outstanding(ctx, s.Read, id)
	if err != nil {
		return Turnover{}, err
	}
	buckets, err := s.Turnovers.Buckets(ctx, s.Read, id)
	return Turnover{Outstanding: yuan(left), Buckets: each(buckets, func(b turnover.BucketReport) Bucket {
		source := b.Source
		if source != "deposit" {
			source = "grant"
		}
		return Bucket{
			ID: b.ID, Source: source, Reference: b.Ref, CreatedAt: ms(b.OpenedAt), Amount: yuan(b.Amount), Multiple: b.Multiple(),
			Required: yuan(b.Required), Done: yuan(b.Done), State: b.State, Reason: textOf(b.Reason),
		}
	})}, err
}

func (s *Server) playerTurnoverLines(ctx context.Context, c *call) (Page[TurnoverLine], error) {
	page := c.page()
	size := page.Size
	if size == 0 {
		size = 50
	}
	lines, total, err := s.Turnovers.Lines(ctx, s.Read, c.id(), c.r.PathValue("bucket"), max(page.Number, 1), size)
	if err != nil {
		return Page[TurnoverLine]{}, err
	}
	names, err := s.venueNames(ctx)
	return pageOf(lines, total, func(l turnover.Line) TurnoverLine {
		return TurnoverLine{
			ID: l.ID, BetID: l.BetID, VenueName: either(names[l.Venue], l.Venue), BetAt: ms(l.BetAt), Valid: yuan(l.Valid),
			Counted: yuan(l.Counted), Weight: strconv.Itoa(l.Weight/10) + "%", Reason: l.Reason,
		}
	}), err
}

func (s *Server) playerCards(ctx context.Context, c *call) (Items[Card], error) {
	cards, err := s.Cashier.Cards.List(ctx, c.id())
	return itemsOf(cards, cardShown), err
}

func (s *Server) playerSessions(ctx context.Context, c *call) (Items[Session], error) {
	list, err := s.Players.Sessions(ctx, c.id())
	return itemsOf(list, func(o player.OpenSession) Session {
		return Session{
			ID: o.ID, CreatedAt: ms(o.CreatedAt), LastSeenAt: ms(o.LastSeenAt), ExpiresAt: ms(o.ExpiresAt), EndedAt: msOf(o.EndedAt),
			EndReason: textOf(o.EndReason), IP: o.IP, Device: o.Device, Remembered: o.Remembered,
		}
	}), err
}

var done = Outcome{Status: "done"}

func (s *Server) playerKick(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Players.Kick(ctx, c.by, c.id(), c.r.PathValue("session"), in.Reason)
}

func (s *Server) playerKickAll(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Players.KickAll(ctx, c.by, c.id(), in.Reason)
}

func (s *Server) playerFreeze(ctx context.Context, c *call, in FreezeWhat) (Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return Outcome{}, err
	}
	return done, s.Guard.Freeze(ctx, c.by, c.id(), []guard.Act{act}, time.Time{}, in.Reason)
}

func (s *Server) playerUnfreeze(ctx context.Context, c *call, in FreezeWhat) (Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return Outcome{}, err
	}
	return done, s.Guard.Unfreeze(ctx, c.by, c.id(), []guard.Act{act}, in.Reason)
}

func (s *Server) freezing(ctx context.Context, c *call, in FreezeWhat) (guard.Act, error) {
	act := guard.Act(in.What)
	if act != guard.Login && act != guard.Bet && act != guard.Withdraw {
		return "", errWhat
	}
	_, err := s.Players.Find(ctx, s.Read, c.id())
	return act, err
}
