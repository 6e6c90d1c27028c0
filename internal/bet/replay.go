package bet

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Replay returns the address of the vendor's page that shows the round of a
// player's bet again. A missing bet and another player's bet are ErrNoBet.
// ErrNoReplay says that the vendor has no such page for players, ErrUnplayed
// that the bet is open. ErrReplayed says that the vendor does not know the
// round.
func (b *Bets) Replay(ctx context.Context, player, venueCodeOrID, betID string) (string, error) {
	newest, replayer, err := b.played(ctx, venueCodeOrID, betID)
	if err != nil {
		return "", err
	}
	if newest.Player != player {
		return "", ErrNoBet
	}
	if !b.replays(newest.Venue, false) {
		return "", ErrNoReplay
	}
	return b.replay(ctx, newest, replayer)
}

// ReplayForStaff is Replay of any player's bet, also where the vendor's address is
// not for players. The trail names who opened which bet.
func (b *Bets) ReplayForStaff(ctx context.Context, by staff.Actor, venueCodeOrID, betID string) (string, error) {
	newest, replayer, err := b.played(ctx, venueCodeOrID, betID)
	if err != nil {
		return "", err
	}
	if !b.replays(newest.Venue, true) {
		return "", ErrNoReplay
	}
	address, err := b.replay(ctx, newest, replayer)
	if err != nil {
		return "", err
	}
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return b.staff.Audit(ctx, tx, by, staff.Change{Action: "bet.replay", Subject: "bet:" + newest.Venue + ":" + newest.BetID, Label: newest.Player})
	})
	if err != nil {
		return "", fmt.Errorf("audit a replay: %w", err)
	}
	return address, nil
}

// CanReplay says whether Replay, or ReplayForStaff, may find a page for a bet.
func (b *Bets) CanReplay(l Line, forStaff bool) bool {
	return l.Status != Open && b.replays(l.Venue, forStaff)
}

// replays says whether the vendor of a venue shows rounds once more, to whom.
func (b *Bets) replays(code string, forStaff bool) bool {
	adapter, _ := b.venues.Adapter(code)
	_, can := adapter.(venue.Replayer)
	return can && adapter.Rules().NoReplay == "" && (forStaff || !adapter.Rules().ReplayForStaff)
}

// played reads the newest version of a bet, and who can show its round.
func (b *Bets) played(ctx context.Context, venueCodeOrID, betID string) (row, venue.Replayer, error) {
	e, err := b.venues.Get(ctx, b.db, venueCodeOrID)
	if errors.Is(err, venue.ErrNoVenue) {
		return row{}, nil, ErrNoBet
	}
	if err != nil {
		return row{}, nil, err
	}
	rows, err := listVersions(ctx, b.db, e.Code, betID)
	if err != nil {
		return row{}, nil, fmt.Errorf("versions of bet %s: %w", betID, err)
	}
	if len(rows) == 0 {
		return row{}, nil, ErrNoBet
	}
	adapter, _ := b.venues.Adapter(e.Code)
	replayer, _ := adapter.(venue.Replayer)
	return rows[len(rows)-1], replayer, nil
}

// replay asks the vendor. Its answer is never logged: the address opens the round.
func (b *Bets) replay(ctx context.Context, r row, replayer venue.Replayer) (string, error) {
	if r.Status == Open {
		return "", ErrUnplayed
	}
	address, err := replayer.Replay(ctx, venue.ReplayBet{BetID: r.BetID, Account: r.Account, Game: r.Game, Raw: []byte(r.Raw)})
	if err == nil {
		return address, nil
	}
	b.log.WarnContext(ctx, "a round could not be shown once more", slog.String("venue", r.Venue), slog.String("bet", r.BetID), slog.Any("err", err))
	refusal, refused := errors.AsType[*venue.Refusal](err)
	switch {
	case !refused:
		return "", fmt.Errorf("%w (%w)", venue.ErrSilent, err)
	case refusal.Reason == venue.Maintenance:
		return "", venue.ErrMaintenance
	}
	return "", ErrReplayed
}
