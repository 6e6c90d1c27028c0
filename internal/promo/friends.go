package promo

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// The states of an invited friend, as the inviter sees them. How much a friend
// deposits is the friend's own business and not shown.
const (
	FriendRegistered = "registered" // no deposit yet
	FriendDepositing = "depositing" // deposits, and has not reached the sum
	FriendReviewing  = "reviewing"  // reached it; a person looks at the award
	FriendRewarded   = "rewarded"
	FriendOver       = "over" // the month is over, or the award was refused
)

// FriendStates are the states of an invited friend.
var FriendStates = []string{FriendRegistered, FriendDepositing, FriendReviewing, FriendRewarded, FriendOver}

// Friend is an invited player with what came of it.
type Friend struct {
	Name   string // masked
	At     time.Time
	Until  time.Time // the sum must be reached before it
	State  string
	Amount money.Fen // of the award, 0 without one
}

// Referrals is how a player's invitations stand.
type Referrals struct {
	Open       bool // the promotion runs
	Amount     money.Fen
	DepositMin money.Fen
	Invited    int
	Rewarded   int
	Earned     money.Fen
	Friends    []Friend
}

// ReferralsOf tells whom a player invited and what it brought (PROMO-08).
func (p *Promo) ReferralsOf(ctx context.Context, r db.Reader, id string, page staff.Page) (Referrals, error) {
	out := Referrals{Friends: []Friend{}}
	rules, err := rule.Running(ctx, r, p.today())
	if err != nil {
		return out, err
	}
	for _, promotion := range rules {
		if promotion.Kind == rule.Referral {
			out.Open, out.Amount, out.DepositMin = true, promotion.Params.Amount, promotion.Params.DepositMin
		}
	}
	if out.Invited, err = p.Players.InvitedBy(ctx, r, id); err != nil {
		return out, err
	}
	f := award.Filter{Player: id, Kinds: []rule.Kind{rule.Referral}, States: []string{award.Paid}, Page: staff.Page{Number: 1, Size: 1}}
	if _, out.Rewarded, out.Earned, err = award.List(ctx, r, f); err != nil {
		return out, err
	}
	limit, offset := page.Bounds()
	friends, err := p.Players.Invited(ctx, r, id, limit, offset)
	if err != nil {
		return out, err
	}
	for _, friend := range friends {
		one, err := p.friend(ctx, r, id, friend)
		if err != nil {
			return out, err
		}
		out.Friends = append(out.Friends, one)
	}
	return out, nil
}

func (p *Promo) friend(ctx context.Context, r db.Reader, inviter string, f player.Friend) (Friend, error) {
	out := Friend{Name: player.MaskLogin(f.Name), At: f.CreatedAt, Until: monthAfter(f.CreatedAt), State: FriendRegistered}
	given, found, err := award.OfFriend(ctx, r, inviter, f.ID)
	if err != nil {
		return out, err
	}
	if found {
		out.State = map[string]string{award.Paid: FriendRewarded, award.Withheld: FriendReviewing}[given.State]
		if out.State == "" {
			out.State = FriendOver
		}
		if out.State == FriendRewarded {
			out.Amount = given.Amount
		}
		return out, nil
	}
	if !p.DB.Clock().Now().Before(out.Until) {
		out.State = FriendOver
		return out, nil
	}
	deposited, err := p.credited(ctx, r, f.ID, f.CreatedAt, out.Until)
	if deposited > 0 {
		out.State = FriendDepositing
	}
	return out, err
}
