package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/cardroom"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/play/lotto"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/play/sportsbook"
	"hongyun/sandbox/sports"
	"hongyun/sandbox/venues/ag"
	"hongyun/sandbox/venues/avia"
	"hongyun/sandbox/venues/bbin"
	"hongyun/sandbox/venues/bti"
	"hongyun/sandbox/venues/cq9"
	"hongyun/sandbox/venues/im"
	"hongyun/sandbox/venues/ky"
	"hongyun/sandbox/venues/pinnacle"
	"hongyun/sandbox/venues/saba"
	"hongyun/sandbox/venues/vr"
	"hongyun/sandbox/venues/wm"
	"hongyun/sandbox/venues/xj188"
)

// Protocol is how a venue speaks, with the keys of the merchant it serves.
type Protocol interface {
	check(c Config, code string) error
	open(s *Server, c Config, v VenueConfig) (company, []offer)
}

// offer is a game as a control call may name it: by its number or code, or by
// its name.
type offer struct {
	kind       int
	code, name string
}

func (o offer) String() string { return fmt.Sprintf("%s %s", o.id(), o.name) }

func (o offer) id() string {
	if o.code != "" {
		return o.code
	}
	return strconv.Itoa(o.kind)
}

// company is the server of one venue's protocol.
type company interface {
	Handler(prefix string) http.Handler
	Reverse(ctx context.Context, id string) error
}

// KY is the board-game protocol; LEG speaks the same, and so does the sportsbook
// of the platform. A venue that has none of the board games has those of
// Config.Games, whose codes are their numbers.
type KY struct {
	Agent    string // channel number, digits
	DESKey   string // 16 bytes
	MD5Key   string
	LineCode string // site, letters and digits, at most 10
}

const desKeyBytes = 16

func (p KY) check(c Config, code string) error {
	switch {
	case p.Agent == "" || p.MD5Key == "" || p.LineCode == "":
		return errors.New("needs Agent, MD5Key and LineCode")
	case len(p.DESKey) != desKeyBytes:
		return fmt.Errorf("DESKey must have %d bytes", desKeyBytes)
	case len(board.Catalogue(code)) > 0:
		return nil
	}
	if err := needsGames(c, code); err != nil {
		return err
	}
	for _, g := range c.Games[venueAt(c, code)].Games {
		if n, err := strconv.Atoi(g.Code); err != nil || n <= 0 {
			return fmt.Errorf("game %q has no number", g.Code)
		}
	}
	return nil
}

func (p KY) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	k := ky.Config{
		Code: v.Code, Agent: p.Agent, DESKey: p.DESKey, MD5Key: p.MD5Key, LineCode: p.LineCode, AllowFrom: v.AllowFrom,
		PullGap: c.PullGap, AgentCredit: agentCredit, BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log,
		Books: s.books, Faults: s.faults, Tables: tables{s.play}, Seat: func(b books.Bet) ky.Seat { return ky.Seat(cardroom.SeatOf(b)) }, Enter: "/play/enter", Stop: s.stop,
	}
	listed := board.Catalogue(v.Code)
	if len(listed) == 0 {
		k.Lobby, _ = strconv.Atoi(c.Games[venueAt(c, v.Code)].Games[0].Code) // check has read it
		return ky.New(k), offersOf(c, v.Code)
	}
	var offers []offer
	for _, g := range listed {
		offers = append(offers, offer{kind: g.KindID, name: g.Name})
	}
	return ky.New(k), offers
}

// boardVenues are the venues of a sandbox that have board games, with the lobby
// of all tables.
func boardVenues(c Config) []arcade.Venue {
	var list []arcade.Venue
	for _, v := range c.Venues {
		_, ok := v.Protocol.(KY)
		listed := board.Catalogue(v.Code)
		if !ok || len(listed) == 0 {
			continue
		}
		venue := arcade.Venue{Code: v.Code, Name: board.VenueName(v.Code)}
		venue.Games = append(venue.Games, arcade.Game{Code: board.Lobby, Name: "棋牌大厅", Kind: arcade.KindBoard})
		for _, g := range listed {
			venue.Games = append(venue.Games, arcade.Game{Code: strconv.Itoa(g.KindID), Name: g.Name, Kind: arcade.KindBoard})
		}
		list = append(list, venue)
	}
	return list
}

// tables are the games of a venue that speaks KY. Money that is on no board table
// is free.
type tables struct{ play *play.Play }

func (t tables) Seated(ctx context.Context, venue, player string) (bool, error) {
	return t.play.AtTable(ctx, venue, player)
}

func (t tables) Has(venue string, kind int) bool { return t.play.Has(venue, strconv.Itoa(kind)) }

// CQ9 is the slot protocol. The venue's games are those of Config.Games.
type CQ9 struct {
	Token   string        // the merchant's
	HomeURL func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p CQ9) check(c Config, code string) error {
	if p.Token == "" {
		return errors.New("needs Token")
	}
	return needsGames(c, code)
}

func venueAt(c Config, code string) int {
	return slices.IndexFunc(c.Games, func(v arcade.Venue) bool { return v.Code == code })
}

func needsGames(c Config, code string) error {
	if i := venueAt(c, code); i < 0 || len(c.Games[i].Games) == 0 {
		return errors.New("no games here")
	}
	return nil
}

// offersOf are the games of a venue whose games are those of Config.Games.
func offersOf(c Config, code string) []offer {
	var offers []offer
	for _, g := range c.Games[venueAt(c, code)].Games {
		offers = append(offers, offer{code: g.Code, name: g.Name})
	}
	return offers
}

// showRound writes the page of a finished round of a venue.
func (s *Server) showRound(code string) func(http.ResponseWriter, *http.Request, string) {
	return func(w http.ResponseWriter, r *http.Request, id string) { s.play.ShowRound(w, r, code, id) }
}

func (p CQ9) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var list []cq9.Game
	var offers []offer
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		list = append(list, cq9.Game{Code: g.Code, Name: g.Name, Type: string(g.Kind)})
		offers = append(offers, offer{code: g.Code, name: g.Name})
	}
	return cq9.New(cq9.Config{
		Code: v.Code, Token: p.Token, HomeURL: p.HomeURL, Credit: agentCredit, AllowFrom: v.AllowFrom, Games: list, Spins: reels.SpinsOf,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop, Show: s.showRound(v.Code),
	}), offers
}

// AG is the protocol of live tables and fishing. The venue's games are those of
// Config.Games.
type AG struct {
	Agent     string // cagent
	DESKey    string // 8 bytes
	MD5Key    string
	RecordKey string // plain key of the record interface
}

const agKeyBytes = 8

func (p AG) check(c Config, code string) error {
	switch {
	case p.Agent == "" || p.MD5Key == "" || p.RecordKey == "":
		return errors.New("needs Agent, MD5Key and RecordKey")
	case len(p.DESKey) != agKeyBytes:
		return fmt.Errorf("DESKey must have %d bytes", agKeyBytes)
	}
	return needsGames(c, code)
}

func (p AG) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var offers []offer
	fishing := map[string]bool{}
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		offers = append(offers, offer{code: g.Code, name: g.Name})
		fishing[g.Code] = g.Kind == arcade.KindFishing
	}
	return ag.New(ag.Config{
		Code: v.Code, Agent: p.Agent, DESKey: p.DESKey, MD5Key: p.MD5Key, RecordKey: p.RecordKey, Credit: agentCredit,
		PullGap: c.PullGap, AllowFrom: v.AllowFrom, BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
		Fishing: func(game string) bool { return fishing[game] },
		Place:   agPlace,
		Scene:   agScene,
	}), offers
}

// BBIN is the protocol of live tables, sports and lotteries over one wallet. The
// venue's games are those of Config.Games.
type BBIN struct {
	Website, Upper string
	Keys           map[string]bbin.Key // by method
	HomeURL        func() string       // of the merchant: where the way back from a game leads; nil for nowhere
}

var bbinMethods = []string{"CreateMember", "Login", "PlayGame", "Logout", "CheckUsrBalance", "Transfer", "CheckTransfer", "BetRecord"}

func (p BBIN) check(c Config, code string) error {
	if p.Website == "" || p.Upper == "" {
		return errors.New("needs Website and Upper")
	}
	for _, m := range bbinMethods {
		if p.Keys[m].Secret == "" {
			return fmt.Errorf("needs a key of %s", m)
		}
	}
	return needsGames(c, code)
}

// bbinTables are the vendor's game types of the tables that the sandbox deals.
var bbinTables = map[string]string{
	dealer.TableGame(live.Baccarat): "3001", dealer.TableGame(live.DragonTiger): "3003", dealer.TableGame(live.Roulette): "3007",
	dealer.TableGame(live.SicBo): "3008",
}

func (p BBIN) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	kinds := map[string]string{}
	for game := range bbinTables {
		kinds[game] = bbin.KindLive
	}
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		kinds[g.Code] = bbin.KindLive
		switch g.Kind {
		case arcade.KindSports:
			kinds[g.Code] = bbin.KindSports
		case arcade.KindLottery:
			kinds[g.Code] = bbin.KindLottery
		}
	}
	return bbin.New(bbin.Config{
		Code: v.Code, Website: p.Website, Upper: p.Upper, Keys: p.Keys, HomeURL: p.HomeURL, Credit: agentCredit, AllowFrom: v.AllowFrom,
		Has:      func(game string) bool { return kinds[game] != "" },
		Kind:     func(game string) string { return kinds[game] },
		GameType: func(game string) string { return cmp.Or(bbinTables[game], game) },
		Place:    bbinPlace,
		BaseURL:  c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// VR is the lottery protocol. The venue's games are those of Config.Games.
type VR struct {
	Merchant string // id
	Key      string // 32 characters
}

const (
	vrKeyBytes     = 32
	vrLobby        = "0" // of our catalogue
	vrLobbyChannel = 1   // of the protocol; no game may have it
)

func (p VR) check(c Config, code string) error {
	switch {
	case p.Merchant == "":
		return errors.New("needs Merchant")
	case len(p.Key) != vrKeyBytes:
		return fmt.Errorf("Key must have %d characters", vrKeyBytes) //nolint:staticcheck // the field's name
	}
	i := venueAt(c, code)
	if i < 0 || len(c.Games[i].Games) == 0 {
		return errors.New("no games here")
	}
	for _, g := range c.Games[i].Games {
		if channel, err := strconv.Atoi(g.Code); g.Code != vrLobby && (err != nil || channel <= vrLobbyChannel) {
			return fmt.Errorf("game %q is no channel", g.Code)
		}
	}
	return nil
}

func (p VR) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var offers []offer
	var channels []vr.Channel
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		if g.Code == vrLobby { // no bet is one of the lobby
			continue
		}
		id, _ := strconv.Atoi(g.Code) // check has read it
		offers = append(offers, offer{code: g.Code, name: g.Name})
		channels = append(channels, vr.Channel{ID: id, Code: g.Code, Name: g.Name})
	}
	return vr.New(vr.Config{
		Code: v.Code, Merchant: p.Merchant, Key: p.Key, Credit: agentCredit, AllowFrom: v.AllowFrom, Channels: channels,
		Ticket: func(b books.Bet) vr.Ticket { return vr.Ticket(lotto.TicketOf(b)) },
		Clock:  c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

// AVIA is the protocol of e-sports. The venue's games are those of Config.Games.
type AVIA struct {
	SecretKey string        // the merchant's
	HomeURL   func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p AVIA) check(c Config, code string) error {
	if p.SecretKey == "" {
		return errors.New("needs SecretKey")
	}
	return needsGames(c, code)
}

func (p AVIA) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var list []avia.Game
	var offers []offer
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		list = append(list, avia.Game{Code: g.Code, Name: g.Name})
		offers = append(offers, offer{code: g.Code, name: g.Name})
	}
	return avia.New(avia.Config{
		Code: v.Code, SecretKey: p.SecretKey, HomeURL: p.HomeURL, Credit: agentCredit, AllowFrom: v.AllowFrom, Games: list,
		Ticket:  aviaTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

// IM is the protocol of IM's sportsbook and of its e-sports. The venue's games are
// those of Config.Games.
type IM struct {
	MerchantCode string        // 32 characters
	Wallet       string        // ProductWallet: 301 for sports, which it is if empty, or 401 for e-sports
	HomeURL      func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

const (
	imMerchantChars = 32
	imSports        = "301" // ProductWallet
)

// imLobbies are the GameCodes of the wallets.
var imLobbies = map[string]string{imSports: "IMSB", "401": "ESPORTSBULL"}

func (p IM) wallet() string {
	if p.Wallet == "" {
		return imSports
	}
	return p.Wallet
}

func (p IM) check(c Config, code string) error {
	if len(p.MerchantCode) != imMerchantChars {
		return fmt.Errorf("MerchantCode must have %d characters", imMerchantChars) //nolint:staticcheck // the field's name
	}
	if imLobbies[p.wallet()] == "" {
		return errors.New("Wallet must be 301 or 401") //nolint:staticcheck // the field's name
	}
	return needsGames(c, code)
}

func (p IM) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	return im.New(im.Config{
		MerchantCode: p.MerchantCode, Wallets: []im.Wallet{{ID: p.wallet(), Code: v.Code, GameCode: imLobbies[p.wallet()], HomeURL: p.HomeURL}},
		Credit: agentCredit, AllowFrom: v.AllowFrom, Ticket: imTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// Pinnacle is the protocol of Pinnacle's sportsbook. The venue's games are those
// of Config.Games.
type Pinnacle struct {
	Agent     string // agentCode
	AgentKey  string
	SecretKey string // 16 characters
}

const pinnacleKeyBytes = 16

func (p Pinnacle) check(c Config, code string) error {
	switch {
	case p.Agent == "" || p.AgentKey == "":
		return errors.New("needs Agent and AgentKey")
	case len(p.SecretKey) != pinnacleKeyBytes:
		return fmt.Errorf("SecretKey must have %d characters", pinnacleKeyBytes) //nolint:staticcheck // the field's name
	}
	return needsGames(c, code)
}

func (p Pinnacle) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	return pinnacle.New(pinnacle.Config{
		Code: v.Code, Agent: p.Agent, AgentKey: p.AgentKey, SecretKey: p.SecretKey, Credit: agentCredit, AllowFrom: v.AllowFrom, Ticket: pinnacleTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// BTI is the protocol of BTI's sportsbook. The venue's games are those of
// Config.Games.
type BTI struct {
	AgentName, AgentSecret string
	HomeURL                func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p BTI) check(c Config, code string) error {
	if p.AgentName == "" || p.AgentSecret == "" {
		return errors.New("needs AgentName and AgentSecret")
	}
	if i := venueAt(c, code); i < 0 || len(c.Games[i].Games) == 0 {
		return errors.New("no games here")
	}
	return nil
}

func (p BTI) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var offers []offer
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		offers = append(offers, offer{code: g.Code, name: g.Name})
	}
	return bti.New(bti.Config{
		Code: v.Code, AgentName: p.AgentName, AgentSecret: p.AgentSecret, Credit: agentCredit, AllowFrom: v.AllowFrom, HomeURL: p.HomeURL, Ticket: btiTicket,
		Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

var sportNames = map[sports.Sport]string{sports.Football: "足球", sports.Basketball: "篮球", sports.Esports: "电子竞技"}

// leagueOf is the league of a match, with a number of its own; 0 where none is.
func leagueOf(match string) (number int, league sports.League) {
	code, _, _ := strings.Cut(match, "-")
	for i, l := range append(sports.SportsLeagues(), sports.EsportsLeagues()...) {
		if l.Code == code {
			return i + 1, l
		}
	}
	return 0, sports.League{}
}

// WM is the protocol of live tables at WM. The venue's games are those of
// Config.Games.
type WM struct{ VendorID, Signature string }

func (p WM) check(c Config, code string) error {
	if p.VendorID == "" || p.Signature == "" {
		return errors.New("needs VendorID and Signature")
	}
	return needsGames(c, code)
}

// wmTables are the vendor's numbers of the tables that the sandbox deals.
var wmTables = map[string]string{
	dealer.TableGame(live.Baccarat): "101", dealer.TableGame(live.DragonTiger): "102", dealer.TableGame(live.Roulette): "103",
	dealer.TableGame(live.SicBo): "104",
}

func (p WM) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	return wm.New(wm.Config{
		Code: v.Code, VendorID: p.VendorID, Signature: p.Signature, Credit: agentCredit, AllowFrom: v.AllowFrom,
		Gid:     func(game string) string { return cmp.Or(wmTables[game], game) },
		Place:   wmPlace,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// SABA is the protocol of SABA's sportsbook. The venue's games are those of
// Config.Games.
type SABA struct {
	VendorID, OperatorID string
	Prefix               string        // of every member's id
	Currency             int           // the vendor's number
	HomeURL              func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p SABA) check(c Config, code string) error {
	if p.VendorID == "" || p.OperatorID == "" || p.Currency <= 0 {
		return errors.New("needs VendorID, OperatorID and Currency")
	}
	return needsGames(c, code)
}

func (p SABA) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	return saba.New(saba.Config{
		Code: v.Code, VendorID: p.VendorID, OperatorID: p.OperatorID, Prefix: p.Prefix, Currency: p.Currency, Credit: agentCredit, AllowFrom: v.AllowFrom,
		HomeURL: p.HomeURL, Ticket: sabaTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// Numbers of the simulated SABA; the sheet leaves them to the contract.
var (
	sabaSports    = map[sports.Sport]int{sports.Football: 1, sports.Basketball: 2, sports.Esports: 43}
	sabaBetTypes  = map[sports.Market]int{sports.Handicap: 1, sports.OddEven: 2, sports.Total: 3, sports.CorrectScore: 4, sports.Winner: 5}
	sabaOddsTypes = map[string]int{sports.Malay: 1, sports.HongKong: 2, sports.European: 3}
)

// sabaMoneyLine is the bet type of a winner without a draw.
const sabaMoneyLine = 20

// sabaTicket writes a slip as SABA's records show it.
func sabaTicket(b books.Bet) saba.Ticket {
	slip := sportsbook.SlipOf(b)
	t := saba.Ticket{Odds: slip.Odds, OddsType: sabaOddsTypes[slip.OddsType]}
	for _, leg := range slip.Legs {
		one := saba.Leg{
			MatchID: leg.Match, League: leg.League, Home: leg.Home, Away: leg.Away, BetType: sabaBetTypes[leg.Market], BetTeam: string(leg.Side), Odds: leg.Odds,
			HomeScore: leg.Placed.Home, AwayScore: leg.Placed.Away,
		}
		if number, league := leagueOf(leg.Match); number > 0 {
			one.LeagueID, one.SportType = number, sabaSports[league.Sport]
			if leg.Market == sports.Winner && league.Sport != sports.Football {
				one.BetType = sabaMoneyLine
			}
		}
		t.Legs = append(t.Legs, one)
	}
	return t
}

// XJ188 is the protocol of XJ188's sportsbook. The venue's games are those of
// Config.Games.
type XJ188 struct {
	OperatorID, VendorID string
	HomeURL              func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p XJ188) check(c Config, code string) error {
	if p.OperatorID == "" || p.VendorID == "" {
		return errors.New("needs OperatorID and VendorID")
	}
	if i := venueAt(c, code); i < 0 || len(c.Games[i].Games) == 0 {
		return errors.New("no games here")
	}
	return nil
}

func (p XJ188) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var offers []offer
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		offers = append(offers, offer{code: g.Code, name: g.Name})
	}
	return xj188.New(xj188.Config{
		Code: v.Code, OperatorID: p.OperatorID, VendorID: p.VendorID, Credit: agentCredit, AllowFrom: v.AllowFrom, HomeURL: p.HomeURL, Legs: xjLegs,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

// xjLegs writes a slip as XJ188's records show it.
func xjLegs(b books.Bet) []xj188.Leg {
	slip := sportsbook.SlipOf(b)
	var legs []xj188.Leg
	for _, leg := range slip.Legs {
		legs = append(legs, xj188.Leg{
			League: leg.League, Match: leg.Home + " VS " + leg.Away, BetType: leg.BetType, Selection: leg.Content, Odds: leg.Odds, OddsType: slip.OddsType,
			Score: fmt.Sprintf("%d:%d", leg.Placed.Home, leg.Placed.Away),
		})
	}
	if len(legs) == 0 {
		legs = []xj188.Leg{{Odds: slip.Odds, OddsType: slip.OddsType}}
	}
	return legs
}

// aviaTicket writes a slip as AVIA's records show it. A combination has no
// league and match of its own; its legs have.
func aviaTicket(b books.Bet) avia.Ticket {
	slip := sportsbook.SlipOf(b)
	t := avia.Ticket{Odds: slip.Odds, OddsType: slip.OddsType}
	var legs []avia.Leg
	for _, leg := range slip.Legs {
		legs = append(legs, avia.Leg{
			CateID: leg.Category, League: leg.League, Match: leg.Home + " VS " + leg.Away, Bet: leg.BetType, Content: leg.Content, Result: leg.Result, Odds: leg.Odds,
		})
	}
	switch len(legs) {
	case 0:
	case 1:
		one := legs[0]
		t.CateID, t.League, t.Match, t.Bet, t.Content, t.Result = one.CateID, one.League, one.Match, one.Bet, one.Content, one.Result
	default:
		t.Legs = legs
	}
	return t
}

// imTicket writes a slip as IM's records show it.
func imTicket(b books.Bet) im.Ticket {
	slip := sportsbook.SlipOf(b)
	t := im.Ticket{OddsType: slip.OddsType, Sold: slip.Sold}
	for _, leg := range slip.Legs {
		t.Legs = append(t.Legs, im.Leg{
			CompetitionName: leg.League, EventName: leg.Home + " VS " + leg.Away, BetType: leg.BetType, Selection: leg.Content, Odds: leg.Odds,
			Score: fmt.Sprintf("%d:%d", leg.Placed.Home, leg.Placed.Away),
		})
	}
	return t
}

// Numbers of Pinnacle's manual.
var (
	pinnacleSports   = map[sports.Sport]int{sports.Football: 29, sports.Basketball: 4, sports.Esports: 12}
	pinnacleBetTypes = map[sports.Market]int{
		sports.Winner: 1, sports.Handicap: 2, sports.Total: 3, sports.OddEven: 97, sports.CorrectScore: 99,
	}
)

const (
	hundredthsInQuarter = 25
	priceUnit           = 1000 // of sports.Price
)

// pinnacleTicket writes a slip as Pinnacle's records show it.
func pinnacleTicket(b books.Bet) pinnacle.Ticket {
	slip := sportsbook.SlipOf(b)
	t := pinnacle.Ticket{Odds: slip.Odds, OddsType: slip.OddsType}
	back := b.Stake
	for _, leg := range slip.Legs {
		back = back * money.Fen(leg.Price) / priceUnit
		one := pinnacle.Leg{
			Match: leg.Match, League: leg.League, Home: leg.Home, Away: leg.Away, BetType: pinnacleBetTypes[leg.Market],
			Selection: leg.Content, Handicap: leg.Line * hundredthsInQuarter, Odds: leg.Odds,
			Score: fmt.Sprintf("%d-%d", leg.Placed.Home, leg.Placed.Away), Result: strings.ReplaceAll(leg.Result, ":", "-"),
		}
		if number, league := leagueOf(leg.Match); number > 0 {
			one.LeagueID, one.SportID, one.Sport = number, pinnacleSports[league.Sport], sportNames[league.Sport]
		}
		t.Legs = append(t.Legs, one)
	}
	t.ToWin = back - b.Stake
	return t
}

// btiTicket writes a slip as BTI's records show it.
func btiTicket(b books.Bet) bti.Ticket {
	slip := sportsbook.SlipOf(b)
	t := bti.Ticket{Odds: slip.Odds, OddsType: slip.OddsType, Sold: slip.Sold}
	if len(slip.Legs) == 0 && slip.OddsType == sports.European {
		t.Decimal = slip.Odds
	}
	price := sports.Price(priceUnit)
	for _, leg := range slip.Legs {
		price = price * leg.Price / priceUnit
		t.Decimal = price.Format(sports.European)
		one := bti.Leg{
			League: leg.League, Home: leg.Home, Away: leg.Away, BetType: leg.BetType, Selection: leg.Content, Odds: leg.Odds,
			Decimal: leg.Price.Format(sports.European), Score: fmt.Sprintf("%d:%d", leg.Placed.Home, leg.Placed.Away),
		}
		_, league := leagueOf(leg.Match)
		one.Sport = sportNames[league.Sport]
		t.Legs = append(t.Legs, one)
	}
	return t
}
