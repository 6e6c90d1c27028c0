package people

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/player/access"
)

var errWhat = fault.New(fault.Invalid, "admin.freeze", "请选择要冻结或解冻的功能")

// Session is a login of a player.
type Session struct {
	ID         string   `json:"id"`
	CreatedAt  wire.Ms  `json:"createdAt"`
	LastSeenAt wire.Ms  `json:"lastSeenAt"`
	ExpiresAt  wire.Ms  `json:"expiresAt"`
	EndedAt    *wire.Ms `json:"endedAt"`
	EndReason  *string  `json:"endReason"`
	IP         string   `json:"ip"`
	Device     string   `json:"device"`
	Remembered bool     `json:"remembered"`
}

// CardField is the personal field that is a card's number.
const CardField = "card"

// Reveal asks for one personal field in full.
type Reveal struct {
	Field  string `json:"field" enumOf:"personal field"`
	CardID string `json:"cardId,omitempty"`
	Reason string `json:"reason"`
}

// Value is a personal field in full.
type Value struct {
	Value string `json:"value"`
}

// FreezeWhat says what a player shall not be able to do.
type FreezeWhat struct {
	What   string `json:"what" enumOf:"act"`
	Reason string `json:"reason"`
}

func (s *Handlers) playerReveal(ctx context.Context, c *route.Call, in Reveal) (Value, error) {
	if in.Field == CardField {
		card, err := strconv.ParseInt(in.CardID, 10, 64)
		if err != nil {
			return Value{}, route.ErrInput.With("cardId")
		}
		number, err := s.Cashier.Cards.Reveal(ctx, c.By, c.ID(), card, in.Reason)
		return Value{number}, err
	}
	value, err := s.Players.Reveal(ctx, c.By, c.ID(), in.Field, in.Reason)
	return Value{value}, err
}

func (s *Handlers) playerSessions(ctx context.Context, c *route.Call) (wire.Items[Session], error) {
	list, err := s.Players.Sessions(ctx, c.ID())
	return wire.ItemsOf(list, func(o access.OpenSession) Session {
		return Session{
			ID: o.ID, CreatedAt: wire.InMs(o.CreatedAt), LastSeenAt: wire.InMs(o.LastSeenAt), ExpiresAt: wire.InMs(o.ExpiresAt), EndedAt: wire.InMsOrNull(o.EndedAt),
			EndReason: wire.TextOrNull(o.EndReason), IP: o.IP, Device: o.Device, Remembered: o.Remembered,
		}
	}), err
}

// ResetCode is a code to reset a password, shown once.
type ResetCode struct {
	Code      string  `json:"code"`
	ExpiresAt wire.Ms `json:"expiresAt"`
}

func (s *Handlers) playerReset(ctx context.Context, c *route.Call, in wire.Reason) (ResetCode, error) {
	issued, err := s.Players.IssueReset(ctx, c.By, c.ID(), in.Reason)
	if err != nil {
		return ResetCode{}, err
	}
	return ResetCode{Code: issued.Code, ExpiresAt: wire.InMs(issued.ExpiresAt)}, nil
}

func (s *Handlers) playerWithdrawReset(ctx context.Context, c *route.Call, in wire.Reason) (ResetCode, error) {
	issued, err := s.Players.IssueWithdrawReset(ctx, c.By, c.ID(), in.Reason)
	if err != nil {
		return ResetCode{}, err
	}
	return ResetCode{Code: issued.Code, ExpiresAt: wire.InMs(issued.ExpiresAt)}, nil
}

// playerSecondReset asks for the second person who lets a player without an
// authenticator log in again.
func (s *Handlers) playerSecondReset(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Players.ResetSecond(ctx, c.By, c.ID(), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) playerKick(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Players.Kick(ctx, c.By, c.ID(), c.Request.PathValue("session"), in.Reason)
}

func (s *Handlers) playerKickAll(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Players.KickAll(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) playerFreeze(ctx context.Context, c *route.Call, in FreezeWhat) (wire.Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return wire.Outcome{}, err
	}
	return wire.Done, s.Guard.Freeze(ctx, c.By, c.ID(), []guard.Act{act}, time.Time{}, in.Reason)
}

func (s *Handlers) playerUnfreeze(ctx context.Context, c *route.Call, in FreezeWhat) (wire.Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return wire.Outcome{}, err
	}
	return wire.Done, s.Guard.Unfreeze(ctx, c.By, c.ID(), []guard.Act{act}, in.Reason)
}

func (s *Handlers) freezing(ctx context.Context, c *route.Call, in FreezeWhat) (guard.Act, error) {
	act := guard.Act(in.What)
	if !slices.Contains(guard.Acts, act) {
		return "", errWhat
	}
	_, err := s.Players.Find(ctx, s.Read, c.ID())
	return act, err
}
