package adminapi

import (
	"context"

	"hongyun/internal/adminapi/cash"
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/calendar"
	"hongyun/internal/promo/award"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// Badges are how much waits in each queue; what the caller may not see is 0.
type Badges struct {
	DepositsClaimed    int `json:"depositsClaimed"`
	DepositsReview     int `json:"depositsReview"`
	WithdrawalsWaiting int `json:"withdrawalsWaiting"`
	WithdrawalsMine    int `json:"withdrawalsMine"`
	WithdrawalsToPay   int `json:"withdrawalsToPay"`
	Approvals          int `json:"approvals"`
	TransfersStuck     int `json:"transfersStuck"`
	FeedGaps           int `json:"feedGaps"`
	Cases              int `json:"cases"`
	GateClosed         int `json:"gateClosed"`
	PromoWithheld      int `json:"promoWithheld"`
	VipWithheld        int `json:"vipWithheld"`
	Findings           int `json:"findings"`
	Forfeits           int `json:"forfeits"`
	Tickets            int `json:"tickets"`
}

// DayFigures are a GMT+8 day's results. The takings are null for people who may not
// look at earnings.
type DayFigures struct {
	Deposits      *wire.Sum  `json:"deposits"`
	Withdrawals   *wire.Sum  `json:"withdrawals"`
	Net           *wire.Yuan `json:"net"`
	Registrations int        `json:"registrations"`
	FirstDeposits int        `json:"firstDeposits"`
}

// Dashboard is today beside yesterday.
type Dashboard struct {
	Day       string     `json:"day"`
	Pending   Badges     `json:"pending"`
	Today     DayFigures `json:"today"`
	Yesterday DayFigures `json:"yesterday"`
	Books     BooksState `json:"books"`
}

// neverRun is the state of books that nobody has verified yet.
const neverRun = "never"

// BooksState is how the last run through the books ended.
type BooksState struct {
	At    *wire.Ms `json:"at"`
	State string   `json:"state" enumOf:"books state"`
}

func (s *overview) badges(ctx context.Context, c *route.Call) (Badges, error) {
	var b Badges
	waits, err := s.Cashier.Records.Counts(ctx, c.By.ID)
	if err != nil {
		return b, err
	}
	if s.Staff.Can(c.By, staff.DepositView) {
		b.DepositsClaimed, b.DepositsReview = waits.DepositsClaimed, waits.DepositsReview
	}
	if s.Staff.Can(c.By, staff.WithdrawalView) {
		b.WithdrawalsWaiting, b.WithdrawalsMine, b.WithdrawalsToPay = waits.WithdrawalsWaiting, waits.WithdrawalsMine, waits.WithdrawalsToPay
	}
	if s.Staff.Can(c.By, staff.ApprovalView) {
		if b.Approvals, err = s.Staff.CountPending(ctx, c.By); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.TransferView) {
		if _, b.TransfersStuck, err = s.Wallets.Stuck(ctx, s.Read, wallet.Filter{Page: staff.Page{Size: 1}}); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.CaseView) {
		n, err := s.cash.CountCases(ctx, c.By)
		if err != nil {
			return b, err
		}
		b.Cases = n
		if b.Forfeits, err = s.Forfeits.CountOpen(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.TicketView) {
		if b.Tickets, err = s.Tickets.Count(ctx); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.FeedView) {
		if b.FeedGaps, err = s.Feed.Gaps(ctx); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.GateView) {
		closed, err := s.Guard.Gate.Standing(ctx, s.Read)
		if err != nil {
			return b, err
		}
		b.GateClosed = len(closed)
	}
	if s.Staff.Can(c.By, staff.PromoView) {
		if b.PromoWithheld, err = award.CountWithheld(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.VipView) {
		if b.VipWithheld, err = s.Vip.CountWithheld(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.By, staff.ReconView) {
		if b.Findings, err = s.Reconcile.CountOpen(ctx, s.Read); err != nil {
			return b, err
		}
	}
	return b, nil
}

func (s *overview) dashboard(ctx context.Context, c *route.Call) (Dashboard, error) {
	today := calendar.DayOf(s.Clock.Now())
	out := Dashboard{Day: today.String(), Books: BooksState{State: neverRun}}
	var err error
	if out.Pending, err = s.badges(ctx, c); err != nil {
		return out, err
	}
	if out.Today, err = s.figures(ctx, c, today); err != nil {
		return out, err
	}
	if out.Yesterday, err = s.figures(ctx, c, today.AddDays(-1)); err != nil {
		return out, err
	}
	running, last, err := s.Verifier.Last(ctx)
	if last != nil {
		out.Books = BooksState{At: wire.InMsOrNull(last.FinishedAt), State: last.State}
	}
	if running != nil {
		out.Books.State = running.State
	}
	return out, err
}

func (s *overview) figures(ctx context.Context, c *route.Call, day calendar.Day) (DayFigures, error) {
	f, err := s.Cashier.Records.Figures(ctx, day)
	if err != nil {
		return DayFigures{}, err
	}
	registered, err := s.Players.Registered(ctx, day.Start().UnixMilli(), day.End().UnixMilli())
	out := DayFigures{Registrations: registered, FirstDeposits: f.FirstDeposits}
	if s.Staff.Can(c.By, staff.EarningView) {
		in, left := wire.InSum(f.Deposits.Count, f.Deposits.Amount), wire.InSum(f.Withdrawals.Count, f.Withdrawals.Amount)
		net := wire.InYuan(f.Deposits.Amount - f.Withdrawals.Amount)
		out.Deposits, out.Withdrawals, out.Net = &in, &left, &net
	}
	return out, err
}

// overview counts what waits in every desk.
type overview struct {
	Config
	cash *cash.Handlers
}

func (s *overview) routes() []route.Route {
	return []route.Route{
		route.Read("/badges", route.Anybody, "how much waits in each queue", s.badges),
		route.Read("/dashboard", staff.DashboardView, "today beside yesterday", s.dashboard),
	}
}
