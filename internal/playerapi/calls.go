package playerapi

import "slices"

// calls is the player API: every call that exists, and nothing that does not. Each
// desk lists its own. What begins something rests under maintenance; what reads,
// ends a session or belongs to an order that is there already, goes on. Paths are
// without /common; each is served with it and without it (API-01).
func (s *Server) calls() []call {
	return slices.Concat(
		s.ownCalls(),
		(&accountHandlers{
			Read: s.Read, Players: s.Players, Ledger: s.Ledger, Deposits: s.Deposits, Bets: s.Bets, Vip: s.Vip, Promo: s.Promo, Guard: s.Guard, Inbox: s.Inbox, Tickets: s.Tickets, Serves: s.settings.Serves, TLS: s.settings.TLS,
		}).calls(),
		(&cashHandlers{
			Read: s.Read, Ledger: s.Ledger, Wallets: s.Wallets, Venues: s.Venues, Launches: s.Launches, Deposits: s.Deposits, Slips: s.Slips, Withdrawals: s.Withdrawals, Cards: s.Cards, Addresses: s.Addresses, Chains: s.Chains, Records: s.Records, Statement: s.Statement, Turnover: s.Turnover, Fund: s.Fund, Promo: s.Promo, Clock: s.Clock, Serves: s.settings.Serves, SiteURL: s.settings.SiteURL,
		}).calls(),
		(&playHandlers{
			Read: s.Read, Venues: s.Venues, Bets: s.Bets, Guard: s.Guard, Content: s.Content, Lobby: s.Lobby, Clock: s.Clock,
		}).calls(),
	)
}

// ownCalls are those that need what only the server has.
func (s *Server) ownCalls() []call {
	return []call{
		post("/v1/PubInterface/Vitals", whoAnyone, "content", "how fast a page felt; nothing about who opened it", s.vitals, beacon),
		get("/v1/Select/Events", whoPlayer, "cashier", "news for an open page as server-sent events: deposit, inbox", s.events, poll),
	}
}
