package playerapi

import (
	"slices"

	"hongyun/internal/playerapi/account"
	"hongyun/internal/playerapi/cash"
	"hongyun/internal/playerapi/gaming"
	"hongyun/internal/playerapi/route"
)

// Calls is the player API: every call that exists, and nothing that does not. Each
// desk lists its own. What begins something rests under maintenance; what reads,
// ends a session or belongs to an order that is there already, goes on. Paths are
// without /common; each is served with it and without it (API-01).
func (s *Server) calls() []route.Call {
	return slices.Concat(
		s.ownCalls(),
		(&account.Handlers{
			Read: s.Read, Players: s.Players, Ledger: s.Ledger, Deposits: s.Deposits, Bets: s.Bets, Vip: s.Vip, Promo: s.Promo, Guard: s.Guard, Inbox: s.Inbox, Tickets: s.Tickets, Serves: s.settings.Serves, TLS: s.settings.TLS,
		}).Calls(),
		(&cash.Handlers{
			Read: s.Read, Ledger: s.Ledger, Wallets: s.Wallets, Venues: s.Venues, Launches: s.Launches, Deposits: s.Deposits, Slips: s.Slips, Withdrawals: s.Withdrawals, Cards: s.Cards, Addresses: s.Addresses, Methods: s.Methods, USDT: s.USDT, Records: s.Records, Statement: s.Statement, Turnover: s.Turnover, Fund: s.Fund, Promo: s.Promo, Clock: s.Clock, Serves: s.settings.Serves, SiteURL: s.settings.SiteURL,
		}).Calls(),
		(&gaming.Handlers{
			Read: s.Read, Venues: s.Venues, Bets: s.Bets, Guard: s.Guard, Content: s.Content, Lobby: s.Lobby, Clock: s.Clock,
		}).Calls(),
	)
}

// ownCalls are those that need what only the server has.
func (s *Server) ownCalls() []route.Call {
	return []route.Call{
		route.Post("/v1/PubInterface/Vitals", route.Anyone, "content", "how fast a page felt; nothing about who opened it", s.vitals, route.Beacon),
		route.Get("/v1/Select/Events", route.AnyPlayer, "cashier", "news for an open page as server-sent events: deposit, inbox", s.events, route.Poll),
	}
}
