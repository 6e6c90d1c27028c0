package adminapi

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/player"
)

var errWhat = fault.New(fault.Invalid, "admin.freeze", "请选择要冻结或解冻的功能")

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
	Field  string `json:"field" enum:"trueName,phone,email,birthday,card"`
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

func (s *peopleHandlers) playerReveal(ctx context.Context, c *call, in Reveal) (Value, error) {
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

func (s *peopleHandlers) playerSessions(ctx context.Context, c *call) (Items[Session], error) {
	list, err := s.Players.Sessions(ctx, c.id())
	return itemsOf(list, func(o player.OpenSession) Session {
		return Session{
			ID: o.ID, CreatedAt: ms(o.CreatedAt), LastSeenAt: ms(o.LastSeenAt), ExpiresAt: ms(o.ExpiresAt), EndedAt: msOf(o.EndedAt),
			EndReason: textOf(o.EndReason), IP: o.IP, Device: o.Device, Remembered: o.Remembered,
		}
	}), err
}

// ResetCode is a code to reset a password, shown once.
type ResetCode struct {
	Code      string `json:"code"`
	ExpiresAt Ms     `json:"expiresAt"`
}

func (s *peopleHandlers) playerReset(ctx context.Context, c *call, in Reason) (ResetCode, error) {
	issued, err := s.Players.IssueReset(ctx, c.by, c.id(), in.Reason)
	if err != nil {
		return ResetCode{}, err
	}
	return ResetCode{Code: issued.Code, ExpiresAt: ms(issued.ExpiresAt)}, nil
}

func (s *peopleHandlers) playerWithdrawReset(ctx context.Context, c *call, in Reason) (ResetCode, error) {
	issued, err := s.Players.IssueWithdrawReset(ctx, c.by, c.id(), in.Reason)
	if err != nil {
		return ResetCode{}, err
	}
	return ResetCode{Code: issued.Code, ExpiresAt: ms(issued.ExpiresAt)}, nil
}

// playerSecondReset asks for the second person who lets a player without an
// authenticator log in again.
func (s *peopleHandlers) playerSecondReset(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := s.Players.ResetSecond(ctx, c.by, c.id(), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *peopleHandlers) playerKick(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Players.Kick(ctx, c.by, c.id(), c.r.PathValue("session"), in.Reason)
}

func (s *peopleHandlers) playerKickAll(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return done, s.Players.KickAll(ctx, c.by, c.id(), in.Reason)
}

func (s *peopleHandlers) playerFreeze(ctx context.Context, c *call, in FreezeWhat) (Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return Outcome{}, err
	}
	return done, s.Guard.Freeze(ctx, c.by, c.id(), []guard.Act{act}, time.Time{}, in.Reason)
}

func (s *peopleHandlers) playerUnfreeze(ctx context.Context, c *call, in FreezeWhat) (Outcome, error) {
	act, err := s.freezing(ctx, c, in)
	if err != nil {
		return Outcome{}, err
	}
	return done, s.Guard.Unfreeze(ctx, c.by, c.id(), []guard.Act{act}, in.Reason)
}

func (s *peopleHandlers) freezing(ctx context.Context, c *call, in FreezeWhat) (guard.Act, error) {
	act := guard.Act(in.What)
	if !slices.Contains(guard.Acts, act) {
		return "", errWhat
	}
	_, err := s.Players.Find(ctx, s.Read, c.id())
	return act, err
}
