package destination

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/payment"
)

// Addresses keeps the USDT addresses that players withdraw to.
type Addresses struct{ *order.Deps }

// CoinAddress is an address as it is shown: all but its two ends is masked.
type CoinAddress struct {
	ID        int64
	Player    string
	Network   string
	Address   string // masked
	IsDefault bool
	Offered   bool // the site pays out on its network
	AddedAt   time.Time
}

// Add keeps an address of a player (WD-07). Its prefix names the network, its
// checksum must agree, and there are at most Settings.AddressesMost; the first one
// of a network that is offered becomes the default. Another player may have added
// the address before: an address is no proof of its owner, so a stranger who adds
// it first must not keep the owner out. Staff see that it is shared. What is of no
// network the house knows, such as the account number of a wallet app, is
// refused: nothing could be paid to it on a chain.
//
// network may be "": the specification's page says the list's type, 1, and
// leaves the network to the prefix. Faults: ErrAddressEmpty, ErrAddressForm,
// ErrAddressType, ErrAddressChecksum, ErrAddressNobody, ErrAddressOurs,
// ErrAddressTaken, ErrAddressLike, ErrAddressesMost.
func (a *Addresses) Add(ctx context.Context, player, network, text string) (CoinAddress, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return CoinAddress{}, ErrAddressEmpty
	}
	derived := payment.NetworkOf(text)
	if derived == "" {
		return CoinAddress{}, usdt.ErrAddressForm
	}
	if network != "" && !strings.EqualFold(network, derived) {
		return CoinAddress{}, ErrAddressType
	}
	// The lower-case t of the specification's rule passes the form and is no
	// address: what is wrong with it is its checksum.
	address, err := usdt.ReadAddress(derived, text)
	if err != nil {
		return CoinAddress{}, err
	}
	id := order.NewNumber()
	row := AddressRow{
		ID: id, Player: player, Network: derived, Address: a.Box.Seal(AddressPlace(id), address.String()),
		AddressIndex: usdt.AddressIndex(a.Deps, derived, address.String()),
	}
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Without the lock, two requests could both see room for one more.
		if err := order.LockPlayer(ctx, tx, player); err != nil {
			return err
		}
		if err := a.mayAdd(ctx, tx, player, derived, address.String()); err != nil {
			return err
		}
		row.AddedAt = tx.NowMillis()
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return fmt.Errorf("keep address: %w", err)
		}
		if err := a.nameDefault(ctx, tx, player); err != nil {
			return err
		}
		var err error
		if row, err = FindAddress(ctx, tx, player, id); err != nil {
			return err
		}
		return inbox.Write(ctx, tx, addressMessage(row))
	})
	if err != nil {
		return CoinAddress{}, err
	}
	if err := order.CheckReturn(ctx, a.Deps, player); err != nil {
		return CoinAddress{}, err
	}
	return a.address(row)
}

// mayAdd looks at the addresses that are there: ours, and the player's own. One
// with the same ends as another of the player's is what a thief shows who
// hopes that only the ends are read (trust ADR-4).
func (a *Addresses) mayAdd(ctx context.Context, tx *db.Tx, player, network, address string) error {
	var ours int
	if err := tx.NewRaw(`SELECT (SELECT COUNT(*) FROM coin_payee WHERE network = ?0 AND address = ?1)
		+ (SELECT COUNT(*) FROM usdt_address WHERE network = ?0 AND address = ?1)
		+ (SELECT COUNT(*) FROM payout_wallet WHERE network = ?0 AND address = ?1)`, network, address).Scan(ctx, &ours); err != nil {
		return fmt.Errorf("our own addresses: %w", err)
	}
	if ours > 0 {
		return ErrAddressOurs
	}
	rows, err := AddressesOf(ctx, tx, player)
	if err != nil {
		return err
	}
	for _, r := range rows {
		other, err := a.Box.Open(AddressPlace(r.ID), r.Address)
		if err != nil {
			return err
		}
		if other != address && other[:4] == address[:4] && other[len(other)-4:] == address[len(address)-4:] {
			return ErrAddressLike
		}
		if other == address {
			return ErrAddressTaken
		}
	}
	if len(rows) >= a.Rules().AddressesMost {
		return ErrAddressesMost.With(a.Rules().AddressesMost)
	}
	return nil
}

func AddressPlace(id int64) string {
	return order.SealedAt("player_address", "address", strconv.FormatInt(id, 10))
}

func (a *Addresses) address(r AddressRow) (CoinAddress, error) {
	text, err := a.Box.Open(AddressPlace(r.ID), r.Address)
	return CoinAddress{
		ID: r.ID, Player: r.Player, Network: r.Network, Address: usdt.MaskAddress(text), IsDefault: r.IsDefault, Offered: a.offered(r.Network), AddedAt: order.Stamped(r.AddedAt),
	}, err
}

// AddressesOf reads a player's addresses, the default first.
func AddressesOf(ctx context.Context, r db.Reader, player string) ([]AddressRow, error) {
	var rows []AddressRow
	err := r.NewRaw("SELECT * FROM player_address WHERE player = ? ORDER BY is_default DESC, added_at, id", player).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("addresses of %s: %w", player, err)
	}
	return rows, nil
}

// List gives a player's addresses, the default first, then in the order they
// were added.
func (a *Addresses) List(ctx context.Context, player string) ([]CoinAddress, error) {
	rows, err := AddressesOf(ctx, a.DB, player)
	if err != nil {
		return nil, err
	}
	list := make([]CoinAddress, len(rows))
	for i, r := range rows {
		if list[i], err = a.address(r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// SetDefault makes one of the player's addresses the one shown first.
// ErrNoAddress is also the answer for somebody else's, ErrNetworkClosed for one
// of a network that is not offered.
func (a *Addresses) SetDefault(ctx context.Context, player string, id int64) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := order.LockPlayer(ctx, tx, player); err != nil {
			return err
		}
		row, err := FindAddress(ctx, tx, player, id)
		if err != nil {
			return err
		}
		if !a.offered(row.Network) {
			return usdt.ErrNetworkClosed.With(usdt.NetworkName(row.Network))
		}
		// Two statements: the unique index allows one default at every moment.
		if _, err := tx.NewRaw("UPDATE player_address SET is_default = FALSE WHERE player = ? AND is_default", player).Exec(ctx); err != nil {
			return fmt.Errorf("default address: %w", err)
		}
		if _, err := tx.NewRaw("UPDATE player_address SET is_default = TRUE WHERE id = ?", id).Exec(ctx); err != nil {
			return fmt.Errorf("default address: %w", err)
		}
		return nil
	})
}

func FindAddress(ctx context.Context, r db.Reader, player string, id int64) (AddressRow, error) {
	var row AddressRow
	err := r.NewRaw("SELECT * FROM player_address WHERE id = ? AND player = ?", id, player).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoAddress
	}
	if err != nil {
		return row, fmt.Errorf("find address: %w", err)
	}
	return row, nil
}

// FirstAdded is when a player added the first of these addresses; 0 without any.
func FirstAdded(addresses []AddressRow) int64 {
	var first int64
	for _, a := range addresses {
		if first == 0 || a.AddedAt < first {
			first = a.AddedAt
		}
	}
	return first
}

// AddressRow is a row of player_address.
type AddressRow struct {
	bun.BaseModel `bun:"table:player_address"`

	ID           int64 `bun:"id,pk"`
	Player       string
	Network      string
	Address      string
	AddressIndex string
	IsDefault    bool
	AddedAt      int64
}
