package app

import "hongyun/internal/lobby"

// lobby is what composes the home page.
func (a *App) lobby() *lobby.Lobby {
	return lobby.New(lobby.Config{
		DB: a.DB, Venues: a.Venues, Bets: a.Bets, Guard: a.Guard,
		Sources: lobby.Sources{
			Players: a.Players, Deposits: a.Cashier.Deposits, Cards: a.Cashier.Cards, Promo: a.Promo, Fund: a.Fund, Vip: a.Vip,
		},
	})
}
