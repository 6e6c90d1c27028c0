package gaming

import "hongyun/internal/playerapi/wire"

// HomeWin is a win as everybody may see it. Nothing in it says whose it is.
type HomeWin struct {
	Player string    `json:"Player" doc:"masked: the first letter alone"`
	GameId int64     `json:"GameId" doc:"GameInfoId; 0: the game has no page"`
	Game   string    `json:"Game"`
	Amount wire.Yuan `json:"Amount" doc:"the result, without the stake"`
	Time   string    `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
}

// HomeKind is the covers of one kind of game.
type HomeKind struct {
	Kind  string     `json:"Kind" enumOf:"venue kind"`
	Items []SlotGame `json:"Items" doc:"at venues that are open, the most played first"`
}

// HomeLobby is the part of the home page that is the same for everybody. It is at
// most a few seconds old.
type HomeLobby struct {
	Kinds   []HomeKind `json:"Kinds"`
	Latest  []HomeWin  `json:"Latest"`
	Largest []HomeWin  `json:"Largest" doc:"of the last seven days"`

	Multiples []HomeBest `json:"Multiples" doc:"the best multiples of the day in GMT+8, the best first"`
	Winners   []HomeBest `json:"Winners" doc:"the largest wins of the day in GMT+8, the largest first"`
	Free      []HomeFree `json:"Free" doc:"games that can be played for nothing"`
}

// HomeBest is a place on a board of the day. The stake is not told: of the multiple and
// the amount one is 0.
type HomeBest struct {
	Player   string    `json:"Player" doc:"masked: the first letter alone"`
	GameId   int64     `json:"GameId" doc:"GameInfoId; 0: the game has no page"`
	Game     string    `json:"Game"`
	Cover    SlotGame  `json:"Cover" doc:"of a game with a page"`
	Multiple int64     `json:"Multiple" doc:"hundredths of the stake that were paid"`
	Amount   wire.Yuan `json:"Amount" doc:"the result, without the stake"`
}

// HomeFree is a game that can be played for nothing.
type HomeFree struct {
	Game   SlotGame `json:"Game"`
	FunUrl string   `json:"FunUrl"`
}

// HomeClaim is something that the player can have now.
type HomeClaim struct {
	Kind   string    `json:"Kind" enumOf:"claim"`
	Id     int64     `json:"Id" doc:"of the promotion; 0 for the fund"`
	Name   string    `json:"Name"`
	Amount wire.Yuan `json:"Amount" doc:"C$ for the fund; 0 where it is drawn"`
	Draws  int       `json:"Draws"`
}

// HomeOffer is a promotion that a deposit made now can choose.
type HomeOffer struct {
	Id    int64     `json:"Id" doc:"of the promotion, the activity of a deposit"`
	Name  string    `json:"Name"`
	First bool      `json:"First" doc:"only with the first deposit of a lifetime"`
	Rate  int64     `json:"Rate" doc:"hundredths of a percent of the deposit"`
	Min   wire.Yuan `json:"Min" doc:"of the deposit"`
	Most  wire.Yuan `json:"Most" doc:"of the award; 0: no limit"`
}

// HomeLevel is the VIP track in which the player is nearest to the next level.
type HomeLevel struct {
	Track string    `json:"Track" doc:"its name; empty: no track is on"`
	Level int       `json:"Level"`
	Valid wire.Yuan `json:"Valid" doc:"valid bets so far"`
	Next  wire.Yuan `json:"Next" doc:"that the next level asks for; 0 at the highest"`
	Bonus wire.Yuan `json:"Bonus" doc:"C$ that the next level brings"`
}

// HomeSteps are the first things of a new player.
type HomeSteps struct {
	Name    bool `json:"Name"`
	Deposit bool `json:"Deposit"`
	Play    bool `json:"Play"`
	Card    bool `json:"Card"`
}

// HomeMine is a player's row of the home page.
type HomeMine struct {
	Recent     []SlotGame  `json:"Recent" doc:"the latest first"`
	Favourites []SlotGame  `json:"Favourites"`
	Marked     []int64     `json:"Marked" doc:"the GameInfoId of every favourite"`
	Claims     []HomeClaim `json:"Claims"`
	Offers     []HomeOffer `json:"Offers" doc:"open to the player now, the largest award first"`
	Level      HomeLevel   `json:"Level"`
	Steps      HomeSteps   `json:"Steps"`
}

// SearchIn is the query of SearchGames.
type SearchIn struct {
	Text string `json:"Text" required:"false" maxLength:"40" wrong:"搜索内容不能超过40个字" doc:"part of a name, or its pinyin in full or by initials"`
}

// FoundGame is a game of a search, with the name of its venue.
type FoundGame struct {
	SlotGame
	Venue string `json:"Venue"`
}

// GameAboutIn is the query of GameAbout.
type GameAboutIn struct {
	GameInfoId int64 `json:"GameInfoId" minimum:"1" empty:"请选择游戏" wrong:"游戏不存在"`
}

// GameAbout is one game's page. A figure that the venue does not say is 0 or empty.
type GameAbout struct {
	Game       SlotGame   `json:"Game"`
	Venue      string     `json:"Venue"`
	Payback    int        `json:"Payback" doc:"hundredths of a percent of all stakes that come back"`
	Volatility int        `json:"Volatility" doc:"1 calm to 5 wild"`
	StakeMin   wire.Yuan  `json:"StakeMin"`
	StakeMax   wire.Yuan  `json:"StakeMax"`
	Rules      []string   `json:"Rules" doc:"paragraphs"`
	FunUrl     string     `json:"FunUrl" doc:"where the venue lets anybody play for nothing"`
	Related    []SlotGame `json:"Related"`
}

// VenueFrontIn is the query of VenueFront.
type VenueFrontIn struct {
	PlatformId string `json:"PlatformId" maxLength:"20" pattern:"^[0-9A-Za-z_-]+$" empty:"请选择场馆" wrong:"场馆不存在" doc:"platform id or venue code (D-27)"`
	Kind       string `json:"Kind" enumOf:"venue kind" empty:"请选择游戏类型" wrong:"游戏类型不正确"`
	Only       string `json:"Only" required:"false" pattern:"^wins$" wrong:"内容类型不正确" doc:"wins: the wins alone, the other lists are empty"`
}

// VenueFront is the page of one venue for one kind of its games. The boards come from
// the venue's own bet rows: a board is empty where these do not tell it.
type VenueFront struct {
	Games     []SlotGame   `json:"Games" doc:"of the venue, in the order of the catalogue"`
	Total     int          `json:"Total" doc:"games of the venue; Games may be fewer"`
	Elsewhere []SlotGame   `json:"Elsewhere" doc:"of the same kind at other venues that are open"`
	Matches   []FrontMatch `json:"Matches" doc:"sports and e-sports: matches that are being bet on"`
	Draws     []FrontDraws `json:"Draws" doc:"lotteries: the latest draws of each"`
	Tables    []FrontTable `json:"Tables" doc:"live dealers: rounds that were bet on, by table"`
	Hands     []FrontHand  `json:"Hands" doc:"card tables: the latest hands"`
	Wins      []HomeWin    `json:"Wins" doc:"the latest at this venue"`
}

// FrontMatch is a match that is being bet on.
type FrontMatch struct {
	League    string       `json:"League"`
	Event     string       `json:"Event"`
	Score     string       `json:"Score" doc:"at ScoreTime; empty: not told"`
	ScoreTime string       `json:"ScoreTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty without Score"`
	Starts    string       `json:"Starts" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty: not told"`
	Open      bool         `json:"Open" doc:"a bet on it is not settled; a match that is over has no Score"`
	Prices    []FrontPrice `json:"Prices"`
	Time      string       `json:"Time" doc:"of the last bet, YYYY-MM-DD HH:mm:ss, GMT+8"`
}

// HomePlace is where an item of HomeLife is.
type HomePlace struct {
	Platform string `json:"Platform" doc:"the platform id"`
	Kind     string `json:"Kind" enumOf:"venue kind"`
}

// HomeMatch is a match of HomeLife.
type HomeMatch struct {
	FrontMatch
	HomePlace
}

// HomeTable is a table of HomeLife.
type HomeTable struct {
	FrontTable
	HomePlace
}

// HomeDraws are the draws of a lottery of HomeLife.
type HomeDraws struct {
	FrontDraws
	HomePlace
}

// HomeLife is what goes on at the venues now. Each list is empty where no bet tells it.
type HomeLife struct {
	Matches []HomeMatch `json:"Matches" doc:"open ones of sports and e-sports in turn"`
	Tables  []HomeTable `json:"Tables"`
	Draws   []HomeDraws `json:"Draws"`
}

// FrontPrice is what a pick of a market paid when it was last taken.
type FrontPrice struct {
	Market   string `json:"Market"`
	Pick     string `json:"Pick"`
	Odds     string `json:"Odds" doc:"as the venue writes them"`
	OddsType string `json:"OddsType"`
	Time     string `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
}

// FrontDraws are the latest draws of one lottery.
type FrontDraws struct {
	GameId int64        `json:"GameId" doc:"GameInfoId; 0: the game has no page"`
	Game   string       `json:"Game"`
	List   []FrontRound `json:"List" doc:"the latest first"`
}

// FrontTable is a table with its latest rounds.
type FrontTable struct {
	GameId int64        `json:"GameId" doc:"GameInfoId; 0: the game has no page"`
	Game   string       `json:"Game"`
	Table  string       `json:"Table" doc:"empty: the venue tells none"`
	Rounds []FrontRound `json:"Rounds" doc:"the latest first"`
}

// FrontRound is a draw or a round that is over.
type FrontRound struct {
	Number  string   `json:"Number" doc:"the venue's number of the issue or round"`
	Outcome string   `json:"Outcome" doc:"in the venue's words"`
	Numbers []string `json:"Numbers" doc:"of the outcome where it is numbers alone"`
	Mark    string   `json:"Mark" enumOf:"round mark" doc:"empty: shown in the venue's words"`
	Time    string   `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
}

// FrontHand is a hand at a card table that is over.
type FrontHand struct {
	GameId  int64  `json:"GameId" doc:"GameInfoId; 0: the game has no page"`
	Game    string `json:"Game"`
	Room    string `json:"Room"`
	Outcome string `json:"Outcome" doc:"the cards; empty: not told plainly"`
	Time    string `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
}
