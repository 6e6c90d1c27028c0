package adminapi

import (
	"context"

	"hongyun/internal/calendar"
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

// DayFigures are a GMT+8 day's results.
type DayFigures struct {
	Deposits      Sum  `json:"deposits"`
	Withdrawals   Sum  `json:"withdrawals"`
	Net           Yuan `json:"net"`
	Registrations int  `json:"registrations"`
	FirstDeposits int  `json:"firstDeposits"`
}

// Dashboard is today beside yesterday.
type Dashboard struct {
	Day       string     `json:"day"`
	Pending   Badges     `json:"pending"`
	Today     DayFigures `json:"today"`
	Yesterday DayFigures `json:"yesterday"`
	Books     BooksState `json:"books"`
}

// BooksState is how the last run through the books ended.
type BooksState struct {
	At    *Ms    `json:"at"`
	State string `json:"state" enum:"running,passed,failed,error,never"`
}

func (s *overview) badges(ctx context.Context, c *call) (Badges, error) {
	var b Badges
	waits, err := s.Cashier.Records.Counts(ctx, c.by.ID)
	if err != nil {
		return b, err
	}
	if s.Staff.Can(c.by, staff.DepositView) {
		b.DepositsClaimed, b.DepositsReview = waits.DepositsClaimed, waits.DepositsReview
	}
	if s.Staff.Can(c.by, staff.WithdrawalView) {
		b.WithdrawalsWaiting, b.WithdrawalsMine, b.WithdrawalsToPay = waits.WithdrawalsWaiting, waits.WithdrawalsMine, waits.WithdrawalsToPay
	}
	if s.Staff.Can(c.by, staff.ApprovalView) {
		if b.Approvals, err = s.Staff.CountPending(ctx, c.by); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.TransferView) {
		if _, b.TransfersStuck, err = s.Wallets.Stuck(ctx, s.Read, wallet.Filter{Page: staff.Page{Size: 1}}); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.CaseView) {
		n, err := s.cash.countCases(ctx, c.by)
		if err != nil {
			return b, err
		}
		b.Cases = n
		if b.Forfeits, err = s.Forfeits.CountOpen(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.TicketView) {
		if b.Tickets, err = s.Tickets.Count(ctx); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.FeedView) {
		if b.FeedGaps, err = s.Feed.Gaps(ctx); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.GateView) {
		closed, err := s.Guard.Gate.Standing(ctx, s.Read)
		if err != nil {
			return b, err
		}
		b.GateClosed = len(closed)
	}
	if s.Staff.Can(c.by, staff.PromoView) {
		if b.PromoWithheld, err = s.Promo.CountWithheld(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.VipView) {
		if b.VipWithheld, err = s.Vip.CountWithheld(ctx, s.Read); err != nil {
			return b, err
		}
	}
	if s.Staff.Can(c.by, staff.ReconView) {
		if b.Findings, err = s.Reconcile.CountOpen(ctx, s.Read); err != nil {
			return b, err
		}
	}
	return b, nil
}

func (s *overview) dashboard(ctx context.Context, c *call) (Dashboard, error) {
	today := calendar.DayOf(s.Clock.Now())
	out := Dashboard{Day: today.String(), Books: BooksState{State: "never"}}
	var err error
	if out.Pending, err = s.badges(ctx, c); err != nil {
		return out, err
	}
	if out.Today, err = s.figures(ctx, today); err != nil {
		return out, err
	}
	if out.Yesterday, err = s.figures(ctx, today.AddDays(-1)); err != nil {
		return out, err
	}
	running, last, err := s.Verifier.Last(ctx)
	if last != nil {
		out.Books = BooksState{At: msOf(last.FinishedAt), State: last.State}
	}
	if running != nil {
		out.Books.State = running.State
	}
	return out, err
}

func (s *overview) figures(ctx context.Context, day calendar.Day) (DayFigures, error) {
	f, err := s.Cashier.Records.Figures(ctx, day)
	if err != nil {
		return DayFigures{}, err
	}
	registered, err := s.Players.Registered(ctx, day.Start().UnixMilli(), day.End().UnixMilli())
	return DayFigures{
		Deposits: sumOf(f.Deposits.Count, f.Deposits.Amount), Withdrawals: sumOf(f.Withdrawals.Count, f.Withdrawals.Amount), Net: yuan(f.Deposits.Amount - f.Withdrawals.Amount),
		Registrations: registered, FirstDeposits: f.FirstDeposits,
	}, err
}

// overview counts what waits in every desk.
type overview struct {
	Config
	cash *cashHandlers
}

func (s *overview) routes() []route {
	return []route{
		read("/badges", anybody, "how much waits in each queue", s.badges),
		read("/dashboard", staff.DashboardView, "today beside yesterday", s.dashboard),
	}
}
