package venue

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/money"
)

// BetSource is a venue that reports bet lines. All venues with a record feed
// have it; callers find it by type assertion on the adapter.
type BetSource interface {
	// FeedRules returns the limits of the feed, without a call.
	FeedRules() FeedRules

	// PullBets reads one page of the lines that belong to the window [from,
	// to), by the time the venue filters on. The first page is "", later ones
	// BetPage.Next. A venue with several lists of bets has one window for all
	// of them. The pages of the first list come first, then those of the next.
	// A window without bets is a page without lines and no error. After an
	// error the window must be pulled again from its first page.
	PullBets(ctx context.Context, from, to time.Time, page string) (BetPage, error)
}

// VersionSource is a venue that gives each change of a bet a version higher
// than all before it, and lists the changes after a version. The feed follows
// the versions, and asks for whole days by PullBets as at any venue.
type VersionSource interface {
	BetSource

	// PullVersions reads lines that changed after a version, the oldest first; ""
	// is before all. Next is the version to go on after. A page whose Next is the
	// version that was asked for, or "", ends: nothing is newer. An error says
	// that nothing is known about later versions.
	PullVersions(ctx context.Context, after string) (BetPage, error)
}

// MaxFileID is the longest id of a file.
const MaxFileID = 100

// Kicker is a venue that can throw a player out of its games, which some
// demand before money may be taken back.
type Kicker interface {
	// Kick ends the player's play at the venue. Kicking a player who is not
	// there is no error.
	Kick(ctx context.Context, account string) error
}

// SessionVerifier is a venue whose vendor asks us who opened a game, by the session
// token of the launch.
type SessionVerifier interface {
	// VerifySession reads the body of the vendor's question and writes the answer in the
	// vendor's form. It calls admit only for an account whose token is good; an error of
	// admit keeps the game shut.
	VerifySession(body []byte, admit func(account string) error) SessionAnswer
}

// SessionAnswer is the answer to a vendor's question about a session.
type SessionAnswer struct {
	Result SessionResult
	Status int    // of the answer; 0 is 403 for SessionStranger and 200 for the others
	Type   string // of the body
	Body   []byte
}

// SessionResult says what became of a question about a session.
type SessionResult int

// The results of a question about a session. The zero value opens nothing.
const (
	SessionStranger SessionResult = iota // the keys are not the vendor's
	SessionUnknown                       // no token of ours, or one that is too old
	SessionRefused                       // the player may not play there now
	SessionFailed                        // we could not find out
	SessionGood                          // the answer names the player
)

// Replayer is a venue whose vendor shows a finished round once more, in a page of its
// own. Rules().NoReplay says why another has none.
type Replayer interface {
	// Replay gives the address of the page, for a browser that opens it within minutes.
	// It fails with a Refusal where the vendor does not know the round.
	Replay(ctx context.Context, b ReplayBet) (string, error)
}

// ReplayBet is a bet whose round is to be shown.
type ReplayBet struct {
	BetID, Account, Game string
	Raw                  []byte // the venue's own row of the bet
}

// ErrTooSoon says that the venue wants to be asked less often; nothing is
// wrong and the same question may be put again after FeedRules.MinGap.
var ErrTooSoon = errors.New("venue asks for more time between calls")

// FeedRules are the limits of a bet feed.
type FeedRules struct {
	MaxWindow time.Duration // longest window of one question
	Lag       time.Duration // a window may reach up to this long before now
	Overlap   time.Duration // how much of the last window to ask for again
	MinGap    time.Duration // shortest time between two questions
	PageGap   time.Duration // shortest time between two pages of a window; 0 is none
	History   time.Duration // how far back the venue still answers; 0 is for ever

	// Tells lists the facts of a bet's round that the rows hold. Other facts
	// are in no row and no other field.
	Tells RoundTells
}

// BetPage is one page of a window.
type BetPage struct {
	Lines []BetLine
	Next  string // "" when this was the last page
	Count int    // the venue's own count of the window's lines, -1 when it gives none

	// Files, if not nil, are the ids of all files of the window, on its first
	// page: this venue cuts its lines into files. The page has no lines and no
	// Next. Each file is a page of the same window, and its id is that page's
	// name. A file is read to its end by one page without an error.
	Files []string

	// Unreadable are rows of the page that could not be turned into lines. They
	// count as rows, and people look at them.
	Unreadable []UnreadableBet
}

// UnreadableBet is a row of a venue that says nothing its adapter can use.
type UnreadableBet struct {
	BetID, Account string // where the row has them
	Raw            []byte // the row as it came
	Why            string // for the log
}

// BetStatus is the state of a bet.
type BetStatus int

// The states of a bet. The zero value is BetOpen.
const (
	BetOpen BetStatus = iota
	BetSettled
	BetVoid // cancelled: the stake went back
)

// String gives the status as tables write it.
func (s BetStatus) String() string {
	switch s {
	case BetOpen:
		return "open"
	case BetSettled:
		return "settled"
	case BetVoid:
		return "void"
	}
	return "unknown"
}

// BetLine is one bet as a venue reports it, in our units. The player's result
// is Payout - Stake for a settled bet. Payout may be negative where a game can
// cost more than its stake, as with a banker at a card table.
type BetLine struct {
	BetID    string // unique within the venue
	Account  string // the player's name at the venue
	Game     string // the venue's code of the game
	GameName string // its Chinese name, "" when the adapter does not know it
	Stake    money.Fen
	Valid    money.Fen // the venue's own valid stake, if HasValid
	HasValid bool
	Payout   money.Fen
	Status   BetStatus

	BetAt     time.Time // when the bet was placed
	SettledAt time.Time // zero while open
	UpdatedAt time.Time // the venue's time of this version; SettledAt or BetAt where it gives none

	Odds     string // as the venue writes them, "" when there are none
	OddsType string
	Parlay   bool

	// Round, Market and Side say what a bet was on, where the venue tells. Bets of
	// a player in one market of a round oppose each other as Opposed says, such as
	// banker and player of a hand. Market and Side are "" where the venue does not
	// tell, or where the bets of a market do not exclude each other.
	Round, Market, Side string

	Raw []byte // the venue's own row, kept with the version
}

// BetReader is a venue whose own rows say more of a bet than a BetLine holds.
type BetReader interface {
	// ReadBet reads a row as it was stored with the bet. It makes no call and
	// never fails: facts missing from the row are left out.
	ReadBet(raw []byte) BetFacts
}

// BetFacts are the facts in a venue's own row of a bet beside its BetLine.
type BetFacts struct {
	Legs      []BetLeg // the picks, in the venue's order; one of a single bet
	CashedOut bool     // the player sold the bet before its end
	Round     BetRound // of a game with rounds
}

// BetLeg is one pick of a bet, in the venue's own words; "" where it says none.
type BetLeg struct {
	League, Event, Market, Pick, Odds, Result string

	Match    string // the venue's number of the match
	Side     string // as in BetLine
	OddsType string
	Score    string // of the match when the bet was placed
	Starts   time.Time
	Vague    bool // the row does not tell all of its market, such as the line
}

// GameLister is a venue whose vendor gives the list of its games. Rules().NoGameList
// says that a vendor gives none.
type GameLister interface {
	// GameList reads the whole list. An error says that nothing is known about it.
	GameList(ctx context.Context) ([]VendorGame, error)
}

// VendorGame is a game of a vendor's list.
type VendorGame struct {
	Code   string
	Name   string
	Kind   Kind   // "" is the venue's
	Maker  string // whose game an aggregator offers
	Closed bool   // the vendor does not open it now
}

// Pacing is how often a vendor may be asked, as its adapter states it. A contract
// chooses within these bounds.
type Pacing struct {
	Gap    time.Duration // between two questions for bets, where the contract says nothing; 0: bets are not asked for
	MinGap time.Duration // the vendor's own limit, or the standard where none is known
}

// MaxGap is the longest pause between two questions for bets. It is shorter than
// the shortest window of a feed, so that a feed always catches up.
const MaxGap = 3 * time.Minute
