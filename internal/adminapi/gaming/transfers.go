package gaming

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// askWithin is how long staff wait for a venue they ask by hand.
const askWithin = 20 * time.Second

var errAnswer = fault.New(fault.Invalid, "admin.outcome", "请选择处理结果：成功或未成功")

// Transfer is a movement between centre wallet and venue.
type Transfer struct {
	ID          string    `json:"id"`
	Order       string    `json:"order"`
	PlayerID    string    `json:"playerId"`
	Player      string    `json:"player"`
	Venue       string    `json:"venue"`
	VenueName   string    `json:"venueName"`
	Direction   string    `json:"direction" enumOf:"transfer direction"`
	Amount      wire.Yuan `json:"amount"`
	State       string    `json:"state" enumOf:"transfer state"`
	StateText   string    `json:"stateText"`
	Reason      *string   `json:"reason"`
	CreatedAt   wire.Ms   `json:"createdAt"`
	SettledAt   *wire.Ms  `json:"settledAt"`
	Asks        int       `json:"asks"`
	LastAskedAt *wire.Ms  `json:"lastAskedAt"`
	NextAskAt   *wire.Ms  `json:"nextAskAt"`
	LastAnswer  *string   `json:"lastAnswer"`
	ApprovalID  *string   `json:"approvalId"`
}

// TransferDetail is a transfer with what was said about it.
type TransferDetail struct {
	Transfer
	VenueOrder *string     `json:"venueOrder"`
	Moved      *wire.Yuan  `json:"moved"` // at the venue, where that is not the order's amount
	Asked      []Asked     `json:"asked"`
	History    []wire.Note `json:"history"`
}

// Asked is one thing that was said about a transfer.
type Asked struct {
	At     wire.Ms `json:"at"`
	Call   string  `json:"call"`
	Answer string  `json:"answer" enum:"done,refused,unknown"`
	Text   string  `json:"text"`
}

// Settle asks for a second person's yes to what people found out.
type Settle struct {
	Outcome  string `json:"outcome" enum:"done,refused"`
	Proved   string `json:"proved,omitempty"` // what the venue really booked; left out: the order's amount
	Evidence string `json:"evidence"`
	Reason   string `json:"reason"`
}

// TransferStates are the states by their names on this wire.
var TransferStates = map[wallet.State]string{
	wallet.Pending: "asked", wallet.Manual: "unknown", wallet.Completed: "done", wallet.Refused: "refused", wallet.Disputed: "disputed",
}

func statesOf(names []string) (states []wallet.State) {
	for state, name := range TransferStates {
		if slices.Contains(names, name) {
			states = append(states, state)
		}
	}
	return states
}

func transferShown(t wallet.Transfer, names map[string]string, pending string) Transfer {
	return Transfer{
		ID: t.ID, Order: t.Ref, PlayerID: t.Player, Player: t.Player, Venue: t.Venue, VenueName: cmp.Or(names[t.Venue], t.Venue), Direction: string(t.Direction),
		Amount: wire.InYuan(t.Amount), State: TransferStates[t.State], StateText: t.StateText(), Reason: wire.TextOrNull(t.ReasonText()),
		CreatedAt: wire.InMs(t.CreatedAt), SettledAt: wire.InMsOrNull(t.SettledAt), Asks: t.Asks, LastAskedAt: wire.InMsOrNull(t.AskedAt), NextAskAt: wire.InMsOrNull(t.NextAskAt),
		LastAnswer: wire.TextOrNull(t.LastAnswerText()), ApprovalID: wire.TextOrNull(pending),
	}
}

func (s *Handlers) transfers(ctx context.Context, c *route.Call) (wire.Page[Transfer], error) {
	return s.transfersOf(ctx, c, wallet.Filter{Player: identity.Fold(cmp.Or(c.Text("playerId"), c.Text("player")))})
}

func (s *Handlers) transfersOf(ctx context.Context, c *route.Call, f wallet.Filter) (wire.Page[Transfer], error) {
	known := slices.Collect(maps.Values(TransferStates))
	f.Venue, f.States, f.Stuck, f.Order = c.Text("venue"), statesOf(c.ListOf("state", known...)), c.Flag("stuck"), c.Text("order")
	f.From, f.To, f.Page = c.Time("from"), c.Time("to"), c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[Transfer]{}, err
	}
	list, total, err := s.Wallets.List(ctx, s.Read, f)
	if err != nil {
		return wire.Page[Transfer]{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return wire.Page[Transfer]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "transfer:", api.Each(list, func(t wallet.Transfer) string { return t.ID }))
	return wire.PageOf(list, total, func(t wallet.Transfer) Transfer { return transferShown(t, names, pending[t.ID]) }), err
}

func (s *Handlers) transfer(ctx context.Context, c *route.Call) (TransferDetail, error) {
	return s.transferDetail(ctx, c.ID())
}

func (s *Handlers) transferDetail(ctx context.Context, id string) (TransferDetail, error) {
	t, asks, err := s.Wallets.Find(ctx, s.Read, id)
	if err != nil {
		return TransferDetail{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return TransferDetail{}, err
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "transfer:"+t.ID)
	if err != nil {
		return TransferDetail{}, err
	}
	out := TransferDetail{Transfer: transferShown(t, names, pending), VenueOrder: wire.TextOrNull(t.Ref), Asked: []Asked{}, History: []wire.Note{{At: wire.InMs(t.CreatedAt), By: t.By, What: "发起转账"}}}
	if t.Moved > 0 {
		out.Moved = wire.InYuanOrNull(&t.Moved)
	}
	for _, a := range asks {
		answer := a.Answer
		if answer == "absent" || answer == "pending" {
			answer = "unknown"
		}
		out.Asked = append(out.Asked, Asked{At: wire.InMs(a.At), Call: a.Call, Answer: answer, Text: cmp.Or(a.Text, a.AnswerText())})
		if a.By != "" {
			out.History = append(out.History, wire.Note{At: wire.InMs(a.At), By: a.By, What: "人工处理：" + a.AnswerText(), Reason: wire.TextOrNull(a.Text)})
		}
	}
	if !t.SettledAt.IsZero() {
		out.History = append(out.History, wire.Note{At: wire.InMs(t.SettledAt), By: "系统", What: t.StateText(), Reason: wire.TextOrNull(t.ReasonText())})
	}
	return out, nil
}

func (s *Handlers) transferAsk(ctx context.Context, c *route.Call, _ wire.Empty) (TransferDetail, error) {
	waiting, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	if _, err := s.Wallets.Resolve(waiting, c.By, c.ID()); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return TransferDetail{}, err
	}
	return s.transferDetail(ctx, c.ID())
}

func (s *Handlers) transferSettle(ctx context.Context, c *route.Call, in Settle) (wire.Outcome, error) {
	outcome, known := map[string]venue.Outcome{"done": venue.Done, "refused": venue.Refused}[in.Outcome]
	if !known {
		return wire.Outcome{}, errAnswer
	}
	o := wallet.HandOrder{ID: c.ID(), Outcome: outcome, Evidence: in.Evidence, Reason: in.Reason}
	if in.Proved != "" {
		var err error
		if o.Proved, err = money.ParseYuan(in.Proved); err != nil || o.Proved == 0 {
			return wire.Outcome{}, wallet.ErrProved
		}
	}
	id, err := s.Wallets.AskToSettle(ctx, c.By, o)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) playerTransfers(ctx context.Context, c *route.Call) (wire.Page[Transfer], error) {
	return s.transfersOf(ctx, c, wallet.Filter{Player: c.ID()})
}
