package books

import (
	"context"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile"
)

// Gate is which ways of money are closed, and what was.
type Gate struct {
	Doors []Door       `json:"doors"`
	Past  []PastClosed `json:"past"`
}

// Door is one way of money.
type Door struct {
	Door   string  `json:"door"`
	Name   string  `json:"name"`
	Closed *Closed `json:"closed"`
}

// Closed is who closed a door, when and why.
type Closed struct {
	Cause      string   `json:"cause" enumOf:"closing cause"`
	CauseText  string   `json:"causeText"`
	Reason     string   `json:"reason"`
	By         string   `json:"by"`
	Since      wire.Ms  `json:"since"`
	KnownUntil *wire.Ms `json:"knownUntil"`
	NotReady   *string  `json:"notReady"`
	ApprovalID *string  `json:"approvalId"`
}

// PastClosed is a closing that is over.
type PastClosed struct {
	Name       string  `json:"name"`
	CauseText  string  `json:"causeText"`
	Reason     string  `json:"reason"`
	By         string  `json:"by"`
	Since      wire.Ms `json:"since"`
	OpenedAt   wire.Ms `json:"openedAt"`
	OpenedBy   string  `json:"openedBy"`
	OpenReason string  `json:"openReason"`
}

// CloseDoor closes a way of money, or asks to open it again.
type CloseDoor struct {
	Door   string `json:"door"`
	Reason string `json:"reason"`
}

// pastMost is how many closings that are over are shown.
const pastMost = 50

func (s *Handlers) gate(ctx context.Context, _ *route.Call) (Gate, error) {
	out := Gate{Past: []PastClosed{}}
	standing, err := s.Guard.Gate.Standing(ctx, s.Read)
	if err != nil {
		return out, err
	}
	doors, err := s.doors(ctx)
	if err != nil {
		return out, err
	}
	for _, c := range standing { // of a company that is gone, too
		if !slices.Contains(doors, c.Door) {
			doors = append(doors, c.Door)
		}
	}
	for _, door := range doors {
		d := Door{Door: string(door), Name: door.Text()}
		if i := slices.IndexFunc(standing, func(c guard.Closing) bool { return c.Door == door }); i >= 0 {
			if d.Closed, err = s.closedShown(ctx, standing[i]); err != nil {
				return out, err
			}
		}
		out.Doors = append(out.Doors, d)
	}
	past, err := s.Guard.Gate.History(ctx, s.Read, pastMost)
	for _, p := range past {
		out.Past = append(out.Past, PastClosed{
			Name: p.Door.Text(), CauseText: p.Cause.Text(), Reason: p.Reason, By: p.By, Since: wire.InMs(p.Since),
			OpenedAt: wire.InMs(p.OpenedAt), OpenedBy: p.OpenedBy, OpenReason: p.OpenReason,
		})
	}
	return out, err
}

// doors are those there are to close: the general ones, then each venue and
// gateway that the operator has a contract with.
func (s *Handlers) doors(ctx context.Context) ([]guard.Door, error) {
	doors := []guard.Door{guard.DoorAll, guard.DoorWithdrawals, guard.DoorDeposits, guard.DoorTransfers}
	venues, err := s.Venues.List(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	for _, v := range venues {
		if v.HasAdapter {
			doors = append(doors, guard.VenueDoor(v.Code))
		}
	}
	channels, err := s.Cashier.Methods.ThirdPay(ctx)
	for _, c := range channels {
		if door := guard.GatewayDoor(c.Gateway); !slices.Contains(doors, door) {
			doors = append(doors, door)
		}
	}
	return doors, err
}

func (s *Handlers) closedShown(ctx context.Context, c guard.Closing) (*Closed, error) {
	out := &Closed{
		Cause: string(c.Cause), CauseText: c.Cause.Text(), Reason: c.Reason, By: c.By, Since: wire.InMs(c.Since), KnownUntil: wire.InMsOrNull(c.From),
	}
	if err := s.Guard.Gate.NotReady(ctx, c); err != nil {
		out.NotReady = wire.TextOrNull(route.Said(err))
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "gate:"+string(c.Door))
	out.ApprovalID = wire.TextOrNull(pending)
	return out, err
}

func (s *Handlers) gateClose(ctx context.Context, c *route.Call, in CloseDoor) (Gate, error) {
	if _, err := s.Guard.Gate.Close(ctx, c.By, guard.Door(in.Door), in.Reason); err != nil {
		return Gate{}, err
	}
	return s.gate(ctx, c)
}

func (s *Handlers) gateOpen(ctx context.Context, c *route.Call, in CloseDoor) (wire.Outcome, error) {
	id, err := s.Guard.Gate.AskToOpen(ctx, c.By, guard.Door(in.Door), in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

// gateCompare begins the comparison that opening after a restore asks for.
func (s *Handlers) gateCompare(ctx context.Context, c *route.Call, _ wire.Empty) (ReconRun, error) {
	standing, err := s.Guard.Gate.Standing(ctx, s.Read)
	if err != nil {
		return ReconRun{}, err
	}
	i := slices.IndexFunc(standing, func(c guard.Closing) bool { return c.Cause == guard.ByRestore })
	if i < 0 {
		return ReconRun{}, guard.ErrOpenAlready
	}
	run, err := s.Reconcile.StartAfter(ctx, c.By, standing[i])
	return reconRunShown(run), err
}

// Rebuild books what a company has and our books lost.
type Rebuild struct {
	Player string `json:"player,omitempty"`
	Reason string `json:"reason"`
}

func (s *Handlers) reconRebuild(ctx context.Context, c *route.Call, in Rebuild) (wire.Outcome, error) {
	id, err := s.Reconcile.AskToRebuild(ctx, c.By, reconcile.RebuildOrder{Finding: c.ID(), Player: in.Player, Reason: in.Reason})
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}
