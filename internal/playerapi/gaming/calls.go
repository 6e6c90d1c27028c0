package gaming

import (
	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/lobby"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/venue"
)

// Handlers serves venues, games, bets and the contents of the site.
type Handlers struct {
	Read    db.Reader
	Venues  *venue.Venues
	Bets    *bet.Bets
	Guard   *guard.Guard
	Content *content.Content
	Lobby   *lobby.Lobby

	Clock calendar.Clock
}

// Calls are the calls of venues, games, bets and the contents of the site.
func (s *Handlers) Calls() []route.Call {
	return []route.Call{
		route.Post("/v1/Do/GetNotify", route.Anyone, "content", "announcements", s.announcements),
		route.Post("/v1/PubInterface/AvaiabledAnnoucement", route.Anyone, "content", "announcements", s.announcements),
		route.Get("/v1/PubInterface/HomePaggeContent", route.Anyone, "content", "ticker", s.ticker),
		route.Get("/v1/PubInterface/GetBannerImgPathList", route.Anyone, "content", "banners", s.banners),
		route.Post("/v1/PubInterface/GetActivity", route.Anyone, "content", "promotions", s.activities),
		route.Post("/v1/PubInterface/OnlineCustomSupportLink", route.Anyone, "content", "address of customer service", s.supportLink),
		route.Get("/v1/PubInterface/PlatformMaintenanceMessage", route.Anyone, "content", "maintenance of the site or of a venue", s.maintenance),
		route.Get("/v1/PubInterface/GetAppDown", route.Anyone, "content", "app downloads", s.downloads),
		route.Get("/v1/PubInterface/HelpItems", route.Anyone, "content", "ours: articles that help players, and a search in them", s.helpItems),
		route.Get("/v1/PubInterface/HelpItem", route.Anyone, "content", "ours: one of these articles", s.helpItem),
		route.Get("/v1/PubInterface/GetRegions", route.Anyone, "content", "provinces and cities", s.regions),

		route.Get("/v1/Select/GameInfo", route.AnyPlayer, "venue", "games of the lobby", s.gameInfo),
		route.Post("/v1/Select/GameFavorites", route.AnyPlayer, "venue", "games the player marked", s.favourites),
		route.Post("/v1/Do/AddGameFavoritesAction", route.AnyPlayer, "venue", "mark a game", s.addFavourite, route.Rests),
		route.Post("/v1/Do/CancelGameFavoritesAction", route.AnyPlayer, "venue", "take the mark off a game", s.cancelFavourite, route.Rests),
		route.Post("/v1/Select/RecentGames", route.AnyPlayer, "venue", "ours: slot games the player opened or bet on, the latest first", s.recentGames),
		route.Post("/v1/PubInterface/GetAGFishingInfo", route.Anyone, "venue", "fishing games", s.fishingInfo),
		route.Get("/v1/PubInterface/HomeLobby", route.Anyone, "venue", "ours: covers of each kind of game, and the latest and largest wins with their players masked", s.homeLobby),
		route.Get("/v1/PubInterface/HomeLife", route.Anyone, "venue", "ours: what goes on at the venues now: matches with their odds, roads of tables, draws", s.homeLife),
		route.Post("/v1/Select/HomeMine", route.AnyPlayer, "venue", "ours: a player's row of the home page: games, what can be claimed, level, first steps", s.homeMine),
		route.Get("/v1/PubInterface/SearchGames", route.Anyone, "venue", "ours: games of all venues by name or pinyin", s.searchGames),
		route.Get("/v1/PubInterface/GameAbout", route.Anyone, "venue", "ours: one game with its rules, return and stakes, and games like it", s.gameAbout),
		route.Get("/v1/PubInterface/VenueFront", route.Anyone, "venue", "ours: a venue's page for one kind of its games: the games, what its bets tell of matches, draws and rounds, and its latest wins", s.venueFront),
		route.Get("/v1/PubInterface/VenueItems", route.Anyone, "venue", "venues and whether they are open", s.venueItems),

		route.Post("/v1/Select/GetBetRecordMemberByDay", route.AnyPlayer, "record", "bets by day", s.betDays),
		route.Post("/v1/Select/GetBetRecordPlatform", route.AnyPlayer, "record", "a day's bets by venue", s.betVenues),
		route.Post("/v1/Select/GetBetRecordDetail", route.AnyPlayer, "record", "a day's bets at one venue", s.betLines),
		route.Post("/v1/Select/BetReplay", route.AnyPlayer, "record", "ours: where a browser sees the round of a bet once more", s.betReplay, route.Venues),
		route.Post("/v1/Select/BetDetail", route.AnyPlayer, "record", "ours: one bet with its odds, picks, steps and what it counted for", s.betDetail),
	}
}
