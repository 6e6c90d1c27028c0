package adminapi

import (
	"context"
	"slices"

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
	Cause      string  `json:"cause" enumOf:"closing cause"`
	CauseText  string  `json:"causeText"`
	Reason     string  `json:"reason"`
	By         string  `json:"by"`
	Since      Ms      `json:"since"`
	KnownUntil *Ms     `json:"knownUntil"`
	NotReady   *string `json:"notReady"`
	ApprovalID *string `json:"approvalId"`
}

// PastClosed is a closing that is over.
type PastClosed struct {
	Name       string `json:"name"`
	CauseText  string `json:"causeText"`
	Reason     string `json:"reason"`
	By         string `json:"by"`
	Since      Ms     `json:"since"`
	OpenedAt   Ms     `json:"openedAt"`
	OpenedBy   string `json:"openedBy"`
	OpenReason string `json:"openReason"`
}

// CloseDoor closes a way of money, or asks to open it again.
type CloseDoor struct {
	Door   string `json:"door"`
	Reason string `json:"reason"`
}

// pastMost is how many closings that are over are shown.
const pastMost = 50

func (s *Server) gate(ctx context.Context, _ *call) (Gate, error) {
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
			Name: p.Door.Text(), CauseText: p.Cause.Text(), Reason: p.Reason, By: p.By, Since: ms(p.Since),
			OpenedAt: ms(p.OpenedAt), OpenedBy: p.OpenedBy, OpenReason: p.OpenReason,
		})
	}
	return out, err
}

// doors are those there are to close: the general ones, then each venue and
// gateway the house has a contract with.
func (s *Server) doors(ctx context.Context) ([]guard.Door, error) {
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

func (s *Server) closedShown(ctx context.Context, c guard.Closing) (*Closed, error) {
	out := &Closed{
		Cause: string(c.Cause), CauseText: c.Cause.Text(), Reason: c.Reason, By: c.By, Since: ms(c.Since), KnownUntil: msOf(c.From),
	}
	if s.Guard.Gate.Ready != nil {
		if err := s.Guard.Gate.Ready(ctx, s.Read, c); err != nil {
			out.NotReady = textOf(said(err))
		}
	}
	pending, err := s.Staff.PendingApproval(ctx, s.Read, "gate:"+string(c.Door))
	out.ApprovalID = textOf(pending)
	return out, err
}

func (s *Server) gateClose(ctx context.Context, c *call, in CloseDoor) (Gate, error) {
	if _, err := s.Guard.Gate.Close(ctx, c.by, guard.Door(in.Door), in.Reason); err != nil {
		return Gate{}, err
	}
	return s.gate(ctx, c)
}

func (s *Server) gateOpen(ctx context.Context, c *call, in CloseDoor) (Outcome, error) {
	id, err := s.Guard.Gate.AskToOpen(ctx, c.by, guard.Door(in.Door), in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

// gateCompare begins the comparison that opening after a restore asks for.
func (s *Server) gateCompare(ctx context.Context, c *call, _ Empty) (ReconRun, error) {
	standing, err := s.Guard.Gate.Standing(ctx, s.Read)
	if err != nil {
		return ReconRun{}, err
	}
	i := slices.IndexFunc(standing, func(c guard.Closing) bool { return c.Cause == guard.ByRestore })
	if i < 0 {
		return ReconRun{}, guard.ErrOpenAlready
	}
	run, err := s.Reconcile.StartAfter(ctx, c.by, standing[i])
	return reconRunShown(run), err
}

// Rebuild books what a company has and the house lost.
type Rebuild struct {
	Player string `json:"player,omitempty"`
	Reason string `json:"reason"`
}

func (s *Server) reconRebuild(ctx context.Context, c *call, in Rebuild) (Outcome, error) {
	id, err := s.Reconcile.AskToRebuild(ctx, c.by, reconcile.RebuildOrder{Finding: c.id(), Player: in.Player, Reason: in.Reason})
	return Outcome{Status: "waiting", ApprovalID: id}, err
}
