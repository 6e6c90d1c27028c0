package cashier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
)

// addressRestoreGap is how many places are passed over after a restore: more
// than were given between the backup and the loss.
const addressRestoreGap = 10_000

// ownRow is a row of usdt_address: the address of one player on a network.
type ownRow struct {
	bun.BaseModel `bun:"table:usdt_address"`

	Network string `bun:"network,pk"`
	Idx     int64  `bun:"idx,pk"`
	Payee   int64
	Player  string
	Address string
	Seal    string
	MadeAt  int64
}

// sealOfOwn binds an address to its player, its key and its place.
func sealOfOwn(h *Deps, r ownRow) string {
	return h.box.Index("own address", strings.Join([]string{
		r.Network, strconv.FormatInt(r.Idx, 10), strconv.FormatInt(r.Payee, 10), r.Player, r.Address,
	}, " "))
}

// isKey says that a receiving address is an extended public key, from which
// every player gets an address of their own.
func (p payeeRow) isKey() bool { return strings.HasPrefix(p.Address, "xpub") }

// ownAddress gives the player's own address on a network: the one they have, or
// the next below the newest key in use. "" where the network has no key.
func ownAddress(ctx context.Context, h *Deps, tx *db.Tx, network, player string) (string, error) {
	var keys []payeeRow
	err := tx.NewRaw("SELECT * FROM coin_payee WHERE network = ? AND enabled AND address LIKE 'xpub%' ORDER BY made_at DESC, id DESC", network).Scan(ctx, &keys)
	if err != nil {
		return "", fmt.Errorf("keys of %s: %w", network, err)
	}
	for _, p := range keys {
		if p.Seal != sealOfPayee(h, p) {
			h.log.ErrorContext(ctx, "an extended key was altered in the database and is not used", "id", p.ID, "network", network)
			continue
		}
		return ownAddressOf(ctx, h, tx, p, player)
	}
	return "", nil
}

func ownAddressOf(ctx context.Context, h *Deps, tx *db.Tx, p payeeRow, player string) (string, error) {
	key, err := payment.ParseExtendedKey(p.Network, p.Address)
	if err != nil {
		return "", fmt.Errorf("extended key %d: %w", p.ID, err)
	}
	row := ownRow{Network: p.Network, Payee: p.ID, Player: player, MadeAt: tx.NowMillis()}
	var known ownRow
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
	row.Seal = sealOfOwn(h, row)
	if known.Player == "" {
		if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
			return "", fmt.Errorf("give %s an address: %w", player, err)
		}
	} else if known.Address != row.Address || known.Seal != row.Seal {
		h.log.ErrorContext(ctx, "a player's own address was altered in the database and is not shown", "player", player, "network", p.Network)
		return "", ErrNoPayee
	}
	return row.Address, watchOwn(ctx, h, tx, row)
}

// watchOwn has the part of an address asked about in every pull of the next day.
func watchOwn(ctx context.Context, h *Deps, tx *db.Tx, row ownRow) error {
	_, err := tx.NewRaw(`INSERT INTO chain_cursor (network, part, text, watch_until) VALUES (?, ?, '', ?)
		ON CONFLICT (network, part) DO UPDATE SET watch_until = EXCLUDED.watch_until`,
		row.Network, firstOwnPart+row.Idx/partSize(h.chains[row.Network]), tx.Now().Add(ownWatchedFor).UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("watch the address of %s: %w", row.Player, err)
	}
	return nil
}

// partSize is how many addresses one question to a chain is about.
func partSize(chain payment.Chain) int64 { return int64(max(chain.Rules().MaxAddresses, 1)) }

// nextIndex takes the next place of a network. The row stays locked until tx
// ends, so that no place is given twice and none is left out. After a restore
// the places go on behind a gap.
func nextIndex(ctx context.Context, h *Deps, tx *db.Tx, network string) (int64, error) {
	restores, err := h.guard.Gate.Restores(ctx, tx)
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
		h.log.WarnContext(ctx, "the database was restored: addresses go on behind a gap", "network", network, "from", at.NextIdx, "gap", gap)
	}
	_, err = tx.NewRaw("UPDATE usdt_index SET next_idx = ?, restores = ?, skipped = skipped + ? WHERE network = ?",
		at.NextIdx+gap+1, max(restores, at.Restores), gap, network).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("take a place of %s: %w", network, err)
	}
	return at.NextIdx + gap, nil
}

// firstOwnPart numbers the parts of players' own addresses apart from those of
// shared ones.
const firstOwnPart = 1_000_000

// Own addresses are many. Those with an order of the last day are asked about
// in every pull, of the others a few parts in turn.
const (
	ownWatchedFor  = 24 * time.Hour
	ownPartsInTurn = 4
)

// failuresInARow is after how many failing questions a chain itself may be down:
// the rest of its parts waits for the next pull.
const failuresInARow = 3

// pullOwn reads what came to players' own addresses, in parts of as many as one
// question may be about. A part keeps its own cursor, so one that waits for its
// turn loses nothing. A part that fails does not keep the others out.
func (c *Chains) pullOwn(ctx context.Context, chain payment.Chain) error {
	network, size := chain.Network(), partSize(chain)
	parts, err := c.ownParts(ctx, network, size)
	if err != nil {
		return err
	}
	var failed error
	inARow := 0
	for _, part := range parts {
		to, err := c.ownOf(ctx, network, part*size, (part+1)*size)
		if err == nil && len(to) > 0 {
			err = c.pullPart(ctx, chain, firstOwnPart+int(part), to)
		}
		if err == nil {
			inARow = 0
			continue
		}
		failed = errors.Join(failed, err)
		if inARow++; inARow == failuresInARow || ctx.Err() != nil {
			break
		}
	}
	return failed
}

// ownOf are the own addresses of some places.
func (c *Chains) ownOf(ctx context.Context, network string, from, to int64) ([]payment.Address, error) {
	var texts []string
	err := c.db.NewRaw("SELECT address FROM usdt_address WHERE network = ? AND idx >= ? AND idx < ? ORDER BY idx", network, from, to).Scan(ctx, &texts)
	if err != nil {
		return nil, fmt.Errorf("own addresses on %s: %w", network, err)
	}
	list := make([]payment.Address, 0, len(texts))
	for _, text := range texts {
		a, err := payment.ParseAddress(network, text)
		if err != nil {
			c.log.ErrorContext(ctx, "a player's own address is none and is not watched", "network", network)
			continue
		}
		list = append(list, a)
	}
	return list, nil
}

// ownParts are the parts to ask about now: those with fresh orders, and those
// that were not asked about for the longest time. Who was asked about longest
// ago comes first, so that a part which fails goes to the end.
func (c *Chains) ownParts(ctx context.Context, network string, size int64) ([]int64, error) {
	if err := c.knowParts(ctx, network, size); err != nil {
		return nil, err
	}
	var fresh, others []int64
	now := c.db.Clock().Now().UnixMilli()
	err := c.db.NewRaw("SELECT part FROM chain_cursor WHERE network = ? AND watch_until > 0 AND watch_until > ? AND part >= ? ORDER BY asked_at, part", network, now, firstOwnPart).Scan(ctx, &fresh)
	if err == nil {
		err = c.db.NewRaw("SELECT part FROM chain_cursor WHERE network = ? AND part >= ? ORDER BY asked_at, part LIMIT ?",
			network, firstOwnPart, ownPartsInTurn+len(fresh)).Scan(ctx, &others)
	}
	if err != nil {
		return nil, fmt.Errorf("parts of own addresses on %s: %w", network, err)
	}
	others = slices.DeleteFunc(others, func(part int64) bool { return slices.Contains(fresh, part) })
	parts := append(fresh, others[:min(len(others), ownPartsInTurn)]...)
	for i := range parts {
		parts[i] -= firstOwnPart
	}
	return parts, nil
}

// knowParts makes the cursors of all parts that have addresses, once in the life
// of a process: the size of a part is the adapter's and may have changed.
func (c *Chains) knowParts(ctx context.Context, network string, size int64) error {
	if _, known := c.partsKnown.Load(network); known {
		return nil
	}
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO chain_cursor (network, part, text)
			SELECT DISTINCT network, ? + idx / ?, '' FROM usdt_address WHERE network = ? ON CONFLICT (network, part) DO NOTHING`,
			firstOwnPart, size, network).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("parts of own addresses on %s: %w", network, err)
	}
	c.partsKnown.Store(network, true)
	return nil
}

// ownerOf finds whose own address a transfer came to; found is false for others.
func (c *Chains) ownerOf(ctx context.Context, tx *db.Tx, t ChainTransfer) (row ownRow, why string, found bool, err error) {
	err = tx.NewRaw("SELECT * FROM usdt_address WHERE network = ? AND address = ?", t.Network, t.To).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, "", false, nil
	}
	if err != nil {
		return row, "", false, fmt.Errorf("whose address it is: %w", err)
	}
	if row.Seal != sealOfOwn(c.Deps, row) {
		return row, "收款地址记录被改动", true, nil
	}
	var enabled bool
	if err := tx.NewRaw("SELECT enabled FROM coin_payee WHERE id = ?", row.Payee).Scan(ctx, &enabled); err != nil {
		return row, "", true, fmt.Errorf("the key of its address: %w", err)
	}
	if !enabled {
		return row, "收款地址已停用", true, nil
	}
	return row, "", true, nil
}

// ownOrder is the order that a transfer to a player's own address credits: the
// oldest open one of exactly its coins and of its time, at the rate that order
// keeps; else a new one, at the rate of now. It is fresh when it is not stored
// yet. An old rate holds the transfer back until there is a new one.
func (c *Chains) ownOrder(ctx context.Context, tx *db.Tx, t ChainTransfer, row ownRow) (dep Deposit, fresh bool, why string, err error) {
	if err := lockPlayer(ctx, tx, row.Player); err != nil {
		return dep, false, "", err
	}
	at := calendar.Millis(t.At)
	var sn string
	err = tx.NewRaw(`SELECT sn FROM deposit WHERE network = ? AND coin_address = ? AND coins = ? AND own_address AND player = ?
		AND state IN ('pending', 'claimed', 'expired') AND created_at <= ? AND expires_at >= ? ORDER BY created_at, sn LIMIT 1`,
		t.Network, t.To, int64(t.Coins), row.Player, at+time.Minute.Milliseconds(), at).Scan(ctx, &sn)
	if err == nil {
		dep, err = lockDeposit(ctx, tx, c.box, sn)
		return dep, false, "", err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return dep, false, "", fmt.Errorf("its order: %w", err)
	}
	rate, err := coinRate(ctx, tx, t.Network, ForDeposit)
	if err == nil && staleRate(c.Deps, rate, tx.Now()) {
		err = ErrRateOld
	}
	if err != nil {
		return dep, false, "", err
	}
	worth, err := rate.Rate.Yuan(t.Coins)
	if err != nil {
		return dep, false, "", err
	}
	if worth <= 0 {
		return dep, false, "折合不足一分钱", nil
	}
	activity, err := activityOf(ctx, tx, t, row)
	if err != nil {
		return dep, false, "", err
	}
	sn = newSN("R", tx.Now())
	return Deposit{
		SN: sn, ActivityID: activity, Player: row.Player, Amount: worth, State: Review, ReviewReason: "转入玩家专属地址",
		Method: "USDT", Channel: "USDT-" + NetworkName(t.Network), Style: StyleCoin,
		Network: t.Network, CoinAddress: t.To, Coins: t.Coins, Rate: rate.Rate, OwnAddress: true,
		CreatedAt: tx.Now(), ExpiresAt: tx.Now(),
		orderID: "chain:" + t.Network + ":" + t.key(), contents: contentsOf(t.Network, t.key(), row.Player), token: secret.NewToken(),
	}, true, "", nil
}

// activityOf is the promotion that the player chose with the newest order that
// waits at their own address. A transfer of another amount, of which an exchange
// kept a fee, does not lose the choice. The promotion's own rules decide whether
// the amount that came is entitled to it.
func activityOf(ctx context.Context, tx *db.Tx, t ChainTransfer, row ownRow) (activity string, err error) {
	at := calendar.Millis(t.At)
	err = tx.NewRaw(`SELECT activity FROM deposit WHERE network = ? AND coin_address = ? AND own_address AND player = ? AND activity <> ''
		AND state IN ('pending', 'claimed', 'expired') AND created_at <= ? AND expires_at >= ? ORDER BY created_at DESC, sn LIMIT 1`,
		t.Network, t.To, row.Player, at+time.Minute.Milliseconds(), at).Scan(ctx, &activity)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the choice of %s: %w", row.Player, err)
	}
	return activity, nil
}

// settleOwn credits a transfer to a player's own address, whatever its amount.
func (c *Chains) settleOwn(ctx context.Context, tx *db.Tx, t ChainTransfer, row ownRow, why string) error {
	var dep Deposit
	fresh := false
	var err error
	if why == "" {
		dep, fresh, why, err = c.ownOrder(ctx, tx, t, row)
	}
	if err == nil && why == "" {
		why, err = c.deposits.overLimit(ctx, tx, dep, dep.Amount)
	}
	if err != nil {
		return err
	}
	if why != "" {
		sn, err := c.strayTransfer(ctx, tx, t, "玩家"+row.Player+"的专属地址："+why)
		if err != nil {
			return err
		}
		return endTransfer(ctx, tx, t, TransferStray, sn)
	}
	if fresh {
		if err := insertDeposit(ctx, tx, c.box, dep); err != nil {
			return err
		}
		if err := addNote(ctx, tx, dep.SN, BySystem, "转入玩家专属地址，新建订单", t.key()); err != nil {
			return err
		}
	}
	if err := c.creditTransfer(ctx, tx, dep, t); err != nil {
		return err
	}
	return endTransfer(ctx, tx, t, TransferCredited, dep.SN)
}

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

// blockGrace is how much older than its transfer an order at a shared address
// must be: more than a block, for a transfer can be seen before its block comes,
// and whoever sees it must not take it by an order of the same coins (A7).
var blockGrace = map[string]time.Duration{payment.TRC20: 15 * time.Second, payment.ERC20: 45 * time.Second, payment.Omni: 11 * time.Minute}

// coinPair is an order that holds an amount at a shared address.
type coinPair struct {
	Coins     int64
	State     string
	ClaimedAt int64
	ExpiresAt int64
}

// leastPairRest is how long a pair rests at the least, also when all are in use.
const leastPairRest = 20 * time.Minute

// freePair finds the least amount from base on that no order holds. A player who
// never paid in USDT gets at most half of the amounts, so that throw-away
// accounts cannot use them up for players who did. When all rest, the one that
// rested longest is given again, if its player did not call it paid.
func freePair(base money.Coins, rows []coinPair, known bool, now time.Time) (money.Coins, bool) {
	bumps := money.Coins(bumpsMost)
	if !known {
		bumps /= 2
	}
	held := map[money.Coins][]coinPair{}
	for _, r := range rows {
		held[money.Coins(r.Coins)] = append(held[money.Coins(r.Coins)], r)
	}
	longest, since := money.Coins(0), now.Add(-leastPairRest).UnixMilli()
	for i := range bumps {
		coins := base + i*money.Cent
		if len(held[coins]) == 0 {
			return coins, true
		}
		rested := int64(0)
		for _, r := range held[coins] {
			if r.State == Pending || r.State == Claimed || r.ClaimedAt > 0 || r.State == Credited {
				rested = now.UnixMilli()
			}
			rested = max(rested, r.ExpiresAt)
		}
		if rested <= since {
			longest, since = coins, rested-1
		}
	}
	return longest, longest > 0
}
