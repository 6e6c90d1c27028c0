package reconcile

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/payment"
)

// orderPage is how many orders are read at a time.
const orderPage = 1000

const depositColumns = `sn, order_id, player, gateway, amount, received, proved, state, gateway_txn, bank_ref, created_at,
	EXISTS (SELECT 1 FROM entry e WHERE e.scope = 'deposit' AND e.key IN (deposit.sn || ':reversed', deposit.sn || ':back')) AS gone,
	came_at <> '' AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.source = 'gateway:' || deposit.gateway AND c.sn = deposit.sn) AS elsewhere`

// depositsAfter reads the next of a gateway's orders, by time and number.
func depositsAfter(ctx context.Context, r db.Reader, gateway string, after depositRow, to time.Time) ([]depositRow, error) {
	var rows []depositRow
	err := r.NewRaw(`SELECT `+depositColumns+` FROM deposit WHERE gateway = ?0 AND created_at >= ?1 AND (created_at > ?1 OR sn > ?2) AND created_at < ?3
		ORDER BY created_at, sn LIMIT ?4`, gateway, after.CreatedAt, after.SN, millis(to), orderPage).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("orders of gateway %s: %w", gateway, err)
	}
	return rows, nil
}

// payments says which payments of a list are ours: by order, and by the payment's
// own number.
type payments struct {
	orders  map[string]depositRow
	another map[string]bool // the order has a payment with another number
	txns    map[string]bool
}

func knownPayments(ctx context.Context, r db.Reader, gateway string, lines []payment.Line) (payments, error) {
	k := payments{map[string]depositRow{}, map[string]bool{}, map[string]bool{}}
	refs, txns, own := make([]string, len(lines)), make([]string, len(lines)), map[string]bool{}
	for i, line := range lines {
		refs[i], txns[i] = line.Ref, line.GatewayTxn
		own[line.Ref+" "+line.GatewayTxn] = true
	}
	var orders []depositRow
	if err := r.NewRaw(`SELECT `+depositColumns+` FROM deposit WHERE sn IN (?)`, bun.List(refs)).Scan(ctx, &orders); err != nil {
		return k, fmt.Errorf("orders of a list: %w", err)
	}
	for _, d := range orders {
		k.orders[d.SN] = d
		if d.booked() > 0 && d.GatewayTxn != "" && d.GatewayTxn != d.SN && own[d.SN+" "+d.GatewayTxn] {
			k.another[d.SN] = true
		}
	}
	var proofs []string
	if err := r.NewRaw(`SELECT txn FROM cashier_proof WHERE source = ? AND txn IN (?)`, "gateway:"+gateway, bun.List(txns)).Scan(ctx, &proofs); err != nil {
		return k, fmt.Errorf("payments of a list: %w", err)
	}
	for _, txn := range proofs {
		k.txns[txn] = true
	}
	return k, nil
}

// transfer is the part of a transfer that a comparison needs.
type transfer struct {
	ID        string
	Player    string
	Venue     string
	Direction string
	Amount    int64 // what it moved: what the venue booked, where people settled that that was another amount
	Ref       string
	State     string
	CreatedAt int64
}

func (t transfer) subject() string { return "transfer:" + t.ID }

// transfersAfter reads the next of a venue's ended transfers, by time and id.
func transfersAfter(ctx context.Context, d *db.DB, venue string, after transfer, to time.Time) ([]transfer, error) {
	var rows []transfer
	err := d.NewRaw(`SELECT id, player, venue, direction, CASE WHEN moved > 0 THEN moved ELSE amount END AS amount, ref, state, created_at FROM transfer
		WHERE `+d.Few("created_at >= ?0")+` AND (created_at > ?0 OR id > ?1) AND created_at < ?2 AND venue = ?3 AND state IN ('completed', 'refused')
		ORDER BY created_at, id LIMIT ?4`, after.CreatedAt, after.ID, millis(to), venue, orderPage).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("transfers of venue %s: %w", venue, err)
	}
	return rows, nil
}

// seat is a player's account at a venue, with the expected balance.
type seat struct {
	Player, Venue, Account string
	Mirror                 int64
	Staked                 int64 // on bets that are open
	Moved                  int64 // newest transfer
	Unsettled              int   // transfers without an end
}

// seatColumns are what a seat expects, as one state of the database has it. The
// open transfers are counted in two parts, because each has an index.
const seatColumns = `
	SELECT v.player, v.venue, v.account,
		COALESCE((SELECT balance FROM account WHERE name = 'player:' || v.player || ':venue:' || v.venue), 0) AS mirror,
		COALESCE((SELECT CAST(SUM(stake) AS BIGINT) FROM bet WHERE player = v.player AND venue = v.venue AND current AND status = 'open'), 0) AS staked,
		COALESCE((SELECT created_at FROM transfer WHERE player = v.player AND venue = v.venue ORDER BY created_at DESC LIMIT 1), 0) AS moved,
		(SELECT COUNT(*) FROM transfer WHERE player = v.player AND venue = v.venue AND state IN ('pending', 'manual'))
			+ (SELECT COUNT(*) FROM transfer WHERE player = v.player AND venue = v.venue AND state = 'disputed') AS unsettled`

// seen is a seat with the result of its last comparison.
type seen struct {
	seat
	Live, LookedMoved, Looked int64
	State                     string // "" if it was never compared
}

// changed reports whether an account has money, or may have. It has if there is
// money in our books or at the venue, a difference, or a transfer since the
// last comparison.
func (s seen) changed() bool {
	return s.State != "right" || s.Mirror != 0 || s.Staked != 0 || s.Live != 0 || s.Moved != s.LookedMoved
}

// seatsAfter reads the next players with an account at a venue.
func seatsAfter(ctx context.Context, r db.Reader, venue, player string) ([]seen, error) {
	var rows []seen
	err := r.NewRaw(seatColumns+`, COALESCE(b.live, 0) AS live, COALESCE(b.moved, 0) AS looked_moved, COALESCE(b.looked, 0) AS looked, COALESCE(b.state, '') AS state
		FROM (SELECT player, venue, account FROM venue_account WHERE venue = ? AND player > ? AND created_at > 0 ORDER BY player LIMIT ?) AS v
		LEFT JOIN recon_balance b ON b.player = v.player AND b.venue = v.venue
		ORDER BY v.player`, venue, player, orderPage).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("players at venue %s: %w", venue, err)
	}
	return rows, nil
}

// dueSeat is a player whose balance at a venue is to be compared, and since when.
type dueSeat struct {
	Player string
	Since  int64
}

// dueSeats are the players at a venue with a transfer that ended after an
// instant and was not compared since, and those whose balance differed. The
// longest wait comes first.
//
// It starts from the new transfers and asks for each when its player was
// compared. The other way round each player at the venue costs all transfers.
func dueSeats(ctx context.Context, r db.Reader, venue string, after int64) ([]dueSeat, error) {
	var rows []dueSeat
	err := r.NewRaw(`
		SELECT player, MIN(since) AS since FROM (
			SELECT t.player, t.settled_at AS since
			FROM transfer t LEFT JOIN recon_balance b ON b.player = t.player AND b.venue = t.venue
			WHERE t.venue = ?0 AND t.settled_at > 0 AND t.settled_at > ?1 AND t.settled_at > COALESCE(b.looked, 0)
			UNION ALL
			SELECT player, looked FROM recon_balance WHERE venue = ?0 AND state = 'waiting' AND state <> 'right'
		) AS due
		GROUP BY player ORDER BY 2, 1`, venue, after).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("players who moved money at %s: %w", venue, err)
	}
	return rows, nil
}

// seatsOfPlayers reads the accounts of some players at a venue.
func seatsOfPlayers(ctx context.Context, r db.Reader, venue string, players []string) ([]seat, error) {
	var rows []seat
	err := r.NewRaw(seatColumns+` FROM venue_account v WHERE v.venue = ? AND v.player IN (?) AND v.created_at > 0`, venue, bun.List(players)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("players at venue %s: %w", venue, err)
	}
	return rows, nil
}

func seatOf(ctx context.Context, r db.Reader, venue, player string) (seat, error) {
	var s seat
	if err := r.NewRaw(seatColumns+` FROM venue_account v WHERE v.venue = ? AND v.player = ?`, venue, player).Scan(ctx, &s); err != nil {
		return s, fmt.Errorf("%s at venue %s: %w", player, venue, err)
	}
	return s, nil
}

// balanceRow is the last comparison of a seat.
type balanceRow struct {
	Player, Venue        string
	Live, Drift          int64
	Since, Moved, Looked int64
	State                string
}

func lastBalance(ctx context.Context, r db.Reader, s seat) (row balanceRow, found bool, err error) {
	var rows []balanceRow
	err = r.NewRaw(`SELECT player, venue, live, drift, since, moved, looked, state FROM recon_balance WHERE player = ? AND venue = ?`, s.Player, s.Venue).Scan(ctx, &rows)
	if err != nil {
		return row, false, fmt.Errorf("last balance of %s at %s: %w", s.Player, s.Venue, err)
	}
	if len(rows) == 0 {
		return row, false, nil
	}
	return rows[0], true, nil
}

func keepBalances(ctx context.Context, tx *db.Tx, rows []balanceRow) error {
	values := make([][]any, len(rows))
	for i, b := range rows {
		values[i] = []any{b.Player, b.Venue, b.Live, b.Drift, b.Since, b.Moved, b.Looked, b.State}
	}
	_, err := tx.InsertRows(ctx, "recon_balance (player, venue, live, drift, since, moved, looked, state)",
		`ON CONFLICT (player, venue) DO UPDATE SET live = excluded.live, drift = excluded.drift, since = excluded.since, moved = excluded.moved,
			looked = excluded.looked, state = excluded.state`, values)
	if err != nil {
		return fmt.Errorf("keep %d balances: %w", len(rows), err)
	}
	return nil
}
