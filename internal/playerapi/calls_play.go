package playerapi

import (
	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/lobby"
	"hongyun/internal/venue"
)

// playHandlers serves venues, games, bets and the contents of the site.
type playHandlers struct {
	Read    db.Reader
	Venues  *venue.Venues
	Bets    *bet.Bets
	Guard   *guard.Guard
	Content *content.Content
	Lobby   *lobby.Lobby

	Clock calendar.Clock
}

// calls are the calls of venues, games, bets and the contents of the site.
func (s *playHandlers) calls() []call {
	return []call{
		post("/v1/Do/GetNotify", whoAnyone, "content", "announcements", s.announcements),
		post("/v1/PubInterface/AvaiabledAnnoucement", whoAnyone, "content", "announcements", s.announcements),
		get("/v1/PubInterface/HomePaggeContent", whoAnyone, "content", "ticker", s.ticker),
		get("/v1/PubInterface/GetBannerImgPathList", whoAnyone, "content", "banners", s.banners),
		post("/v1/PubInterface/GetActivity", whoAnyone, "content", "promotions", s.activities),
		post("/v1/PubInterface/OnlineCustomSupportLink", whoAnyone, "content", "address of customer service", s.supportLink),
		get("/v1/PubInterface/PlatformMaintenanceMessage", whoAnyone, "content", "maintenance of the site or of a venue", s.maintenance),
		get("/v1/PubInterface/GetAppDown", whoAnyone, "content", "app downloads", s.downloads),
		get("/v1/PubInterface/HelpItems", whoAnyone, "content", "ours: articles that help players, and a search in them", s.helpItems),
		get("/v1/PubInterface/HelpItem", whoAnyone, "content", "ours: one of these articles", s.helpItem),
		get("/v1/PubInterface/GetRegions", whoAnyone, "content", "provinces and cities", s.regions),

		get("/v1/Select/GameInfo", whoPlayer, "venue", "games of the lobby", s.gameInfo),
		post("/v1/Select/GameFavorites", whoPlayer, "venue", "games the player marked", s.favourites),
		post("/v1/Do/AddGameFavoritesAction", whoPlayer, "venue", "mark a game", s.addFavourite, rests),
		post("/v1/Do/CancelGameFavoritesAction", whoPlayer, "venue", "take the mark off a game", s.cancelFavourite, rests),
		post("/v1/Select/RecentGames", whoPlayer, "venue", "ours: slot games the player opened or bet on, the latest first", s.recentGames),
		post("/v1/PubInterface/GetAGFishingInfo", whoAnyone, "venue", "fishing games", s.fishingInfo),
		get("/v1/PubInterface/HomeLobby", whoAnyone, "venue", "ours: covers of each kind of game, and the latest and largest wins with their players masked", s.homeLobby),
		post("/v1/Select/HomeMine", whoPlayer, "venue", "ours: a player's row of the home page: money, games, what can be claimed, level, first steps", s.homeMine),
		get("/v1/PubInterface/SearchGames", whoAnyone, "venue", "ours: games of all venues by name or pinyin", s.searchGames),
		get("/v1/PubInterface/GameAbout", whoAnyone, "venue", "ours: one game with its rules, return and stakes, and games like it", s.gameAbout),
		get("/v1/PubInterface/VenueItems", whoAnyone, "venue", "venues and whether they are open", s.venueItems),

		post("/v1/Select/GetBetRecordMemberByDay", whoPlayer, "record", "bets by day", s.betDays),
		post("/v1/Select/GetBetRecordPlatform", whoPlayer, "record", "a day's bets by venue", s.betVenues),
		post("/v1/Select/GetBetRecordDetail", whoPlayer, "record", "a day's bets at one venue", s.betLines),
		post("/v1/Select/BetReplay", whoPlayer, "record", "ours: where a browser sees the round of a bet once more", s.betReplay, venues),
		post("/v1/Select/BetDetail", whoPlayer, "record", "ours: one bet with its odds, picks, steps and what it counted for", s.betDetail),
	}
}
