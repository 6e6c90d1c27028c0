package usdt

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
	"hongyun/internal/db"
	"hongyun/internal/payment"
)

// addressRestoreGap is how many places are passed over after a restore: more
// than were given between the backup and the loss.
const addressRestoreGap = 10_000

// OwnRow is a row of usdt_address: the address of one player on a network.
type OwnRow struct {
	bun.BaseModel `bun:"table:usdt_address"`

	Network string `bun:"network,pk"`
	Idx     int64  `bun:"idx,pk"`
	Payee   int64
	Player  string
	Address string
	Seal    string
	MadeAt  int64
}

// SealOfOwn binds an address to its player, its key and its place.
func SealOfOwn(h *order.Deps, r OwnRow) string {
	return h.Box.Index("own address", strings.Join([]string{
		r.Network, strconv.FormatInt(r.Idx, 10), strconv.FormatInt(r.Payee, 10), r.Player, r.Address,
	}, " "))
}

// IsKey says that a receiving address is an extended public key, from which
// every player gets an address of their own.
func (p PayeeRow) IsKey() bool { return strings.HasPrefix(p.Address, "xpub") }

// OwnAddress gives the player's own address on a network: the one they have, or
// the next below the newest key in use. "" where the network has no key.
func OwnAddress(ctx context.Context, h *order.Deps, tx *db.Tx, network, player string) (string, error) {
	var keys []PayeeRow
	err := tx.NewRaw("SELECT * FROM coin_payee WHERE network = ? AND enabled AND address LIKE 'xpub%' ORDER BY made_at DESC, id DESC", network).Scan(ctx, &keys)
	if err != nil {
		return "", fmt.Errorf("keys of %s: %w", network, err)
	}
	for _, p := range keys {
		if p.Seal != SealOfPayee(h, p) {
			h.Log.ErrorContext(ctx, "an extended key was altered in the database and is not used", "id", p.ID, "network", network)
			continue
		}
		return ownAddressOf(ctx, h, tx, p, player)
	}
	return "", nil
}

func ownAddressOf(ctx context.Context, h *order.Deps, tx *db.Tx, p PayeeRow, player string) (string, error) {
	key, err := payment.ParseExtendedKey(p.Network, p.Address)
	if err != nil {
		return "", fmt.Errorf("extended key %d: %w", p.ID, err)
	}
	row := OwnRow{Network: p.Network, Payee: p.ID, Player: player, MadeAt: tx.NowMillis()}
	var known OwnRow
	err = tx.NewRaw("SELECT * FROM usdt_address WHERE payee = ? AND player = ?", p.ID, player).Scan(ctx, &known)
	switch {
	case err == nil:
		row.Idx = known.Idx
	case !errors.Is(err, sql.ErrNoRows):
		return "", fmt.Errorf("own address of %s: %w", player, err)
	default:
		if row.Idx, err = nextIndex(ctx, h, tx, p.Network); err != nil {
			return "", err
		}
	}
	// It is derived anew each time: an address that was exchanged in the database
	// is never shown.
	a, err := key.Address(row.Idx)
	if err != nil {
		return "", err
	}
	row.Address = a.String()
	row.Seal = SealOfOwn(h, row)
	if known.Player == "" {
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return "", fmt.Errorf("give %s an address: %w", player, err)
		}
	} else if known.Address != row.Address || known.Seal != row.Seal {
		h.Log.ErrorContext(ctx, "a player's own address was altered in the database and is not shown", "player", player, "network", p.Network)
		return "", order.ErrNoPayee
	}
	return row.Address, watchOwn(ctx, h, tx, row)
}

// watchOwn has the part of an address asked about in every pull of the next day.
func watchOwn(ctx context.Context, h *order.Deps, tx *db.Tx, row OwnRow) error {
	_, err := tx.NewRaw(`INSERT INTO chain_cursor (network, part, text, watch_until) VALUES (?, ?, '', ?)
		ON CONFLICT (network, part) DO UPDATE SET watch_until = EXCLUDED.watch_until`,
		row.Network, FirstOwnPart+row.Idx/PartSize(h.Chains[row.Network]), tx.Now().Add(ownWatchedFor).UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("watch the address of %s: %w", row.Player, err)
	}
	return nil
}

// PartSize is how many addresses one question to a chain is about.
func PartSize(chain payment.Chain) int64 { return int64(max(chain.Rules().MaxAddresses, 1)) }

// nextIndex takes the next place of a network. The row stays locked until tx
// ends, so that no place is given twice and none is left out. After a restore
// the places go on behind a gap.
func nextIndex(ctx context.Context, h *order.Deps, tx *db.Tx, network string) (int64, error) {
	restores, err := h.Guard.Gate.Restores(ctx, tx)
	if err != nil {
		return 0, err
	}
	_, err = tx.NewRaw("INSERT INTO usdt_index (network, next_idx, restores) VALUES (?, 0, ?) ON CONFLICT (network) DO NOTHING", network, restores).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("places of %s: %w", network, err)
	}
	var at struct {
		NextIdx  int64
		Restores int
	}
	err = tx.NewRaw("SELECT next_idx, restores FROM usdt_index WHERE network = ?"+tx.ForUpdate(), network).Scan(ctx, &at)
	if err != nil {
		return 0, fmt.Errorf("places of %s: %w", network, err)
	}
	gap := int64(0)
	if restores > at.Restores {
		gap = addressRestoreGap
		h.Log.WarnContext(ctx, "the database was restored: addresses go on behind a gap", "network", network, "from", at.NextIdx, "gap", gap)
	}
	_, err = tx.NewRaw("UPDATE usdt_index SET next_idx = ?, restores = ?, skipped = skipped + ? WHERE network = ?",
		at.NextIdx+gap+1, max(restores, at.Restores), gap, network).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("take a place of %s: %w", network, err)
	}
	return at.NextIdx + gap, nil
}

// FirstOwnPart numbers the parts of players' own addresses apart from those of
// shared ones.
const FirstOwnPart = 1_000_000

// Own addresses are many. Those with an order of the last day are asked about
// in every pull, of the others a few parts in turn.
const (
	ownWatchedFor  = 24 * time.Hour
	OwnPartsInTurn = 4
)

// FailuresInARow is after how many failing questions a chain itself may be down:
// the rest of its parts waits for the next pull.
const FailuresInARow = 3

// firstAddresses are what a second person compares with the wallet.
func firstAddresses(key payment.ExtendedKey) (string, error) {
	var list []string
	for i := range int64(3) {
		a, err := key.Address(i)
		if err != nil {
			return "", err
		}
		list = append(list, strconv.FormatInt(i, 10)+"："+a.String())
	}
	return strings.Join(list, "\n"), nil
}

// BlockGrace is how much older than its transfer an order at a shared address
// must be: more than a block, for a transfer can be seen before its block comes,
// and whoever sees it must not take it by an order of the same coins (A7).
var BlockGrace = map[string]time.Duration{payment.TRC20: 15 * time.Second, payment.ERC20: 45 * time.Second, payment.Omni: 11 * time.Minute}

// AddressIndex finds an address without storing it.
func AddressIndex(h *order.Deps, network, address string) string {
	return h.Box.Index("coin address", network+" "+address)
}
