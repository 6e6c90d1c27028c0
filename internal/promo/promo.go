package promo

import (
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// source is what their turnover requirements are for.
const source = "bonus"

// Config is what promotions work with.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Players  *player.Players
	Guard    *guard.Guard
	Staff    *staff.Staff
	Turnover *turnover.Turnover
	Deposits *deposit.Deposits // takes back what a reversed deposit brought
	Facts    Facts
	Log      *slog.Logger
	// Random is where packets and seeds are drawn from; crypto/rand if nil.
	Random io.Reader
	// Links are the players who may be the same person as one (PROMO-13), of many
	// the first who registered. LinksAmong are those of them whom a condition about
	// o.id chooses, however many there are.
	Links      func(ctx context.Context, r db.Reader, player string) ([]Link, error)
	LinksAmong func(ctx context.Context, r db.Reader, player, where string, args ...any) ([]Link, error)
	// LevelOf, where set, is the level of each of some players on the VIP track of
	// board games; who is missing, and everybody while it is not set, has 0.
	LevelOf func(ctx context.Context, r db.Reader, players []string) (map[string]int, error)
}

// Link is another player who may be the same person.
type Link struct {
	Player string
	By     string // Chinese: what they share
}

// Sums are amounts by player; who has none may be missing.
type Sums = map[string]money.Fen

// Facts are what players did, as the lower nouns tell it. All spans include
// their beginning and not their end.
type Facts struct {
	// Credited sums deposits.
	Credited func(ctx context.Context, r db.Reader, players []string, from, to time.Time) (Sums, error)
	// Deposits counts a player's deposits that were ever credited, but for one.
	Deposits func(ctx context.Context, r db.Reader, player, but string, from, to time.Time) (int, error)
	// Withdrawals counts those asked for that were not refused since.
	Withdrawals func(ctx context.Context, r db.Reader, player string, from, to time.Time) (int, error)
	// Carded says whether a player bound a bank card.
	Carded func(ctx context.Context, r db.Reader, player string) (bool, error)
	// Valid sums valid bets on games of a kind, "" for all, by when they were placed (H-445).
	Valid func(ctx context.Context, r db.Reader, players []string, kind string, from, to time.Time) (Sums, error)
	// ByOdds is Valid apart by odds.
	ByOdds func(ctx context.Context, r db.Reader, players []string, kind string, from, to time.Time) ([]bet.OddsSum, error)
	// Settled are a player's bets on games of a kind in the order in which they were settled.
	Settled func(ctx context.Context, r db.Reader, player, kind string, from time.Time) ([]bet.Line, error)
	// Net is what players won, below zero what they lost, by the day of placing.
	Net func(ctx context.Context, r db.Reader, players []string, from, last calendar.Day) (Sums, error)
	// Open counts bets that wait for their result.
	Open func(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]int, error)
}

// Kinds of games that promotions look at.
const (
	sport = "sport"
	board = "board"
)

// Promo is the promotions. It is safe for concurrent use, also by several nodes.
type Promo struct {
	Config
	*rule.Book

	known struct { // how far this process looked at the awards that wait for a name and a card
		mu sync.Mutex
		at int64
		id string
	}
}

// New connects the promotions to what they work with.
func New(c Config) *Promo {
	if c.Random == nil {
		c.Random = rand.Reader
	}
	p := &Promo{Config: c, Book: rule.NewBook(c.DB, c.Staff)}
	kindRelease.OnApproved(c.Staff, p.releaseApproved)
	kindCancel.OnApproved(c.Staff, p.cancelApproved)
	return p
}

func (p *Promo) today() calendar.Day { return calendar.DayOf(p.DB.Clock().Now()) }
