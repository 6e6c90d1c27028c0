package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/db"
)

// EnsureAccount returns the player's name at a venue and creates the account
// there if needed. The first name given counts for ever. It calls the venue, so
// it must be outside any transaction; it may be repeated and run twice at once.
// Concurrent first calls of one player (two clicks, a transfer and a launch)
// share one call of the venue, which would refuse the second.
func (v *Venues) EnsureAccount(ctx context.Context, player, code string) (account string, err error) {
	made, err, _ := v.making.Do(code+"/"+player, func() (any, error) {
		return v.ensureAccount(context.WithoutCancel(ctx), player, code) // the adapter has its own time limit
	})
	account, _ = made.(string)
	return account, err
}

func (v *Venues) ensureAccount(ctx context.Context, player, code string) (account string, err error) {
	adapter, ok := v.adapters[code]
	if !ok {
		return "", ErrNoAdapter
	}
	row, err := findAccount(ctx, v.db, player, code)
	if err == nil && row.CreatedAt != 0 {
		return row.Account, nil
	}
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("find account of %s at %s: %w", player, code, err)
	}
	if row.Account == "" {
		// The name is stored before the venue gets it. A crash in between
		// leaves a name to create again, not an account without an owner.
		err = v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			row, err = nameAccount(ctx, tx, player, code, adapter.AccountName(player))
			return err
		})
		if db.IsDuplicate(err) {
			// The same player's first call beside this one, or another player's
			// name.
			if row, err = findAccount(ctx, v.db, player, code); errors.Is(err, sql.ErrNoRows) {
				return "", ErrAccountTaken
			}
		}
		if err != nil {
			return "", fmt.Errorf("name account of %s at %s: %w", player, code, err)
		}
	}
	if err := adapter.EnsurePlayer(ctx, row.Account); err != nil {
		return "", fmt.Errorf("create account of %s at %s: %w", player, code, err)
	}
	err = v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return markCreated(ctx, tx, player, code)
	})
	if err != nil {
		return "", fmt.Errorf("keep account of %s at %s: %w", player, code, err)
	}
	return row.Account, nil
}

// Account returns the stored name of a player at a venue, or "" when there is
// none yet. It makes no call.
func (v *Venues) Account(ctx context.Context, r db.Reader, player, code string) (string, error) {
	row, err := findAccount(ctx, r, player, code)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find account of %s at %s: %w", player, code, err)
	}
	return row.Account, nil
}

// AccountOwner gives the player behind a name at a venue, or ErrNoOwner.
func (v *Venues) AccountOwner(ctx context.Context, r db.Reader, code, account string) (string, error) {
	owners, err := v.AccountOwners(ctx, r, code, []string{account})
	if err != nil {
		return "", err
	}
	if player, ok := owners[account]; ok {
		return player, nil
	}
	return "", ErrNoOwner
}

// AccountOwners returns the players behind many names at a venue in one read;
// unknown names are missing from the map.
func (v *Venues) AccountOwners(ctx context.Context, r db.Reader, code string, accounts []string) (map[string]string, error) {
	owners := make(map[string]string, len(accounts))
	const batch = 500
	for len(accounts) > 0 {
		n := min(batch, len(accounts))
		rows, err := findOwners(ctx, r, code, accounts[:n])
		if err != nil {
			return nil, fmt.Errorf("find owners at %s: %w", code, err)
		}
		for _, row := range rows {
			owners[row.Account] = row.Player
		}
		accounts = accounts[n:]
	}
	return owners, nil
}

// AccountHolders gives the players who have a name at any venue: one player, or
// one of each venue that uses the name.
func (v *Venues) AccountHolders(ctx context.Context, r db.Reader, account string) ([]string, error) {
	players, err := findHolders(ctx, r, account)
	if err != nil {
		return nil, fmt.Errorf("find holders of an account: %w", err)
	}
	return players, nil
}

// Adopt adds to owners the players of reported accounts that we have not
// stored, as after a restore from an older backup. Only our own naming rule
// makes accounts at a venue, so the name itself identifies the player. The
// player must exist, and must not have another account there.
func (v *Venues) Adopt(ctx context.Context, tx *db.Tx, code string, accounts []string, owners map[string]string) error {
	adapter, ok := v.adapters[code]
	if !ok || v.known == nil {
		return nil
	}
	byPlayer := map[string]string{} // the account that our rule gives each player
	for _, account := range accounts {
		player := strings.TrimPrefix(account, adapter.AccountName(""))
		if owners[account] == "" && player != "" && adapter.AccountName(player) == account {
			byPlayer[player] = account
		}
	}
	if len(byPlayer) == 0 {
		return nil
	}
	known, err := v.known(ctx, tx, slices.Sorted(maps.Keys(byPlayer)))
	if err != nil {
		return fmt.Errorf("whose accounts are these at %s: %w", code, err)
	}
	slices.Sort(known) // rows are locked in one order
	for part := range slices.Chunk(known, 500) {
		rows, err := nameAccounts(ctx, tx, code, part, byPlayer)
		if err != nil {
			return fmt.Errorf("adopt %d accounts at %s: %w", len(part), code, err)
		}
		for _, row := range rows {
			if account := byPlayer[row.Player]; row.Account == account {
				owners[account] = row.Player
				v.log.WarnContext(ctx, "an account of a venue was not noted here", "venue", code, "account", account)
			}
		}
	}
	return nil
}
