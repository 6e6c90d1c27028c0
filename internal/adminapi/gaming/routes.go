package gaming

import (
	"net/http"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/internal/venue/contract"
	"hongyun/internal/wallet"
)

// Handlers serves venues and their games, transfers to them, bets and their feeds.
type Handlers struct {
	Catalogue *catalogue.Catalogue
	Read      db.Reader
	Clock     calendar.Clock
	Staff     *staff.Staff
	Guard     *guard.Guard
	Ledger    *ledger.Ledger
	Venues    *venue.Venues
	Contracts *contract.Contracts
	Wallets   *wallet.Wallets
	Turnovers *turnover.Turnover
	Bets      *bet.Bets
	Feed      *feed.Feed
}

// Routes are the calls of venues and their games, transfers to them, bets and their feeds.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Read("/players/{id}/transfers", staff.PlayerView, "a player's transfers", s.playerTransfers,
			route.Walk("venue", "state", "order", "stuck", "from", "to")...),
		route.Read("/players/{id}/bets", staff.PlayerView, "a player's bets", s.playerBets,
			"page", "size", "venue", "status", "from", "to"),

		route.Read("/transfers", staff.TransferView, "transfers", s.transfers,
			route.Walk("state", "stuck", "venue", "player", "playerId", "order", "from", "to")...),
		route.Read("/transfers/{id}", staff.TransferView, "a transfer with what was said about it", s.transfer),
		route.Act("/transfers/{id}/ask", staff.TransferAsk, "ask the venue now", s.transferAsk),
		route.Act("/transfers/{id}/settle", staff.TransferSettle, "ask a second person to settle it", s.transferSettle),

		route.Read("/venues", staff.VenueView, "venues with our position at each", s.venues),
		route.Read("/venues/{code}", staff.VenueView, "a venue with its contract, its calls, its feed and its last failures; no keys", s.venue),
		route.Read("/venues/{code}/contract", staff.VenueView, "what was entered of a venue's contract, without values, and the fields of each protocol", s.venueKeys),
		route.StepUp(route.Act("/venues/{code}/contract", staff.VenueContract, "ask a second person to put a contract into force; its values are sealed and never shown", s.venueKeysAsk)),
		route.Read("/venues/{code}/games", staff.ContentView, "how the vendor's list of games differs from the catalogue", s.gameList,
			"page", "size", "change"),
		route.Act("/venues/{code}/games/read", staff.ContentEdit, "ask the vendor for the list of its games; changes nothing", s.gameListRead),
		route.Act("/venues/{code}/games/apply", staff.ContentEdit, "make the catalogue agree with the list that was read", s.gameListApply),
		route.Act("/venues/{code}/games/rule", staff.ContentEdit, "say whether new games of the list are shown to players at once", s.gameListRule),
		route.Act("/venues/{code}/state", staff.VenueSwitch, "open, maintain or close a venue", s.venueSwitch),

		route.Read("/bets", staff.FeedView, "bets of all players, the newest first; counted up to 10,000; at most 7 days without player, account or bet", s.bets, route.Walk(betQuery...)...),
		route.Read("/bets/{venue}/{id}", staff.FeedView, "a bet with its versions, the venue's own rows and what it counted for", s.bet),
		route.ShownOnce(route.Act("/bets/{venue}/{id}/replay", staff.FeedView, "where the vendor shows the round of a bet once more; audited", s.betReplay)),
		route.Read("/feed", staff.FeedView, "how far each bet feed is complete", s.feed),
		route.Read("/feed/windows", staff.FeedView, "windows of the bet feeds", s.feedWindows,
			route.Walk("venue", "state", "from", "to")...),
		route.Read("/feed/windows/{id}/files", staff.FeedView, "files of a window, at a venue that cuts its bets into files", s.feedFiles,
			"page", "size"),
		route.Answers(http.StatusAccepted, route.Act("/feed/windows/{id}/pull", staff.FeedPull, "pull a window again", s.feedPull)),

		route.Read("/games", staff.ContentView, "the catalogue of games", s.games,
			"page", "size", "venue", "kind", "name", "hot", "recommended", "hidden", "gone", "maintained"),
		route.Act("/games/bulk", staff.ContentEdit, "hide, show or mark up to 200 games at once", s.gamesMark),
		route.Act("/games/maintenance", staff.ContentEdit, "set or end the maintenance of up to 200 games", s.gamesMaintain),
		route.Read("/games/{id}/about", staff.ContentView, "what a game's page tells players", s.gameAbout),
		route.Act("/games/{id}/about", staff.ContentEdit, "replace it", s.gameAboutEdit),
		route.Act("/games/{id}", staff.ContentEdit, "change how a game stands in the lobby", s.gameEdit),

		route.Read("/bets/sum", staff.FeedView, "what the bets of a search add up to; at most 31 days without player, account or bet", s.betTally, betQuery...),
		route.Download("/exports/bets", staff.DataExport, "the bets of a search as a file; audited", s.exportBets, append(betQuery, "format")...),
	}
	return slices.Concat(own, s.listExports())
}
