package cash

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/order"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// Kinds of cases beside the cashier's.
const (
	caseTransfer = "transfer"
	caseReturn   = "return"  // a player who is likely another one under self-exclusion
	caseRequest  = "request" // something was reported, and waits for its second person
)

// CaseKinds are the kinds of cases, the cashier's among them.
var CaseKinds = []string{caseTransfer, order.CaseDeposit, order.CaseMoney, order.CasePayout, order.CaseOwed, caseRequest, caseReturn}

var caseTexts = map[string]string{
	caseTransfer: "转账未决", order.CaseDeposit: "存款待复核", order.CaseMoney: "待认领款项",
	order.CasePayout: "出款矛盾", order.CaseOwed: "玩家欠款", caseRequest: "待第二人确认", caseReturn: "疑似自我排除玩家返回",
}

// caseViews says which permission each kind asks for beside case.view.
var caseViews = map[string]staff.Permission{
	caseTransfer: staff.TransferView, order.CaseDeposit: staff.DepositView, order.CaseMoney: staff.DepositView,
	order.CasePayout: staff.WithdrawalView, order.CaseOwed: staff.PlayerView, caseRequest: staff.ApprovalView, caseReturn: staff.PlayerView,
}

// caseReports are the requests that are cases of their own: what they are about
// was settled before a person reported that it was not.
var caseReports = []string{"deposit.reverse", "payout.return", "payout.late"}

// Case is something that contradicts itself or has no owner, and waits for people.
type Case struct {
	ID         string      `json:"id"`
	Kind       string      `json:"kind" enumOf:"case"`
	KindText   string      `json:"kindText"`
	Title      string      `json:"title"`
	PlayerID   *string     `json:"playerId"`
	Player     *string     `json:"player"`
	Amount     wire.Yuan   `json:"amount"`
	Coins      *wire.Coins `json:"coins"` // instead of the amount, for money that came on a chain
	Since      wire.Ms     `json:"since"`
	Reason     *string     `json:"reason"`
	ApprovalID *string     `json:"approvalId"`
}

// caseFilter chooses open cases; empty fields do not.
type caseFilter struct {
	kinds    []string
	player   string
	before   time.Time
	min, max money.Fen
}

// takesAll reports whether the filter chooses every case of its kinds.
func (f caseFilter) takesAll() bool {
	return f.player == "" && f.before.IsZero() && f.min == 0 && f.max == 0
}

// allCases is the number of rows for whoever needs all open cases.
const allCases = math.MaxInt32

// fixedCases are the open cases of a file. The rows themselves are kept, because a case
// that is decided while the file is written is open no more.
func (s *Handlers) fixedCases(ctx context.Context, c *route.Call) (route.Fixed[Case], error) {
	f, err := caseFilterOf(c)
	if err != nil {
		return route.Fixed[Case]{}, err
	}
	all, _, err := s.openCases(ctx, c.By, f, allCases)
	return route.Held(all), err
}

func caseFilterOf(c *route.Call) (caseFilter, error) {
	f := caseFilter{kinds: c.ListOf("kind", slices.Sorted(mapKeys(caseTexts))...), player: identity.Fold(c.Text("player")), before: c.Time("before")}
	for name, into := range map[string]*money.Fen{"min": &f.min, "max": &f.max} {
		if v := c.Yuan(name); v != nil {
			*into = *v
		}
	}
	return f, c.Checked()
}

func (s *Handlers) cases(ctx context.Context, c *route.Call) (wire.Page[Case], error) {
	f, err := caseFilterOf(c)
	if err != nil {
		return wire.Page[Case]{}, err
	}
	limit, offset := c.Page().Bounds()
	if err := c.Checked(); err != nil {
		return wire.Page[Case]{}, err
	}
	all, total, err := s.openCases(ctx, c.By, f, int(offset+limit))
	if err != nil {
		return wire.Page[Case]{}, err
	}
	from := min(int(offset), len(all))
	page := all[from:min(from+int(limit), len(all))]
	pending, err := s.Staff.PendingApprovals(ctx, s.Read, api.Each(page, func(c Case) string { return c.ID }))
	for i := range page {
		page[i].ApprovalID = wire.TextOrNull(pending[page[i].ID])
	}
	return wire.Page[Case]{Items: page, Total: total}, err
}

func mapKeys(m map[string]string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// openCases reads the oldest open cases that a person may see, and how many there are.
func (s *Handlers) openCases(ctx context.Context, by staff.Actor, f caseFilter, need int) ([]Case, int, error) {
	var kinds []string
	for kind := range caseTexts {
		if s.Staff.Can(by, caseViews[kind]) && (len(f.kinds) == 0 || slices.Contains(f.kinds, kind)) {
			kinds = append(kinds, kind)
		}
	}
	all, total := []Case{}, 0
	if slices.Contains(kinds, caseTransfer) {
		list, n, err := s.transferCases(ctx, f, need)
		if err != nil {
			return nil, 0, err
		}
		all, total = append(all, list...), total+n
	}
	if slices.Contains(kinds, caseRequest) {
		list, n, err := s.requestCases(ctx, f, need)
		if err != nil {
			return nil, 0, err
		}
		all, total = append(all, list...), total+n
	}
	if slices.Contains(kinds, caseReturn) {
		list, n, err := s.returnCases(ctx, f, need)
		if err != nil {
			return nil, 0, err
		}
		all, total = append(all, list...), total+n
	}
	kinds = slices.DeleteFunc(kinds, func(k string) bool { return k == caseTransfer || k == caseRequest || k == caseReturn })
	if len(kinds) > 0 {
		list, n, err := s.Cashier.Records.Cases(ctx, cashier.CaseFilter{
			Kinds: kinds, Player: f.player, Before: f.before, Min: f.min, Max: f.max, Limit: need,
		})
		if err != nil {
			return nil, 0, err
		}
		all, total = append(all, api.Each(list, cashierCase)...), total+n
	}
	slices.SortFunc(all, func(a, b Case) int { return cmp.Or(cmp.Compare(a.Since, b.Since), cmp.Compare(a.ID, b.ID)) })
	return all, total, nil
}

func cashierCase(c cashier.Case) Case {
	return Case{
		ID: c.ID, Kind: c.Kind, KindText: caseTexts[c.Kind], Title: caseTexts[c.Kind] + " " + c.ID[strings.IndexByte(c.ID, ':')+1:],
		PlayerID: wire.TextOrNull(c.Player), Player: wire.TextOrNull(c.Player), Amount: wire.InYuan(c.Amount), Coins: wire.InCoinsOrNull(c.Coins), Since: wire.InMs(c.Since), Reason: wire.TextOrNull(c.Reason),
	}
}

func (s *Handlers) transferCases(ctx context.Context, f caseFilter, need int) ([]Case, int, error) {
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return nil, 0, err
	}
	all, total := []Case{}, 0
	err = eachPage(func(seek *staff.Seek) (more bool, err error) {
		list, n, err := s.Wallets.Stuck(ctx, s.Read, wallet.Filter{
			Player: f.player, To: f.before, Min: f.min, Max: f.max, Page: staff.Page{Size: 100, Seek: seek},
		})
		if !seek.Bare {
			total = n
		}
		for _, t := range list {
			all = append(all, transferCase(t, names))
		}
		return len(all) < need, err
	})
	return all, total, err
}

// eachPage reads a list by cursor to its end, or until it needs no more. Only the first
// page is counted.
func eachPage(read func(*staff.Seek) (more bool, err error)) error {
	seek := &staff.Seek{}
	for {
		more, err := read(seek)
		if err != nil || !more || seek.Next == "" {
			return err
		}
		seek = &staff.Seek{After: seek.Next, Bare: true}
	}
}

func transferCase(t wallet.Transfer, names map[string]string) Case {
	return Case{
		ID: "transfer:" + t.ID, Kind: caseTransfer, KindText: caseTexts[caseTransfer],
		Title:    t.Direction.Text() + " " + cmp.Or(names[t.Venue], t.Venue) + "：" + t.StateText(),
		PlayerID: wire.TextOrNull(t.Player), Player: wire.TextOrNull(t.Player), Amount: wire.InYuan(t.Amount), Since: wire.InMs(t.CreatedAt), Reason: wire.TextOrNull(t.ReasonText()),
	}
}

// requestCases are reports about settled orders that wait for a second person. They are
// the newest first, so whoever needs some of them needs all.
func (s *Handlers) requestCases(ctx context.Context, f caseFilter, need int) ([]Case, int, error) {
	all, counted := []Case{}, 0
	for _, kind := range caseReports {
		if need == 0 && f.takesAll() {
			_, n, err := s.Staff.Approvals(ctx, staff.ApprovalFilter{State: staff.Pending, Kind: kind, Page: staff.Page{Size: 1}})
			if err != nil {
				return nil, 0, err
			}
			counted += n
			continue
		}
		err := eachPage(func(seek *staff.Seek) (more bool, err error) {
			list, _, err := s.Staff.Approvals(ctx, staff.ApprovalFilter{State: staff.Pending, Kind: kind, Page: staff.Page{Size: 100, Seek: seek}})
			for _, a := range list {
				if c := requestCase(a); f.chooses(a, c) {
					all = append(all, c)
				}
			}
			return true, err
		})
		if err != nil {
			return nil, 0, err
		}
	}
	return all, counted + len(all), nil
}

func requestCase(a staff.Approval) Case {
	c := Case{ID: a.Subject, Kind: caseRequest, KindText: caseTexts[caseRequest], Title: a.Title, Since: wire.InMs(a.MadeAt), Reason: wire.TextOrNull(a.Reason)}
	if a.Amount != nil {
		c.Amount = wire.InYuan(*a.Amount)
	}
	for _, d := range a.Details {
		if d.Label == "玩家" {
			c.PlayerID, c.Player = wire.TextOrNull(d.Value), wire.TextOrNull(d.Value)
		}
	}
	return c
}

func (f caseFilter) chooses(a staff.Approval, c Case) bool {
	amount := money.Fen(0)
	if a.Amount != nil {
		amount = *a.Amount
	}
	return (f.before.IsZero() || a.MadeAt.Before(f.before)) && amount >= f.min && (f.max == 0 || amount <= f.max) &&
		(f.player == "" || c.Player != nil && *c.Player == f.player)
}

// CountCases is how many cases a member of staff may see.
func (s *Handlers) CountCases(ctx context.Context, by staff.Actor) (int, error) {
	_, n, err := s.openCases(ctx, by, caseFilter{}, 0)
	return n, err
}
