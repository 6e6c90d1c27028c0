package cashier

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// DepositFilter narrows a list of deposits; empty fields do not.
type DepositFilter struct {
	States   []string
	Style    string
	Player   string // id, or name in any case
	Order    string // our number, the gateway's or the bank's
	Method   string // as the order names it
	Credited bool   // From and To are times of the credit: what was credited, also what was reversed since
	From, To time.Time
	Page     staff.Page
}

// DepositList is a page of deposits with the sums of the whole filter.
type DepositList struct {
	Items            []Deposit
	Total            int
	Amount, Received money.Fen
}

func (f DepositFilter) where(d *db.DB, q *bun.SelectQuery) {
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.In(f.States))
	}
	if f.Style != "" {
		q.Where("style = ?", f.Style)
	}
	if f.Player != "" {
		q.Where("player = ?", strings.ToLower(f.Player))
	}
	if f.Order != "" {
		q.Where("(sn = ?0 OR gateway_txn = ?0 OR bank_ref = ?0 OR pay_code = ?0)", f.Order)
	}
	if f.Method != "" {
		q.Where("method_name = ?", f.Method)
	}
	if f.Credited {
		q.Where("state IN ('credited', 'reversed')") // as the index deposit_credited_ever has it
		if !f.From.IsZero() {
			q.Where(d.Few("ended_at >= ?"), f.From.UnixMilli())
		}
		if !f.To.IsZero() {
			q.Where(d.Few("ended_at < ?"), f.To.UnixMilli())
		}
		return
	}
	between(q, "created_at", f.From, f.To)
}

// waits reports whether only deposits that are not ended are asked for: those
// are worked on oldest first.
func (f DepositFilter) waits() bool {
	return len(f.States) > 0 && !slices.ContainsFunc(f.States, func(s string) bool { return s != Pending && s != Claimed && s != Review })
}

func between(q *bun.SelectQuery, column string, from, to time.Time) {
	if !from.IsZero() {
		q.Where("? >= ?", bun.Ident(column), from.UnixMilli())
	}
	if !to.IsZero() {
		q.Where("? < ?", bun.Ident(column), to.UnixMilli())
	}
}

// List pages through deposits, newest first; those that wait for staff, the
// ones that wait longest first.
func (d *Deposits) List(ctx context.Context, f DepositFilter) (DepositList, error) {
	var list DepositList
	if !storable(f.Player + f.Order + f.Style + f.Method + strings.Join(f.States, "")) {
		return DepositList{Items: []Deposit{}}, nil
	}
	var sums struct {
		Total            int
		Amount, Received int64
	}
	q := d.db.NewSelect().Table("deposit").ColumnExpr("COUNT(*) AS total, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount, CAST(COALESCE(SUM(received), 0) AS BIGINT) AS received")
	f.where(d.db, q)
	if !f.Page.Bare() {
		if err := q.Scan(ctx, &sums); err != nil {
			return list, fmt.Errorf("sum deposits: %w", err)
		}
	}
	list.Total, list.Amount, list.Received = sums.Total, money.Fen(sums.Amount), money.Fen(sums.Received)
	step, err := depositOrders.Step(f.Page, !f.waits())
	if err != nil {
		return list, err
	}
	var rows []depositRow
	q = d.db.NewSelect().Model(&rows)
	f.where(d.db, q)
	if err := step.On(q).Scan(ctx); err != nil {
		return list, fmt.Errorf("list deposits: %w", err)
	}
	rows = step.Cut(rows)
	list.Items = make([]Deposit, len(rows))
	for i, r := range rows {
		var err error
		if list.Items[i], err = r.deposit(d.box); err != nil {
			return list, err
		}
	}
	return list, nil
}

// DepositDetail is everything about one deposit.
type DepositDetail struct {
	Deposit
	Callbacks []Callback
	History   []Note
	// OtherName says that the depositor's name is not the player's real name:
	// somebody else's money may be coming in.
	OtherName bool
}

// Detail is a deposit with its callbacks and history, or ErrNoDeposit.
func (d *Deposits) Detail(ctx context.Context, sn string) (DepositDetail, error) {
	var out DepositDetail
	var err error
	if out.Deposit, err = findDeposit(ctx, d.db, d.box, "sn = ?", sn); err != nil {
		return out, err
	}
	if out.Callbacks, err = callbacksOf(ctx, d.db, sn); err != nil {
		return out, err
	}
	if out.Depositor != "" {
		p, err := d.players.Find(ctx, d.db, out.Player)
		if err != nil {
			return out, err
		}
		out.OtherName = p.TrueName != "" && p.TrueName != out.Depositor
	}
	out.History, err = notesOf(ctx, d.db, sn)
	return out, err
}

// WithdrawalFilter narrows a list of withdrawals; empty fields do not.
type WithdrawalFilter struct {
	States   []string
	Player   string // id, or name in any case
	Order    string // our number, or the payout's
	Claimer  string // id of a member of staff
	Min, Max money.Fen
	Method   string // "bank", or the network of coins
	Paid     bool   // From and To are times of the payment: what was paid, also what came back since
	From, To time.Time
	Page     staff.Page
}

// WithdrawalList is a page of withdrawals with the sum of the whole filter.
type WithdrawalList struct {
	Items  []Withdrawal
	Total  int
	Amount money.Fen
}

func (f WithdrawalFilter) where(q *bun.SelectQuery) {
	if len(f.States) > 0 {
		q.Where("state IN (?)", bun.In(f.States))
	}
	if f.Player != "" {
		q.Where("player = ?", strings.ToLower(f.Player))
	}
	if f.Order != "" {
		q.Where("(sn = ?0 OR reference = ?0 OR payout_tx = ?0)", f.Order)
	}
	if f.Claimer != "" {
		q.Where("claimed_by = ?", f.Claimer)
	}
	if f.Min > 0 {
		q.Where("amount >= ?", int64(f.Min))
	}
	if f.Max > 0 {
		q.Where("amount <= ?", int64(f.Max))
	}
	if f.Method == "bank" {
		q.Where("network = ''")
	} else if f.Method != "" {
		q.Where("network = ?", f.Method)
	}
	if f.Paid {
		q.Where("EXISTS (SELECT 1 FROM entry e WHERE e.scope = 'withdrawal' AND e.key = sn || ':end' AND e.kind = 'withdrawal.pay')")
		between(q, "ended_at", f.From, f.To)
		return
	}
	between(q, "created_at", f.From, f.To)
}

// waits reports whether only withdrawals that are not ended are asked for:
// those are worked on oldest first.
func (f WithdrawalFilter) waits() bool {
	return len(f.States) > 0 && !slices.ContainsFunc(f.States, func(s string) bool { return s == Paid || s == Rejected || s == Failed })
}

// List pages through withdrawals: a queue oldest first, else newest first.
func (w *Withdrawals) List(ctx context.Context, f WithdrawalFilter) (WithdrawalList, error) {
	var list WithdrawalList
	if !storable(f.Player + f.Order + f.Method + strings.Join(f.States, "")) {
		return WithdrawalList{Items: []Withdrawal{}}, nil
	}
	var sums struct {
		Total  int
		Amount int64
	}
	q := w.db.NewSelect().Table("withdrawal").ColumnExpr("COUNT(*) AS total, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount")
	f.where(q)
	if !f.Page.Bare() {
		if err := q.Scan(ctx, &sums); err != nil {
			return list, fmt.Errorf("sum withdrawals: %w", err)
		}
	}
	list.Total, list.Amount = sums.Total, money.Fen(sums.Amount)
	step, err := withdrawalOrders.Step(f.Page, !f.waits())
	if err != nil {
		return list, err
	}
	var rows []withdrawalRow
	q = w.db.NewSelect().Model(&rows)
	f.where(q)
	if err := step.On(q).Scan(ctx); err != nil {
		return list, fmt.Errorf("list withdrawals: %w", err)
	}
	rows = step.Cut(rows)
	list.Items = make([]Withdrawal, len(rows))
	for i, r := range rows {
		var err error
		if list.Items[i], err = w.show(r); err != nil {
			return list, err
		}
	}
	return list, nil
}

// WithdrawalDetail is everything about one withdrawal.
type WithdrawalDetail struct {
	Withdrawal
	History []Note
}

// Detail is a withdrawal with its history, or ErrNoWithdrawal.
func (w *Withdrawals) Detail(ctx context.Context, sn string) (WithdrawalDetail, error) {
	var out WithdrawalDetail
	row, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil {
		return out, err
	}
	if out.Withdrawal, err = w.show(row); err != nil {
		return out, err
	}
	if err := w.flagReset(ctx, row, &out.Withdrawal); err != nil {
		return out, err
	}
	out.History, err = notesOf(ctx, w.db, sn)
	return out, err
}

// flagReset adds the flag of a password that was reset after the withdrawal
// was asked for: somebody else may have asked for it.
func (w *Withdrawals) flagReset(ctx context.Context, row withdrawalRow, out *Withdrawal) error {
	if row.EndedAt > 0 || slices.ContainsFunc(out.Flags, func(f Flag) bool { return f.Code == resetFlag }) {
		return nil
	}
	p, err := w.players.Find(ctx, w.db, row.Player)
	if err != nil {
		return err
	}
	if resetLately(p, w.db.Clock().Now()) {
		row.Flags = resetFlag
		out.Flags = append(out.Flags, w.flagTexts(row)...)
	}
	return nil
}

// Info is what stands between a player and a withdrawal (WD-08, WD-09).
type Info struct {
	Min           money.Fen
	Max           money.Fen               // 0: no limit but the day's
	Fee           Fee                     // of the withdrawals of today that are left: Free of them cost nothing
	Times         int                     // withdrawals a day
	Daily         money.Fen               // their sum
	TimesLeft     int                     // of today's withdrawals
	AmountLeft    money.Fen               // of today's sum
	Required      money.Fen               // of the open buckets together
	Done          money.Fen               // of that
	Buckets       []turnover.BucketReport // the open ones, oldest first
	NeedsName     bool
	NeedsPassword bool
	NeedsSecond   bool
	HeldUntil     time.Time // zero: a withdrawal asked for now is not held

	Centre, Locked money.Fen
	Available      money.Fen // can be withdrawn now
	Holds          []Hold    // what keeps the rest
}

// Info tells a player beforehand what a withdrawal will ask for.
func (w *Withdrawals) Info(ctx context.Context, player string) (Info, error) {
	p, err := w.players.Find(ctx, w.db, player)
	if err != nil {
		return Info{}, err
	}
	limits, err := w.limitsOf(ctx, w.db, player)
	if err != nil {
		return Info{}, err
	}
	info := Info{Min: limits.Min, Max: limits.Max, Fee: limits.Fee, Times: limits.Times, Daily: limits.Daily, NeedsName: p.TrueName == "", NeedsPassword: p.WithdrawPasswordSet, NeedsSecond: !p.SecondSince.IsZero(), Buckets: []turnover.BucketReport{}}
	now := w.db.Clock().Now()
	times, amount, err := usedToday(ctx, w.db, player, now)
	if err != nil {
		return Info{}, err
	}
	info.TimesLeft = max(limits.Times-times, 0)
	info.Fee.Free = max(limits.Fee.Free-int64(times), 0)
	info.AmountLeft = max(limits.Daily-amount, 0)
	all, err := w.turnover.Buckets(ctx, w.db, player)
	if err != nil {
		return Info{}, err
	}
	excluded, err := w.guard.ExcludedAmong(ctx, w.db, []string{player})
	if err != nil {
		return Info{}, err
	}
	for _, b := range slices.Backward(all) {
		if b.State == turnover.StateOpen && !excluded[player] { // of whom nothing is asked
			info.Buckets = append(info.Buckets, b)
			info.Required += b.Required
			info.Done += b.Done
		}
	}
	var cards []cardRow
	if err := db.ReadAllFixed(ctx, w.db, &cards, "SELECT * FROM player_card WHERE player = ?", player); err != nil {
		return Info{}, fmt.Errorf("cards of %s: %w", player, err)
	}
	addresses, err := addressesOf(ctx, w.db, player)
	if err != nil {
		return Info{}, err
	}
	if held := w.heldUntil(p, firstBound(cards), firstAdded(addresses)); held.After(now) {
		info.HeldUntil = held
	}
	return info, w.available(ctx, &info, p)
}

func usedToday(ctx context.Context, r db.Reader, player string, now time.Time) (int, money.Fen, error) {
	var used []struct {
		Times  int
		Amount int64
	}
	err := r.NewRaw("SELECT times, amount FROM withdrawal_day WHERE player = ? AND day = ?", player, dayOf(now)).Scan(ctx, &used)
	if err != nil {
		return 0, 0, fmt.Errorf("today's withdrawals of %s: %w", player, err)
	}
	if len(used) == 0 {
		return 0, 0, nil
	}
	return used[0].Times, money.Fen(used[0].Amount), nil
}

// DepositStateText is a state in Chinese, for staff.
func DepositStateText(state string) string { return depositStates[state] }

// WithdrawalStateText is a state in Chinese, for staff.
func WithdrawalStateText(state string) string { return withdrawalStates[state] }

// CreditedOf sums the deposits that were credited to each of some players from
// one instant to another, the second not included, by what was received. Who
// had none is left out; what was reversed since counts no more.
func (d *Deposits) CreditedOf(ctx context.Context, r db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
	var rows []struct {
		Player   string
		Received money.Fen
	}
	err := r.NewRaw(`
		SELECT player, CAST(SUM(received) AS BIGINT) AS received
		FROM deposit
		WHERE state = 'credited' AND player IN (?) AND ended_at >= ? AND ended_at < ?
		GROUP BY player`, bun.In(players), from.UnixMilli(), to.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum credited deposits: %w", err)
	}
	sums := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		sums[row.Player] = row.Received
	}
	return sums, nil
}

// CountOf counts a player's deposits that were credited from one instant to
// another, the second not included, but for one; also those that were reversed
// since: a deposit that was taken back was a deposit.
func (d *Deposits) CountOf(ctx context.Context, r db.Reader, player, but string, from, to time.Time) (n int, err error) {
	since := int64(0)
	if !from.IsZero() {
		since = from.UnixMilli()
	}
	err = r.NewRaw("SELECT COUNT(*) FROM deposit WHERE player = ? AND state IN ('credited', 'reversed') AND sn <> ? AND ended_at >= ? AND ended_at < ?",
		player, but, since, to.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count deposits of %s: %w", player, err)
	}
	return n, nil
}

// CountOf counts a player's withdrawals that were asked for from one instant to
// another, the second not included, and were not refused since.
func (w *Withdrawals) CountOf(ctx context.Context, r db.Reader, player string, from, to time.Time) (n int, err error) {
	err = r.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE player = ? AND created_at >= ? AND created_at < ? AND state NOT IN ('rejected', 'failed')",
		player, from.UnixMilli(), to.UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count withdrawals of %s: %w", player, err)
	}
	return n, nil
}

// PaidBefore counts a player's withdrawals that were paid before an instant, and
// sums them.
func (w *Withdrawals) PaidBefore(ctx context.Context, r db.Reader, player string, at time.Time) (n int, sum money.Fen, err error) {
	var row struct{ N, Sum int64 }
	err = r.NewRaw("SELECT COUNT(*) AS n, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS sum FROM withdrawal WHERE player = ? AND created_at < ? AND state = 'paid'",
		player, at.UnixMilli()).Scan(ctx, &row)
	if err != nil {
		return 0, 0, fmt.Errorf("paid withdrawals of %s: %w", player, err)
	}
	return int(row.N), money.Fen(row.Sum), nil
}

// Bound reports whether a player has a bank card.
func (c *Cards) Bound(ctx context.Context, r db.Reader, player string) (bool, error) {
	var n int
	if err := r.NewRaw("SELECT COUNT(*) FROM player_card WHERE player = ?", player).Scan(ctx, &n); err != nil {
		return false, fmt.Errorf("count cards of %s: %w", player, err)
	}
	return n > 0, nil
}

// Sharing finds for each of some players the others who have or had a bank card
// that the player has or had.
func (c *Cards) Sharing(ctx context.Context, r db.Reader, players []string) (map[string][]string, error) {
	if len(players) == 0 {
		return nil, nil
	}
	var rows []struct{ Player, Other string }
	err := r.NewRaw(`WITH mine AS (
			SELECT player, number_index FROM player_card WHERE player IN (?0) UNION SELECT player, number_index FROM player_card_removed WHERE player IN (?0))
		SELECT m.player, o.player AS other FROM mine m JOIN player_card o ON o.number_index = m.number_index WHERE o.player <> m.player
		UNION SELECT m.player, o.player FROM mine m JOIN player_card_removed o ON o.number_index = m.number_index WHERE o.player <> m.player`, bun.In(players)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("who shares a card: %w", err)
	}
	out := map[string][]string{}
	for _, row := range rows {
		out[row.Player] = append(out[row.Player], row.Other)
	}
	return out, nil
}

// Toward is what counts towards a player's deposit limits: what was credited
// after each of some instants, by what was received, and what the orders come
// to that may still be credited. A deposit that its company took back was none,
// and one that expired counts again only when it is credited after all.
func (d *Deposits) Toward(ctx context.Context, r db.Reader, player string, after []time.Time) (credited []money.Fen, open money.Fen, err error) {
	if len(after) == 0 {
		return nil, 0, nil
	}
	var rows []struct {
		State  string
		Amount money.Fen
		At     int64
	}
	earliest := slices.MinFunc(after, time.Time.Compare)
	err = db.ReadAllFixed(ctx, r, &rows, `
		SELECT state, received AS amount, ended_at AS at FROM deposit WHERE player = ? AND state = 'credited' AND ended_at > ?
		UNION ALL
		SELECT state, CASE WHEN proved > amount THEN proved ELSE amount END, 0 FROM deposit WHERE player = ? AND state IN ('pending', 'claimed', 'review')`,
		player, earliest.UnixMilli(), player)
	if err != nil {
		return nil, 0, fmt.Errorf("deposits of %s: %w", player, err)
	}
	credited = make([]money.Fen, len(after))
	for _, row := range rows {
		if row.State != Credited {
			open += row.Amount
			continue
		}
		for i, from := range after {
			if row.At > from.UnixMilli() {
				credited[i] += row.Amount
			}
		}
	}
	return credited, open, nil
}
