package books

import (
	"net/http"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/forfeit"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/promo"
	"hongyun/internal/reconcile"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Handlers serves the ledger, comparisons with companies, the switches of money, and earnings.
type Handlers struct {
	Read      db.Reader
	Clock     calendar.Clock
	Staff     *staff.Staff
	Guard     *guard.Guard
	Verifier  *ledger.Verifier
	Venues    *venue.Venues
	Cashier   *cashier.Cashier
	Promo     *promo.Promo
	Reconcile *reconcile.Reconciler
	Forfeits  *forfeit.Forfeits
	Earnings  *earning.Earnings
}

// Routes are the calls of the ledger, comparisons with companies, the switches of money, and earnings.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Read("/forfeits", staff.CaseView, "bonus money of self-excluded players that is still to come back, oldest first", s.forfeits,
			"page", "size"),

		route.Read("/books", staff.BooksView, "the last run through the books", s.books),
		route.Read("/books/runs", staff.BooksView, "all runs through the books", s.bookRuns,
			"page", "size"),
		route.Answers(http.StatusAccepted, route.Act("/books/verify", staff.BooksVerify, "go through the books now", s.booksVerify)),

		route.Read("/reconcile/findings", staff.ReconView, "breaks between us and the companies, and within the books", s.reconFindings,
			route.Walk("state", "kind", "channel", "player", "subject")...),
		route.Act("/reconcile/findings/{id}/settle", staff.ReconSettle, "settle a break, or ask a second person to", s.reconSettle),
		route.Act("/reconcile/findings/{id}/rebuild", staff.ReconSettle, "ask a second person to book what a restore lost", s.reconRebuild),
		route.Read("/reconcile/runs", staff.ReconView, "all comparisons with the companies", s.reconRuns,
			"page", "size"),
		route.Answers(http.StatusAccepted, route.Act("/reconcile/run", staff.ReconRun, "compare the last days with every company now", s.reconRun)),

		route.Read("/gate", staff.GateView, "which ways of money are closed", s.gate),
		route.Act("/gate/close", staff.GateClose, "close a way of money at once", s.gateClose),
		route.StepUp(route.Act("/gate/open", staff.GateOpen, "ask a second person to open it again", s.gateOpen)),
		route.Answers(http.StatusAccepted, route.Act("/gate/compare", staff.ReconRun, "after a restore: compare all it may have lost with every company", s.gateCompare)),

		route.Read("/earnings", staff.EarningView, "profit and loss of GMT+8 days, at most 400, as everything stands now", s.earnings, earningDays...),
		route.Read("/earnings/venues/{code}/games", staff.EarningView, "the bets of some days at a venue, by game", s.earningGames, earningDays...),
		route.Read("/earnings/venues/{code}/months", staff.EarningView, "a venue's statement: its last 24 months with bets", s.earningStatement),
		route.Read("/earnings/debts", staff.EarningView, "what is owed to players at the end of each of some days", s.earningDebts, earningDays...),
		route.Download("/exports/earnings", staff.DataExport, "profit and loss as a file; audited", s.exportEarnings, append(earningDays, "view", "venue", "format")...),
	}
	return slices.Concat(own, s.listExports())
}
