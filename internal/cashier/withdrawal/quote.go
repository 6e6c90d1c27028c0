package withdrawal

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// Quote is what a withdrawal in USDT comes to (WD-06). It is kept here: the
// page sends back the address and the yuan alone, and nothing it shows counts.
type Quote struct {
	AddressID     int64
	Amount        money.Fen
	Fee           money.Fen // as things stand; the order decides
	Rate          money.Rate
	Network       string
	Coins         money.Coins
	Address       string // in full: the page shows it to be compared (trust ADR-3)
	ExpiresAt     time.Time
	NeedsPassword bool
}

// quoteRow is a row of coin_quote.
type quoteRow struct {
	Player    string
	Address   int64
	Amount    int64
	Rate      int64
	Coins     int64
	ExpiresAt int64
	UsedBy    string
}

// Quote says what a withdrawal would pay to one of the player's addresses, and
// holds that for Settings.QuoteFor, whatever becomes of the rate. A new quote
// for the address takes the place of the last. The yuan are worth so many whole
// cents of a USDT, rounded down. Faults: those of Ask that need no lock,
// ErrAddress, ErrNetworkClosed, ErrCoinLimits, ErrBalance.
func (w *Withdrawals) Quote(ctx context.Context, owner string, address int64, amount money.Fen) (Quote, error) {
	p, err := w.mayAsk(ctx, Order{Player: owner, Amount: amount})
	if err != nil {
		return Quote{}, err
	}
	row, err := destination.FindAddress(ctx, w.DB, owner, address)
	if errors.Is(err, destination.ErrNoAddress) {
		return Quote{}, ErrAddress
	}
	if err != nil {
		return Quote{}, err
	}
	rate, err := usdt.RateRow(ctx, w.DB, row.Network, usdt.ForWithdrawal)
	if errors.Is(err, usdt.ErrNoRate) || err == nil && (!rate.Open || w.Chains[row.Network] == nil) {
		return Quote{}, usdt.ErrNetworkClosed.With(usdt.NetworkName(row.Network))
	}
	if err != nil {
		return Quote{}, err
	}
	if usdt.StaleRate(w.Deps, rate, w.DB.Clock().Now()) {
		return Quote{}, usdt.ErrRateOld
	}
	held, err := w.Ledger.Balance(ctx, w.DB, ledger.Centre(owner))
	if err != nil {
		return Quote{}, err
	}
	fee, err := w.feeNow(ctx, owner, amount)
	if err != nil {
		return Quote{}, err
	}
	if money.Fen(held) < amount+fee {
		return Quote{}, ErrBalance
	}
	coins, err := rate.Rate.Coins(amount, money.Down)
	if err != nil {
		return Quote{}, ErrAmount
	}
	if coins < rate.Least || coins > rate.Most {
		return Quote{}, usdt.ErrCoinLimits.With(rate.Least.String(), rate.Most.String())
	}
	text, err := w.Box.Open(destination.AddressPlace(row.ID), row.Address)
	if err != nil {
		return Quote{}, err
	}
	q := Quote{
		AddressID: address, Amount: amount, Fee: fee, Rate: rate.Rate, Network: row.Network, Coins: coins, Address: text, NeedsPassword: p.WithdrawPasswordSet,
	}
	return q, w.keepQuote(ctx, owner, &q)
}

// feeNow is the fee of a player's next withdrawal today.
func (w *Withdrawals) feeNow(ctx context.Context, player string, amount money.Fen) (money.Fen, error) {
	limits, err := w.LimitsOf(ctx, w.DB, player)
	if err != nil {
		return 0, err
	}
	times, _, err := usedToday(ctx, w.DB, player, w.DB.Clock().Now())
	return limits.Fee.Of(amount, int64(times)), err
}

func (w *Withdrawals) keepQuote(ctx context.Context, owner string, q *Quote) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// An order that is being decided about must find the quote it began with.
		if err := order.LockPlayer(ctx, tx, owner); err != nil {
			return err
		}
		q.ExpiresAt = tx.Now().Add(w.Rules().QuoteFor)
		_, err := tx.NewRaw(`INSERT INTO coin_quote (player, address, amount, rate, coins, expires_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (player, address) DO UPDATE SET amount = EXCLUDED.amount, rate = EXCLUDED.rate, coins = EXCLUDED.coins,
				expires_at = EXCLUDED.expires_at, used_by = ''`,
			owner, q.AddressID, int64(q.Amount), int64(q.Rate), int64(q.Coins), q.ExpiresAt.UnixMilli()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("keep the quote of %s: %w", owner, err)
		}
		return nil
	})
}

// learnQuotes reads what the players of some orders in coins were quoted.
func (k *known) learnQuotes(ctx context.Context, tx *db.Tx, ops []*asking) error {
	var players []string
	for _, a := range ops {
		if a.AddressID != 0 {
			players = append(players, a.Player)
		}
	}
	if len(players) == 0 {
		return nil
	}
	var rows []quoteRow
	theirs, arg := tx.Among("player", players)
	err := db.ReadAllFixed(ctx, tx, &rows, "SELECT * FROM coin_quote WHERE "+theirs, arg)
	if err != nil {
		return fmt.Errorf("quotes: %w", err)
	}
	for _, q := range rows {
		k.quotes[q.Player] = append(k.quotes[q.Player], q)
	}
	return nil
}

// useQuote keeps an order behind this one in the same transaction from paying
// by its quote too.
func (k *known) useQuote(a *asking) {
	for i, q := range k.quotes[a.Player] {
		if a.AddressID != 0 && q.Address == a.AddressID {
			k.quotes[a.Player][i].UsedBy = a.sn
		}
	}
}

// spendQuote notes which order paid by a quote; a quote pays once.
func spendQuote(ctx context.Context, tx *db.Tx, r Row) error {
	res, err := tx.NewRaw("UPDATE coin_quote SET used_by = ? WHERE player = ? AND address = ? AND amount = ? AND rate = ? AND coins = ? AND used_by = ''",
		r.SN, r.Player, r.Card, r.Amount, r.Rate, r.Coins).Exec(ctx)
	if err != nil {
		return fmt.Errorf("use the quote of %s: %w", r.Player, err)
	}
	if n, _ := res.RowsAffected(); n != 1 {
		return fmt.Errorf("the quote of %s for %s was used meanwhile", r.Player, r.SN)
	}
	return nil
}

// draftCoins makes the row of an order in coins from the quote it confirms,
// with a copy of the address sealed for this order.
func (w *Withdrawals) draftCoins(tx *db.Tx, a *asking, address destination.AddressRow, k *known) (Row, error) {
	var quote *quoteRow
	for _, q := range k.quotes[a.Player] {
		if q.Address == address.ID && q.UsedBy == "" && q.Amount == int64(a.Amount) && q.ExpiresAt > tx.NowMillis() {
			quote = &q
		}
	}
	if quote == nil {
		return Row{}, ErrQuoteOver
	}
	text, err := w.Box.Open(destination.AddressPlace(address.ID), address.Address)
	if err != nil {
		return Row{}, err
	}
	row := w.ordered(tx, a, k)
	row.Card, row.Network, row.Coins, row.Rate, row.Tail = address.ID, address.Network, quote.Coins, quote.Rate, text[len(text)-7:]
	row.Number, row.Holder = w.Box.Seal(order.SealedAt("withdrawal", "number", a.sn), text), w.Box.Seal(order.SealedAt("withdrawal", "holder", a.sn), a.p.TrueName)
	if held := w.heldUntil(a.p, firstBound(k.cards[a.Player]), address.AddedAt); held.After(tx.Now()) {
		row.HeldUntil = held.UnixMilli()
	}
	row.Flags = flagsOf(tx, row, address.AddedAt, a.p, k)
	return row, nil
}

// FullAddress opens where a withdrawal in coins goes.
func (w *Withdrawals) FullAddress(r Row) (string, error) {
	text, err := w.Box.Open(order.SealedAt("withdrawal", "number", r.SN), r.Number)
	if err == nil && text == "" {
		err = errors.New("withdrawal " + r.SN + " to address " + strconv.FormatInt(r.Card, 10) + " has none")
	}
	return text, err
}
