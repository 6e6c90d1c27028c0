package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/money"
)

// BetStatus is how far a bet has come.
type BetStatus string

// BetOpen: the stake is taken. BetSettled: the payout is paid. BetVoid: the stake is
// given back.
const (
	BetOpen    BetStatus = "open"
	BetSettled BetStatus = "settled"
	BetVoid    BetStatus = "void"
)

// Bet is one bet as the venue knows it. Payout is all that comes back to the
// player, the stake included; Revenue is the rake already taken out of it.
type Bet struct {
	Venue, ID, Player string
	Kind              int    // the game's number
	Game              string // the game's code, where games have codes
	Stake, Payout     money.Fen
	Valid, Revenue    money.Fen
	Status            BetStatus
	PlacedAt          time.Time
	SettledAt         time.Time // of the last settling or voiding; zero while open
	Cards             string
	Odds, OddsType    string
	Parlay            string
	Detail            string // JSON of the game's own: what was dealt, what was picked
	Version           int64  // grows with every change of any bet of the venue
}

// IsParlay tells whether a bet has several legs, by what was kept of it.
func (b Bet) IsParlay() bool {
	return !slices.Contains([]string{"", "null", "false", "0", "1"}, b.Parlay)
}

// effect is what the bet, as it stands, has done to the purse.
func (b Bet) effect() money.Fen {
	switch b.Status {
	case BetOpen:
		return -b.Stake
	case BetSettled:
		return b.Payout - b.Stake
	default:
		return 0
	}
}

// PutBet keeps a new bet or changes the one with its id, and moves the purse by
// the difference between what the old one did and what the new one does. With
// mayOwe the purse may fall below zero (a win corrected after the money left);
// otherwise ErrShort. ErrOtherPlayer and ErrReopen refuse a change that makes
// no sense. The account is opened when there is none.
func (b *Books) PutBet(ctx context.Context, bet Bet, mayOwe bool) (after money.Fen, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		after, err = putBet(ctx, tx, bet, mayOwe)
		return err
	})
	return after, err
}

func putBet(ctx context.Context, tx *sql.Tx, bet Bet, mayOwe bool) (money.Fen, error) {
	if _, err := ensureAccount(ctx, tx, bet.Venue, bet.Player, bet.PlacedAt); err != nil {
		return 0, err
	}
	old, err := scanBet(tx.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, bet.Venue, bet.ID))
	var before money.Fen
	switch {
	case errors.Is(err, ErrNotFound):
	case err != nil:
		return 0, err
	case old.Player != Key(bet.Player):
		return 0, ErrOtherPlayer
	case bet.Status == BetOpen && old.Status != BetOpen:
		return 0, ErrReopen
	default:
		before = old.effect()
	}
	settled := int64(0)
	if bet.Status != BetOpen {
		settled = bet.SettledAt.UnixMilli()
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO bet (venue, id, player, kind, stake, payout, valid, revenue, status,
			placed_at, settled_at, cards, odds, odds_type, parlay, game, detail, version)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
			(SELECT COALESCE(MAX(version), 0) + 1 FROM bet WHERE venue = ?))
		ON CONFLICT (venue, id) DO UPDATE SET kind = excluded.kind, stake = excluded.stake, payout = excluded.payout,
			valid = excluded.valid, revenue = excluded.revenue, status = excluded.status,
			settled_at = excluded.settled_at, cards = excluded.cards, odds = excluded.odds,
			odds_type = excluded.odds_type, parlay = excluded.parlay, game = excluded.game, detail = excluded.detail,
			version = excluded.version`,
		bet.Venue, bet.ID, Key(bet.Player), bet.Kind, int64(bet.Stake), int64(bet.Payout), int64(bet.Valid), int64(bet.Revenue),
		string(bet.Status), bet.PlacedAt.UnixMilli(), settled, bet.Cards, bet.Odds, bet.OddsType, bet.Parlay,
		bet.Game, bet.Detail, bet.Venue)
	if err != nil {
		return 0, fmt.Errorf("keep bet %s of %s: %w", bet.ID, bet.Venue, err)
	}
	return move(ctx, tx, bet.Venue, bet.Player, bet.effect()-before, mayOwe)
}

// PlaceBets keeps new open bets of one player and takes their stakes, all or
// none. When the first of them is there already, nothing changes and the stored
// ones are returned. ErrClosed when it is not and open is false; ErrShort,
// ErrNoAccount and ErrOtherPlayer as in PlayRound.
func (b *Books) PlaceBets(ctx context.Context, bets []Bet, open bool) (kept []Bet, after money.Fen, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		kept = nil
		known := false
		for i, bet := range bets {
			stored, err := scanBet(tx.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, bet.Venue, bet.ID))
			switch {
			case err == nil && stored.Player != Key(bet.Player):
				return ErrOtherPlayer
			case err == nil:
				known = known || i == 0
				kept = append(kept, stored)
				continue
			case !errors.Is(err, ErrNotFound):
				return err
			case known: // another request under the id of an older one
				continue
			case !open:
				return ErrClosed
			}
			if _, err := putBet(ctx, tx, bet, false); err != nil {
				return err
			}
			bet.Player = Key(bet.Player)
			kept = append(kept, bet)
		}
		after, err = balanceOf(ctx, tx, bets[0].Venue, bets[0].Player)
		return err
	})
	return kept, after, err
}

// SettleBets settles or voids bets that are still open; one that is not is left
// alone.
func (b *Books) SettleBets(ctx context.Context, bets []Bet) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		for _, bet := range bets {
			stored, err := scanBet(tx.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, bet.Venue, bet.ID))
			if err != nil {
				return err
			}
			if stored.Status != BetOpen {
				continue
			}
			if _, err := putBet(ctx, tx, bet, false); err != nil {
				return err
			}
		}
		return nil
	})
}

const betSQL = `SELECT venue, id, player, kind, stake, payout, valid, revenue, status,
	placed_at, settled_at, cards, odds, odds_type, parlay, game, detail, version FROM bet`

// Bet is the bet with this id; ErrNotFound when there is none.
func (b *Books) Bet(ctx context.Context, venue, id string) (Bet, error) {
	return scanBet(b.db.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, venue, id))
}

// SettledBetween lists the bets settled or voided from start to end, both
// included to the millisecond, in order of settlement.
func (b *Books) SettledBetween(ctx context.Context, venue string, start, end int64) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue = ? AND settled_at BETWEEN ? AND ? AND status <> 'open'
		ORDER BY settled_at, id`, venue, start, end)
}

// PlacedBetween lists the bets of any state placed from start to end, both
// included to the millisecond, in order.
func (b *Books) PlacedBetween(ctx context.Context, venue string, start, end int64) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue = ? AND placed_at BETWEEN ? AND ? ORDER BY placed_at, id`, venue, start, end)
}

// ChangedSince lists bets of any state whose version is above one, in the order
// of their versions, at most n of them.
func (b *Books) ChangedSince(ctx context.Context, venue string, version int64, n int) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue = ? AND version > ? ORDER BY version LIMIT ?`, venue, version, n)
}

// OpenBets lists a venue's bets that wait for their result, the oldest first.
func (b *Books) OpenBets(ctx context.Context, venue string) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue = ? AND status = 'open' ORDER BY placed_at, id`, venue)
}

// LatestBets lists a player's newest bets at a venue, newest first.
func (b *Books) LatestBets(ctx context.Context, venue, player string, n int) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue = ? AND player = ? ORDER BY placed_at DESC, rowid DESC LIMIT ?`, venue, Key(player), n)
}

func (b *Books) listBets(ctx context.Context, where string, args ...any) ([]Bet, error) {
	rows, err := b.db.QueryContext(ctx, betSQL+where, args...)
	if err != nil {
		return nil, fmt.Errorf("list bets: %w", err)
	}
	defer rows.Close()
	var list []Bet
	for rows.Next() {
		bet, err := scanBet(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, bet)
	}
	return list, rows.Err()
}

func scanBet(row interface{ Scan(...any) error }) (Bet, error) {
	var b Bet
	var placed, settled int64
	err := row.Scan(&b.Venue, &b.ID, &b.Player, &b.Kind, &b.Stake, &b.Payout, &b.Valid, &b.Revenue, &b.Status,
		&placed, &settled, &b.Cards, &b.Odds, &b.OddsType, &b.Parlay, &b.Game, &b.Detail, &b.Version)
	if errors.Is(err, sql.ErrNoRows) {
		return b, ErrNotFound
	}
	if err != nil {
		return b, fmt.Errorf("read bet: %w", err)
	}
	b.PlacedAt = time.UnixMilli(placed)
	if settled != 0 {
		b.SettledAt = time.UnixMilli(settled)
	}
	return b, nil
}
