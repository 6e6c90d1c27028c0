package people

import (
	"context"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/channel"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Subject is what something is about.
type Subject struct {
	Type  string `json:"type"`
	ID    string `json:"id"`
	Label string `json:"label"`
}

// ApprovalSubject is what a second-person request is about.
type ApprovalSubject struct {
	Type  string `json:"type" enumOf:"approval subject"`
	ID    string `json:"id"`
	Label string `json:"label"`
}

// ApprovalSubjects are the types of subjects, in the order of the menu.
var ApprovalSubjects = []string{
	"deposit", "withdrawal", "transfer", "money", "owed", "player", "player.second", "card", "address", "return",
	"coin.rate", "coin.payee", "coin.wallet", "batch", "gate", "finding", "fund", "fund.task", "vip.table", "vip.setting", "vip.award",
	"promo", "promo.start", "award", "venue.contract", "setting", "content", "alarm.target", "alarm.route",
	"staff", "staff.new", "staff.role", "staff.network",
}

func subjectOf(subject, label string) ApprovalSubject {
	kind, id, _ := strings.Cut(subject, ":")
	return ApprovalSubject{Type: kind, ID: id, Label: label}
}

// Approval is a request for a second person.
type Approval struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind" enumOf:"approval kind"`
	Title     string          `json:"title"`
	Subject   ApprovalSubject `json:"subject"`
	Amount    *wire.Yuan      `json:"amount"`
	Details   []staff.Detail  `json:"details"`
	Reason    *string         `json:"reason"`
	Maker     wire.Who        `json:"maker"`
	MadeAt    wire.Ms         `json:"madeAt"`
	ExpiresAt *wire.Ms        `json:"expiresAt"` // of one that waits
	State     string          `json:"state" enumOf:"approval state"`
	Checker   *wire.Who       `json:"checker"`
	DecidedAt *wire.Ms        `json:"decidedAt"`
	Decision  *string         `json:"decision"`
	MayDecide bool            `json:"mayDecide"`
	// MayWithdraw is for the human being who made it.
	MayWithdraw bool    `json:"mayWithdraw"`
	MayNotWhy   *string `json:"mayNotWhy"`
	// Invited is the half of an invitation that the one who approves gets, in
	// that answer alone.
	Invited *Invited `json:"invited"`
}

// HoldsSecret says whether the answer holds half of an invitation, which no repeat may show.
func (a Approval) HoldsSecret() bool { return a.Invited != nil }

func approvalShown(a staff.Approval, whyNot error) Approval {
	if a.Kind == channel.KindAccount && whyNot != nil {
		a.Details = setting.Masked(a.Details)
	}
	out := Approval{
		ID: a.ID, Kind: a.Kind, Title: a.Title, Subject: subjectOf(a.Subject, a.Label), Amount: wire.InYuanOrNull(a.Amount), Details: a.Details,
		Reason: wire.TextOrNull(a.Reason), Maker: wire.Who{ID: a.Maker, Name: a.MakerName}, MadeAt: wire.InMs(a.MadeAt), State: a.State,
		Checker: wire.WhoOrNull(a.Checker, a.CheckerName), DecidedAt: wire.InMsOrNull(a.DecidedAt), Decision: wire.TextOrNull(a.Decision), MayDecide: true,
	}
	if a.State == staff.Pending {
		expires := wire.InMs(a.ExpiresAt)
		out.ExpiresAt = &expires
	}
	if whyNot != nil {
		out.MayDecide, out.MayNotWhy = false, wire.TextOrNull(route.Said(whyNot))
	}
	return out
}

func (s *Handlers) approvals(ctx context.Context, c *route.Call) (wire.Page[Approval], error) {
	f := staff.ApprovalFilter{
		State: c.OneOf("state", staff.RequestStates...), Kind: c.Text("kind"), Page: c.Page(),
	}
	if err := c.Checked(); err != nil {
		return wire.Page[Approval]{}, err
	}
	return s.approvalsOf(ctx, c, f)
}

// myRequests are the caller's own requests to a second person. A maker who may not
// see the queue sees what became of them and can take them back.
func (s *Handlers) myRequests(ctx context.Context, c *route.Call) (wire.Page[Approval], error) {
	f := staff.ApprovalFilter{State: c.OneOf("state", staff.RequestStates...), Maker: c.By.ID, Page: c.Page()}
	if err := c.Checked(); err != nil {
		return wire.Page[Approval]{}, err
	}
	return s.approvalsOf(ctx, c, f)
}

func (s *Handlers) approvalsOf(ctx context.Context, c *route.Call, f staff.ApprovalFilter) (wire.Page[Approval], error) {
	list, total, err := s.Staff.Approvals(ctx, f)
	if err != nil {
		return wire.Page[Approval]{}, err
	}
	whyNot, err := s.Staff.MayDecideEach(ctx, s.Read, c.By, list)
	if err != nil {
		return wire.Page[Approval]{}, err
	}
	if err := s.revealNumbers(ctx, list, whyNot); err != nil {
		return wire.Page[Approval]{}, err
	}
	mine, err := s.Staff.MayWithdrawEach(ctx, s.Read, c.By, list)
	return wire.PageOf(list, total, func(a staff.Approval) Approval {
		out := approvalShown(a, whyNot[a.ID])
		out.MayWithdraw = mine[a.ID]
		return out
	}), err
}

// revealNumbers shows the number of an account to people who may decide about it
// now, since they compare it. Others who list requests see it masked.
func (s *Handlers) revealNumbers(ctx context.Context, list []staff.Approval, whyNot map[string]error) error {
	for i, a := range list {
		if a.Kind != channel.KindAccount {
			continue
		}
		list[i].Details = setting.Masked(a.Details)
		if whyNot[a.ID] != nil {
			continue
		}
		var err error
		if list[i].Details, err = s.Book.Reveal(ctx, s.Read, a); err != nil {
			return err
		}
	}
	return nil
}

// withdrawRequest takes back one's own request.
func (s *Handlers) withdrawRequest(ctx context.Context, c *route.Call, in wire.Reason) (Approval, error) {
	a, err := s.Staff.Withdraw(ctx, c.By, c.ID(), in.Reason)
	if err != nil {
		return Approval{}, err
	}
	return approvalShown(a, staff.ErrDecided.With(a.CheckerName)), nil
}

func (s *Handlers) approve(ctx context.Context, c *route.Call, in wire.Approve) (Approval, error) {
	return s.decide(ctx, c, true, in.Note)
}

func (s *Handlers) refuse(ctx context.Context, c *route.Call, in wire.Reason) (Approval, error) {
	return s.decide(ctx, c, false, in.Reason)
}

func (s *Handlers) decide(ctx context.Context, c *route.Call, approve bool, note string) (Approval, error) {
	if approve {
		asked, err := s.Staff.FindApproval(ctx, s.Read, c.ID())
		if err != nil {
			return Approval{}, err
		}
		if staff.NeedsStepUp(asked.Kind) {
			if err := c.Fresh(s.Clock.Now()); err != nil {
				return Approval{}, err
			}
		}
	}
	a, err := s.Staff.Decide(ctx, c.By, c.ID(), approve, note)
	if err != nil {
		return Approval{}, err
	}
	out := approvalShown(a, s.Staff.MayDecide(ctx, s.Read, c.By, a))
	if a.Invitation.Token != "" {
		half := invited("", *a.Invitation)
		out.Invited = &half
	}
	return out, nil
}
