package adminapi

import (
	"slices"

	"hongyun/internal/adminapi/books"
	"hongyun/internal/adminapi/cash"
	"hongyun/internal/adminapi/gaming"
	"hongyun/internal/adminapi/offers"
	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/site"
	"hongyun/internal/staff"
)

// routesOf is the back office: every call that exists, with the permission it
// needs. Each desk lists its own.
func routesOf(c Config) []route.Route {
	var office *staff.Staff
	if c.Staff != nil { // the document is made without nouns
		office = c.Staff.Staff
	}
	cashier := &cash.Handlers{
		Read: c.Read, Clock: c.Clock, Staff: office, Guard: c.Guard, Players: c.Players, Ledger: c.Ledger,
		Venues: c.Venues, Wallets: c.Wallets, Turnovers: c.Turnovers, Cashier: c.Cashier, Payouts: c.Payouts,
		Bets: c.Bets, Fund: c.Fund,
	}
	saved := &views{Config: c}
	saved.table = slices.Concat(
		(&overview{Config: c, cash: cashier}).routes(),
		cashier.Routes(),
		(&books.Handlers{
			Read: c.Read, Clock: c.Clock, Staff: office, Guard: c.Guard, Verifier: c.Verifier, Venues: c.Venues,
			Cashier: c.Cashier, Promo: c.Promo, Reconcile: c.Reconcile, Forfeits: c.Forfeits, Earnings: c.Earnings,
		}).Routes(),
		(&gaming.Handlers{
			Read: c.Read, Clock: c.Clock, Staff: office, Guard: c.Guard, Ledger: c.Ledger, Venues: c.Venues,
			Contracts: c.Contracts, Catalogue: c.Catalogue, Wallets: c.Wallets, Turnovers: c.Turnovers, Bets: c.Bets, Feed: c.Feed,
		}).Routes(),
		(&people.Handlers{
			Read: c.Read, Clock: c.Clock, TLS: c.TLS, Demo: c.Demo, Staff: c.Staff, Guard: c.Guard,
			Players: c.Players, Ledger: c.Ledger, Wallets: c.Wallets, Cashier: c.Cashier, Bets: c.Bets, Vip: c.Vip,
			Statement: c.Statement, Tickets: c.Tickets, Book: c.Book,
		}).Routes(),
		(&offers.Handlers{Read: c.Read, Clock: c.Clock, Staff: office, Players: c.Players, Fund: c.Fund, Vip: c.Vip, Promo: c.Promo}).Routes(),
		(&site.Handlers{
			Read: c.Read, Clock: c.Clock, Staff: office, Alarms: c.Alarms, Courier: c.Courier, Content: c.Content,
			Pictures: c.Pictures, PromotionPage: c.PromotionPage, Book: c.Book, Opening: c.Opening, Uploads: c.Uploads,
		}).Routes(),
		saved.routes(),
	)
	return saved.table
}
