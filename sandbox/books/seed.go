package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

// Seeds are what a player's next round is drawn from.
type Seeds struct {
	Server   fair.Seed
	Client   string
	Round    uint64 // of the next draw
	Revealed string // the server seed before this one, "" when there was none
}

// Seeds reads a player's seeds at a venue, and makes them when there are none.
func (b *Books) Seeds(ctx context.Context, venue, player string) (s Seeds, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		s, err = readSeeds(ctx, tx, venue, player)
		return err
	})
	return s, err
}

// Reseed shows the player's server seed, commits to a new one and takes the
// player's text as the client seed.
func (b *Books) Reseed(ctx context.Context, venue, player, client string) (s Seeds, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		old, err := readSeeds(ctx, tx, venue, player)
		if err != nil {
			return err
		}
		s = Seeds{Server: fair.NewSeed(), Client: client, Revealed: old.Server.String()}
		return keepSeeds(ctx, tx, venue, player, s)
	})
	return s, err
}

func readSeeds(ctx context.Context, tx *sql.Tx, venue, player string) (Seeds, error) {
	var s Seeds
	var server string
	err := tx.QueryRowContext(ctx, `SELECT server, client, round, revealed FROM seed WHERE venue = ? AND player = ?`, venue, Key(player)).
		Scan(&server, &s.Client, &s.Round, &s.Revealed)
	if errors.Is(err, sql.ErrNoRows) {
		s = Seeds{Server: fair.NewSeed(), Client: Key(player)}
		return s, keepSeeds(ctx, tx, venue, player, s)
	}
	if err != nil {
		return s, fmt.Errorf("read seeds: %w", err)
	}
	s.Server, err = fair.ParseSeed(server)
	return s, err
}

func keepSeeds(ctx context.Context, tx *sql.Tx, venue, player string, s Seeds) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO seed (venue, player, server, client, round, revealed) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (venue, player) DO UPDATE SET server = excluded.server, client = excluded.client,
			round = excluded.round, revealed = excluded.revealed`,
		venue, Key(player), s.Server.String(), s.Client, int64(s.Round), s.Revealed)
	if err != nil {
		return fmt.Errorf("keep seeds: %w", err)
	}
	return nil
}

// VenueSeed is the secret seed of a venue; it is drawn once and never changes.
func (b *Books) VenueSeed(ctx context.Context, venue string) (seed fair.Seed, err error) {
	if known, ok := b.seeds.Load(venue); ok {
		return known.(fair.Seed), nil
	}
	err = b.write(ctx, func(tx *sql.Tx) error {
		var text string
		if err := tx.QueryRowContext(ctx, `INSERT INTO venue_seed (venue, server) VALUES (?, ?)
			ON CONFLICT (venue) DO UPDATE SET server = venue_seed.server RETURNING server`, venue, fair.NewSeed().String()).Scan(&text); err != nil {
			return fmt.Errorf("read the seed of %s: %w", venue, err)
		}
		seed, err = fair.ParseSeed(text)
		return err
	})
	if err == nil {
		b.seeds.Store(venue, seed)
	}
	return seed, err
}

// SetVenueSeed gives a venue a known seed before its first is drawn, for tests.
func (b *Books) SetVenueSeed(ctx context.Context, venue string, seed fair.Seed) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO venue_seed (venue, server) VALUES (?, ?)`, venue, seed.String())
		return err
	})
}

// Share of a stake that goes into the pot, in 1/10,000; with amounts of a pot
// in 1/100 of a fen, a stake of one fen pays in exactly Share/100 of them.
const (
	potShare   = 100
	potPerFen  = 100
	shareParts = 10_000
)

// Dealt is what a round of a game came to.
type Dealt struct {
	Payout money.Fen
	Detail string // JSON for the page
	Pot    bool   // the round wins the whole pot beside the payout
	// Back is a part of the stake that was not played after all. It is given back
	// and no part of the bet.
	Back money.Fen
}

// Pot is a jackpot of a venue; one without a name is none.
type Pot struct{ Venue, Name string }

// PlayRound takes the stake of a bet, deals with the player's seeds and pays,
// all or nothing. The same bet id again changes nothing and gives the stored
// bet. With a pot, one hundredth of the stake goes into it. ErrShort and
// ErrNoAccount as in a purse; ErrOtherPlayer when the id is somebody else's.
func (b *Books) PlayRound(ctx context.Context, bet Bet, pot Pot, deal func(Seeds) (Dealt, error)) (kept Bet, after money.Fen, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		kept, err = scanBet(tx.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, bet.Venue, bet.ID))
		switch {
		case err == nil && kept.Player != Key(bet.Player):
			return ErrOtherPlayer
		case err == nil:
			after, err = balanceOf(ctx, tx, bet.Venue, bet.Player)
			return err
		case !errors.Is(err, ErrNotFound):
			return err
		}
		seeds, err := readSeeds(ctx, tx, bet.Venue, bet.Player)
		if err != nil {
			return err
		}
		bet.Status = BetOpen
		if after, err = putBet(ctx, tx, bet, false); err != nil {
			return err
		}
		dealt, err := deal(seeds)
		if err != nil {
			return err
		}
		if pot.Name != "" {
			won, err := feedPot(ctx, tx, pot, bet.Stake, dealt.Pot)
			if err != nil {
				return err
			}
			dealt.Payout += won
		}
		seeds.Round++
		if err := keepSeeds(ctx, tx, bet.Venue, bet.Player, seeds); err != nil {
			return err
		}
		bet.Stake, bet.Valid = bet.Stake-dealt.Back, bet.Valid-dealt.Back
		bet.Payout, bet.Detail, bet.Status, bet.SettledAt = dealt.Payout, dealt.Detail, BetSettled, bet.PlacedAt
		if after, err = putBet(ctx, tx, bet, false); err != nil {
			return err
		}
		bet.Player = Key(bet.Player)
		kept = bet
		return nil
	})
	return kept, after, err
}

func balanceOf(ctx context.Context, tx *sql.Tx, venue, player string) (balance money.Fen, err error) {
	err = tx.QueryRowContext(ctx, `SELECT balance FROM account WHERE venue = ? AND player = ?`, venue, Key(player)).Scan(&balance)
	return balance, err
}

// feedPot adds a stake's share to a pot and empties it when it is won. Parts
// of a fen stay in it.
func feedPot(ctx context.Context, tx *sql.Tx, pot Pot, stake money.Fen, won bool) (money.Fen, error) {
	var amount int64
	err := tx.QueryRowContext(ctx, `INSERT INTO pot (venue, name, amount) VALUES (?, ?, ?)
		ON CONFLICT (venue, name) DO UPDATE SET amount = pot.amount + excluded.amount RETURNING amount`,
		pot.Venue, pot.Name, int64(stake)*potPerFen*potShare/shareParts).Scan(&amount)
	if err != nil || !won {
		return 0, err
	}
	paid := amount / potPerFen
	_, err = tx.ExecContext(ctx, `UPDATE pot SET amount = amount - ? WHERE venue = ? AND name = ?`, paid*potPerFen, pot.Venue, pot.Name)
	return money.Fen(paid), err
}

// PotHolds is what a jackpot holds now.
func (b *Books) PotHolds(ctx context.Context, pot Pot) (money.Fen, error) {
	var amount int64
	err := b.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(amount), 0) FROM pot WHERE venue = ? AND name = ?`, pot.Venue, pot.Name).Scan(&amount)
	return money.Fen(amount / potPerFen), err
}

// Guest opens a play account for a visitor who is not logged in: its venue is
// one of its own, so that no record feed ever shows it.
func (b *Books) Guest(ctx context.Context, venue, name string, chips money.Fen, session Session, at time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		if _, err := ensureAccount(ctx, tx, venue, name, at); err != nil {
			return err
		}
		if err := insertTransfer(ctx, tx, Transfer{Venue: venue, ID: "chips-" + name, Player: name, Direction: In, Amount: chips, State: Done, At: at}); err != nil {
			return err
		}
		if _, err := move(ctx, tx, venue, name, chips, false); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO session (token, venue, player, kind, game, stage, back_url, seen_at, expires_at)
			VALUES (?, ?, ?, 0, ?, 'play', ?, ?, ?)`,
			session.Token, venue, Key(name), session.Game, session.BackURL, at.UnixMilli(), session.ExpiresAt.UnixMilli())
		return err
	})
}
