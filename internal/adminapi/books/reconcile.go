package books

import (
	"context"
	"hongyun/internal/reconcile/finding"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/reconcile"
)

// ReconFinding is a break between us and a company, or within our books.
type ReconFinding struct {
	ID         string    `json:"id"`
	Kind       string    `json:"kind"`
	Title      string    `json:"title"`
	Subject    string    `json:"subject"`
	Channel    string    `json:"channel"`
	Player     *string   `json:"player"`
	Expected   string    `json:"expected"`
	Found      string    `json:"found"`
	Difference wire.Yuan `json:"difference"`
	What       string    `json:"what"`
	Look       string    `json:"look"`
	Detail     *string   `json:"detail"`
	Ref        *string   `json:"ref"`
	Txn        *string   `json:"txn"`
	FirstSeen  wire.Ms   `json:"firstSeen"`
	LastSeen   wire.Ms   `json:"lastSeen"`
	Seen       int       `json:"seen"`
	State      string    `json:"state" enumOf:"finding state"`
	Note       *string   `json:"note"`
	SettledBy  *string   `json:"settledBy"`
	EndedAt    *wire.Ms  `json:"endedAt"`
	ApprovalID *string   `json:"approvalId"`
}

// ReconRun is one comparison with all companies.
type ReconRun struct {
	ID         string           `json:"id"`
	Cause      string           `json:"cause" enumOf:"comparison cause"`
	By         string           `json:"by"`
	From       *wire.Ms         `json:"from"`
	To         wire.Ms          `json:"to"`
	StartedAt  wire.Ms          `json:"startedAt"`
	FinishedAt *wire.Ms         `json:"finishedAt"`
	State      string           `json:"state" enumOf:"comparison state"`
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
		ID: f.ID, Kind: string(f.Kind), Title: f.Kind.Title(), Subject: f.Subject, Channel: f.Channel, Player: wire.TextOrNull(f.Player),
		Expected: f.Expected, Found: f.Found, Difference: wire.InYuan(f.Difference), What: f.What(), Look: f.Look(), Detail: wire.TextOrNull(f.Detail),
		Ref: wire.TextOrNull(f.Ref), Txn: wire.TextOrNull(f.Txn), FirstSeen: wire.InMs(f.FirstSeen), LastSeen: wire.InMs(f.LastSeen), Seen: f.Seen,
		State: f.State, Note: wire.TextOrNull(f.Note), SettledBy: wire.TextOrNull(f.SettledBy), EndedAt: wire.InMsOrNull(f.EndedAt), ApprovalID: wire.TextOrNull(f.ApprovalID),
	}
}

func reconRunShown(r reconcile.Run) ReconRun {
	return ReconRun{
		ID: r.ID, Cause: r.Cause, By: r.By, From: wire.InMsOrNull(r.From), To: wire.InMs(r.To), StartedAt: wire.InMs(r.StartedAt), FinishedAt: wire.InMsOrNull(r.FinishedAt),
		State: r.State, Error: wire.TextOrNull(r.Problem), Looked: r.Looked, Unasked: r.Unasked, Waiting: r.Waiting, Opened: r.Opened,
	}
}

func (s *Handlers) reconFindings(ctx context.Context, c *route.Call) (wire.Page[ReconFinding], error) {
	list, total, err := s.Reconcile.List(ctx, reconcile.Filter{
		State: c.OneOf("state", finding.States...), Kind: c.Text("kind"), Channel: c.Text("channel"),
		Player: c.Text("player"), Subject: c.Text("subject"), Page: c.Page(),
	})
	return wire.PageOf(list, total, findingShown), err
}

func (s *Handlers) reconRuns(ctx context.Context, c *route.Call) (wire.Page[ReconRun], error) {
	runs, total, err := s.Reconcile.Runs(ctx, c.Page())
	return wire.PageOf(runs, total, reconRunShown), err
}

// reconRun begins a comparison; it goes on when the answer is out.
func (s *Handlers) reconRun(ctx context.Context, c *route.Call, wish ReconWish) (ReconRun, error) {
	days := min(max(wish.Days, 1), 31)
	run, err := s.Reconcile.Start(ctx, c.By, s.Clock.Now().Add(-time.Duration(days)*24*time.Hour))
	return reconRunShown(run), err
}

func (s *Handlers) reconSettle(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	out, err := s.Reconcile.AskToSettle(ctx, c.By, c.ID(), in.Reason)
	return wire.OutcomeOf(out, err)
}
