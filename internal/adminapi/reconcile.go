package adminapi

import (
	"context"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
)

// ReconFinding is a break between us and a company, or within our books.
type ReconFinding struct {
	ID         string  `json:"id"`
	Kind       string  `json:"kind"`
	Title      string  `json:"title"`
	Subject    string  `json:"subject"`
	Channel    string  `json:"channel"`
	Player     *string `json:"player"`
	Expected   string  `json:"expected"`
	Found      string  `json:"found"`
	Difference Yuan    `json:"difference"`
	What       string  `json:"what"`
	Look       string  `json:"look"`
	Detail     *string `json:"detail"`
	Ref        *string `json:"ref"`
	Txn        *string `json:"txn"`
	FirstSeen  Ms      `json:"firstSeen"`
	LastSeen   Ms      `json:"lastSeen"`
	Seen       int     `json:"seen"`
	State      string  `json:"state" enumOf:"finding state"`
	Note       *string `json:"note"`
	SettledBy  *string `json:"settledBy"`
	EndedAt    *Ms     `json:"endedAt"`
	ApprovalID *string `json:"approvalId"`
}

// ReconRun is one comparison with all companies.
type ReconRun struct {
	ID         string           `json:"id"`
	Cause      string           `json:"cause" enumOf:"comparison cause"`
	By         string           `json:"by"`
	From       *Ms              `json:"from"`
	To         Ms               `json:"to"`
	StartedAt  Ms               `json:"startedAt"`
	FinishedAt *Ms              `json:"finishedAt"`
	State      string           `json:"state" enum:"running,done,error"`
	Error      *string          `json:"error"`
	Looked     map[string]int64 `json:"looked"`
	Unasked    []string         `json:"unasked"`
	Waiting    int              `json:"waiting"`
	Opened     int              `json:"opened"`
}

// ReconWish asks for a comparison of the last days.
type ReconWish struct {
	Days int `json:"days" minimum:"1" maximum:"31"`
}

func findingShown(f finding.Finding) ReconFinding {
	return ReconFinding{
		ID: f.ID, Kind: string(f.Kind), Title: f.Kind.Title(), Subject: f.Subject, Channel: f.Channel, Player: textOf(f.Player),
		Expected: f.Expected, Found: f.Found, Difference: yuan(f.Difference), What: f.What(), Look: f.Look(), Detail: textOf(f.Detail),
		Ref: textOf(f.Ref), Txn: textOf(f.Txn), FirstSeen: ms(f.FirstSeen), LastSeen: ms(f.LastSeen), Seen: f.Seen,
		State: f.State, Note: textOf(f.Note), SettledBy: textOf(f.SettledBy), EndedAt: msOf(f.EndedAt), ApprovalID: textOf(f.ApprovalID),
	}
}

func reconRunShown(r reconcile.Run) ReconRun {
	return ReconRun{
		ID: r.ID, Cause: r.Cause, By: r.By, From: msOf(r.From), To: ms(r.To), StartedAt: ms(r.StartedAt), FinishedAt: msOf(r.FinishedAt),
		State: r.State, Error: textOf(r.Problem), Looked: r.Looked, Unasked: r.Unasked, Waiting: r.Waiting, Opened: r.Opened,
	}
}

func (s *Server) reconFindings(ctx context.Context, c *call) (Page[ReconFinding], error) {
	list, total, err := s.Reconcile.List(ctx, reconcile.Filter{
		State: c.one("state", finding.States...), Kind: c.text("kind"), Channel: c.text("channel"),
		Player: c.text("player"), Subject: c.text("subject"), Page: c.page(),
	})
	return pageOf(list, total, findingShown), err
}

func (s *Server) reconRuns(ctx context.Context, c *call) (Page[ReconRun], error) {
	runs, total, err := s.Reconcile.Runs(ctx, c.page())
	return pageOf(runs, total, reconRunShown), err
}

// reconRun begins a comparison; it goes on when the answer is out.
func (s *Server) reconRun(ctx context.Context, c *call, wish ReconWish) (ReconRun, error) {
	days := min(max(wish.Days, 1), 31)
	run, err := s.Reconcile.Start(ctx, c.by, s.Clock.Now().Add(-time.Duration(days)*24*time.Hour))
	return reconRunShown(run), err
}

func (s *Server) reconSettle(ctx context.Context, c *call, in Reason) (Outcome, error) {
	out, err := s.Reconcile.AskToSettle(ctx, c.by, c.id(), in.Reason)
	return outcome(order.Outcome(out), err)
}
