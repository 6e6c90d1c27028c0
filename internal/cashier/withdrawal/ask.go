package withdrawal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/player/identity"
)

// asking is an order to withdraw on its way into the books.
type asking struct {
	Order
	p            identity.Player
	sn, contents string

	row      Row // what was written, or what the same order wrote before
	repeated bool
}

func New(h *order.Deps) *Withdrawals {
	w := &Withdrawals{Deps: h}
	w.asks = db.NewGroup(h.DB, w.askAll)
	return w
}

// Ask takes an order to withdraw to one of the player's bank cards or USDT
// addresses: every rule
// is checked here, whatever the page showed (trust WDR-1), and the money is
// locked in the transaction that writes the order, with a copy of where it is
// to go (trust WDR-2).
func (w *Withdrawals) Ask(ctx context.Context, o Order) (Withdrawal, error) {
	w.Seam("Ask.C0")
	if o.ID == "" || o.Player == "" {
		return Withdrawal{}, errors.New("withdrawal order without id or player")
	}
	a := &asking{Order: o, contents: contentsOfWithdrawal(o), sn: number.NewOrder("W", w.DB.Clock().Now())}
	var err error
	if a.p, err = w.mayAsk(ctx, o); err != nil || a.p.WithdrawPasswordSet || !a.p.SecondSince.IsZero() {
		// A repeated order is answered whatever the rules say by now, and is no guess.
		first, found := Read(ctx, w.DB, "SELECT * FROM withdrawal WHERE order_id = ?", o.ID)
		switch {
		case found == nil:
			return w.repeat(first, a.contents)
		case !errors.Is(found, ErrNotFound):
			return Withdrawal{}, found
		case err != nil:
			return Withdrawal{}, err
		}
		// A whole operation of its own: a wrong guess counts even though nothing else happens.
		if err := w.Players.CheckWithdrawPassword(ctx, o.Player, o.Password); err != nil {
			return Withdrawal{}, err
		}
		if err := w.Players.CheckSecond(ctx, o.Player, o.Second, o.Client); err != nil {
			return Withdrawal{}, err
		}
	}
	if err := w.asks.Do(ctx, a); err != nil {
		return Withdrawal{}, err
	}
	w.Seam("Ask.C2")
	if a.repeated {
		return w.repeat(a.row, a.contents)
	}
	return w.Show(a.row)
}

// contentsOfWithdrawal is what makes two orders the same.
func contentsOfWithdrawal(o Order) string {
	if o.AddressID != 0 {
		return order.ContentsOf(o.Player, "address", o.AddressID, o.Amount)
	}
	return order.ContentsOf(o.Player, o.CardID, o.Amount)
}

func (w *Withdrawals) repeat(row Row, contents string) (Withdrawal, error) {
	if row.Contents != contents {
		return Withdrawal{}, ErrChanged
	}
	return w.Show(row)
}

// mayAsk checks what does not need the player's lock.
func (w *Withdrawals) mayAsk(ctx context.Context, o Order) (identity.Player, error) {
	if err := w.Guard.Gate.Check(ctx, guard.DoorWithdrawals); err != nil {
		return identity.Player{}, err
	}
	if o.Amount <= 0 {
		return identity.Player{}, ErrAmount
	}
	limits, err := w.LimitsOf(ctx, w.DB, o.Player)
	if err != nil {
		return identity.Player{}, err
	}
	if o.Amount < limits.Min {
		return identity.Player{}, ErrMin.With(shortYuan(limits.Min))
	}
	if limits.Max > 0 && o.Amount > limits.Max {
		return identity.Player{}, ErrMax.With(shortYuan(limits.Max))
	}
	p, err := w.Players.Find(ctx, w.DB, o.Player)
	if err != nil {
		return p, err
	}
	if p.TrueName == "" {
		return p, ErrName
	}
	if err := w.Players.CheckAge(p); err != nil {
		return p, err
	}
	return p, w.Guard.Check(ctx, w.DB, o.Player, guard.Withdraw)
}

// shortYuan writes whole yuan without decimals, as the documented text does.
func shortYuan(f money.Fen) string { return strings.TrimSuffix(f.String(), ".00") }

// askAll checks the limits and moves the money for many orders, under their
// players' locks. Everything is read and decided before anything is written.
func (w *Withdrawals) askAll(ctx context.Context, tx *db.Tx, ops []*asking) ([]error, error) {
	known, err := w.learn(ctx, tx, ops)
	if err != nil {
		return nil, err
	}
	locks := make([]ledger.Entry, len(ops))
	for i, a := range ops {
		locks[i] = a.entry()
	}
	set, err := w.Ledger.Begin(ctx, tx, locks)
	if err != nil {
		return nil, err
	}
	refused := make([]error, len(ops))
	var rows []Row
	for i, a := range ops {
		a.row, a.repeated = Row{}, false
		if known.busy[a.Player] {
			refused[i] = db.ErrAlone
			continue
		}
		if first, found := known.orders[a.ID]; found {
			a.row, a.repeated = first, true
			if first.SN == "" {
				refused[i] = db.ErrAlone // the same order stands beside it
			}
			continue
		}
		a.row, refused[i] = w.decide(tx, a, known)
		if refused[i] == nil {
			refused[i] = set.Add(a.entry()) // with the fee that was decided
		}
		if errors.Is(refused[i], ledger.ErrInsufficient) {
			refused[i] = ErrBalance
		}
		if refused[i] == nil {
			known.add(a)
			rows = append(rows, a.row)
		}
	}
	asked, err := writeAsked(ctx, tx, rows, known)
	if err != nil {
		return nil, err
	}
	if err := set.Write(ctx, asked...); err != nil {
		return nil, err
	}
	for i, a := range ops {
		if refused[i] == nil && !a.repeated {
			w.Seam("Ask.C1")
		}
	}
	return refused, nil
}

// entry locks the order's amount and its fee.
func (a *asking) entry() ledger.Entry {
	return ledger.Entry{
		Scope: "withdrawal", Key: a.sn + ":lock", Kind: "withdrawal.lock", Ref: a.sn, By: a.Player,
		Postings: []ledger.Posting{{From: ledger.Centre(a.Player), To: ledger.Locked(a.Player), Amount: int64(a.Amount) + a.row.Fee}},
	}
}

// decide checks one order by what is known, and drafts its row. The order of
// the rules is the one players know.
func (w *Withdrawals) decide(tx *db.Tx, a *asking, k *known) (Row, error) {
	card, found := k.card(a.Player, a.CardID)
	if !found && a.AddressID == 0 {
		return Row{}, ErrCard
	}
	address, found := k.address(a.Player, a.AddressID)
	if !found && a.AddressID != 0 {
		return Row{}, ErrAddress
	}
	if a.Keyless && k.recent[a.twin()] {
		return Row{}, ErrTwin
	}
	used, limits := k.days[a.Player], k.limits[a.Player]
	if used.Times >= int64(limits.Times) {
		return Row{}, ErrTimes.With(limits.Times)
	}
	if money.Fen(used.Amount)+a.Amount > limits.Daily {
		return Row{}, ErrDaily.With(max(limits.Daily-money.Fen(used.Amount), 0).Grouped())
	}
	if fee := limits.Fee.Of(a.Amount, used.Times); a.MaxFee != nil && fee > *a.MaxFee {
		return Row{}, ErrFee.With(fee.Grouped())
	}
	if left := k.owed[a.Player]; left > 0 {
		return Row{}, ErrTurnover.With(left.Grouped())
	}
	if a.AddressID != 0 {
		return w.draftCoins(tx, a, address, k)
	}
	return w.draft(tx, a, card, k)
}

// draft makes the row, with a copy of the destination sealed for this order.
func (w *Withdrawals) draft(tx *db.Tx, a *asking, card destination.CardRow, k *known) (Row, error) {
	place := strconv.FormatInt(card.ID, 10)
	number, err := w.Box.Open(order.SealedAt("player_card", "number", place), card.Number)
	if err != nil {
		return Row{}, err
	}
	holder, err := w.Box.Open(order.SealedAt("player_card", "holder", place), card.Holder)
	if err != nil {
		return Row{}, err
	}
	if holder != a.p.TrueName {
		return Row{}, ErrCard // WDR-3: the name was changed by support since
	}
	row := w.ordered(tx, a, k)
	row.Card, row.Bank, row.Tail, row.Province, row.City, row.Branch = card.ID, card.Bank, card.Tail, card.Province, card.City, card.Branch
	row.Number, row.Holder = w.Box.Seal(order.SealedAt("withdrawal", "number", a.sn), number), w.Box.Seal(order.SealedAt("withdrawal", "holder", a.sn), holder)
	if held := w.heldUntil(a.p, card.BoundAt); held.After(tx.Now()) {
		row.HeldUntil = held.UnixMilli()
	}
	row.Flags = flagsOf(tx, row, card.BoundAt, a.p, k)
	return row, nil
}

// ordered is the part of a row that every withdrawal has.
func (w *Withdrawals) ordered(tx *db.Tx, a *asking, k *known) Row {
	return Row{
		SN: a.sn, OrderID: a.ID, Contents: a.contents, Player: a.Player, Amount: int64(a.Amount), State: Submitted,
		Fee:         int64(k.limits[a.Player].Fee.Of(a.Amount, k.days[a.Player].Times)),
		NeedsSecond: k.lately[a.Player]+a.Amount > w.Rules().WithdrawSecondAbove, ClientIP: a.ClientIP,
		Day: int32(calendar.DayOf(tx.Now())), CreatedAt: tx.NowMillis(),
	}
}

// heldUntil is until when a withdrawal of a player is held for review (D-23): a
// thief who changed a password, or added a passkey, a card or an address of their own, finds
// out that the owner has a day to notice. So does whoever had staff correct a phone
// number or a true name. boundAt is when the destination was
// added: each new one is held, and not the first alone (trust ADR-5, WDR-6). It is
// zero when nothing changed lately.
func (w *Withdrawals) heldUntil(p identity.Player, boundAt ...int64) time.Time {
	latest := max(millisOf(p.PasswordChangedAt), millisOf(p.WithdrawPasswordChangedAt), millisOf(p.PhoneChangedAt), millisOf(p.NameChangedAt), millisOf(p.SecondOffAt), millisOf(p.PasskeyAddedAt))
	for _, at := range boundAt {
		latest = max(latest, at)
	}
	if latest == 0 || w.Rules().HoldAfterChange == 0 {
		return time.Time{}
	}
	return order.Stamped(latest).Add(w.Rules().HoldAfterChange)
}

// millisOf is an instant as it is stored, 0 for none.
func millisOf(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// firstBound is when a player bound the first of these cards; 0 without any.
func firstBound(cards []destination.CardRow) int64 {
	var first int64
	for _, c := range cards {
		if first == 0 || c.BoundAt < first {
			first = c.BoundAt
		}
	}
	return first
}

// newCardFor is how long a card counts as new.
const newCardFor = 72 * time.Hour

// resetFlag marks a withdrawal of a player whose password was reset with a
// code of customer service, whatever HoldAfterChange is: whoever talked a code
// out of staff is not the owner. It stands longer than the usual hold, or the
// first withdrawal that is let through would be one nobody is warned of.
const (
	resetFlag = "reset"
	resetFor  = 72 * time.Hour
)

func resetLately(p identity.Player, now time.Time) bool {
	return !p.PasswordResetAt.IsZero() && p.PasswordResetAt.Add(resetFor).After(now)
}

// sparedFlag marks a withdrawal of a player who excluded themself and owes
// turnover that was not asked for.
const sparedFlag = "excluded"

// flagsOf notes what staff should look at, as codes.
func flagsOf(tx *db.Tx, row Row, boundAt int64, p identity.Player, k *known) string {
	var flags []string
	if k.spared[row.Player] {
		flags = append(flags, sparedFlag)
	}
	if !k.paid[row.Player] {
		flags = append(flags, "first_withdrawal")
	}
	if k.shared[row.Card] {
		flags = append(flags, "shared_address")
	}
	if order.Stamped(boundAt).Add(newCardFor).After(tx.Now()) {
		flags = append(flags, newDestination(row))
	}
	if resetLately(p, tx.Now()) {
		flags = append(flags, resetFlag)
	}
	if row.HeldUntil > 0 {
		flags = append(flags, "held")
	}
	if row.NeedsSecond {
		flags = append(flags, "large")
	}
	return strings.Join(flags, ",")
}

func newDestination(row Row) string {
	if row.Network != "" {
		return "new_address"
	}
	return "new_card"
}

// known is what orders to withdraw are decided by: what is stored, and what
// the orders before it in the same transaction add.
type known struct {
	orders map[string]Row                   // by order id; of one that is only now being written, an empty row
	cards  map[string][]destination.CardRow // by player, as the next three
	days   map[string]dayRow                // used today
	owed   map[string]money.Fen             // turnover that is left
	spared map[string]bool                  // owes turnover, and is not asked for it
	paid   map[string]bool                  // was paid a withdrawal before
	recent map[withdrawalTwin]bool          // within the window for double clicks
	busy   map[string]bool                  // players whom another transaction holds
	lately map[string]money.Fen             // by player, asked for in the last 24 hours and not given back; or more than that, where no limit is near

	limits    map[string]order.Limits             // by player
	addresses map[string][]destination.AddressRow // by player
	shared    map[int64]bool                      // ids of addresses that another player has or had too
	quotes    map[string][]quoteRow               // by player
}

// dayRow is how often and how much a player withdrew on a GMT+8 day (WD-08);
// added is what this transaction adds to it.
type dayRow struct {
	Player        string
	Day           int32
	Times, Amount int64
	added         struct{ times, amount int64 }
}

// latelyRow is what a player asked for in the last 24 hours.
type latelyRow struct {
	Player string
	Amount int64
}

// withdrawalTwin is what makes two orders look like one sent twice.
type withdrawalTwin struct {
	Player string
	Card   int64
	Amount int64
}

func (a *asking) twin() withdrawalTwin {
	return withdrawalTwin{a.Player, cmp.Or(a.AddressID, a.CardID), int64(a.Amount)}
}

func (k *known) card(player string, id int64) (destination.CardRow, bool) {
	for _, c := range k.cards[player] {
		if c.ID == id {
			return c, true
		}
	}
	return destination.CardRow{}, false
}

func (k *known) address(player string, id int64) (destination.AddressRow, bool) {
	for _, a := range k.addresses[player] {
		if a.ID == id {
			return a, true
		}
	}
	return destination.AddressRow{}, false
}

// add counts an order that is going to be written, for those behind it.
func (k *known) add(a *asking) {
	k.orders[a.ID] = Row{}
	k.recent[a.twin()] = true
	k.lately[a.Player] += a.Amount
	k.useQuote(a)
	d := k.days[a.Player]
	d.Times++
	d.Amount += int64(a.Amount)
	d.added.times++
	d.added.amount += int64(a.Amount)
	k.days[a.Player] = d
}

// learn locks the players and reads what their orders are decided by. Only
// under the locks can twins see each other and a day's limits hold (trust
// IDE-3, CON-4).
func (w *Withdrawals) learn(ctx context.Context, tx *db.Tx, ops []*asking) (*known, error) {
	var ids, players, keyless []string
	for _, a := range ops {
		ids, players = append(ids, a.ID), append(players, a.Player)
		if a.Keyless {
			keyless = append(keyless, a.Player)
		}
	}
	busy, err := order.LockFreePlayers(ctx, tx, players)
	if err != nil {
		return nil, err
	}
	k := &known{
		busy:   busy,
		orders: map[string]Row{}, cards: map[string][]destination.CardRow{}, days: map[string]dayRow{},
		paid: map[string]bool{}, spared: map[string]bool{}, lately: map[string]money.Fen{}, recent: map[withdrawalTwin]bool{}, addresses: map[string][]destination.AddressRow{}, quotes: map[string][]quoteRow{},
	}
	var orders []Row
	var cards []destination.CardRow
	var days []dayRow
	var paid []string
	var recent []withdrawalTwin
	var addresses []destination.AddressRow
	byOrder, idArg := tx.Among("order_id", ids)
	theirs, playerArg := tx.Among("player", players)
	named, nameArg := tx.Among("id", players)
	since := tx.Now().Add(-w.Rules().TwinWindow).UnixMilli()
	yesterday := order.DayOf(tx.Now().Add(-order.Rolling))
	reads := []db.Read{
		{Into: &orders, Query: "SELECT * FROM withdrawal WHERE " + byOrder, Args: []any{idArg}},
		{Into: &cards, Query: "SELECT * FROM player_card WHERE " + theirs, Args: []any{playerArg}},
		{Into: &addresses, Query: "SELECT * FROM player_address WHERE " + theirs, Args: []any{playerArg}},
		{Into: &days, Query: "SELECT player, day, times, amount FROM withdrawal_day WHERE " + theirs + " AND day >= ?", Args: []any{playerArg, yesterday}},
		{Into: &paid, Query: "SELECT id FROM player p WHERE " + named + " AND EXISTS (SELECT 1 FROM withdrawal w WHERE w.player = p.id AND w.state = 'paid')", Args: []any{nameArg}},
	}
	if len(keyless) > 0 {
		hasty, arg := tx.Among("player", keyless)
		reads = append(reads, db.Read{Into: &recent, Query: "SELECT player, card, amount FROM withdrawal WHERE " + hasty + " AND created_at > ?", Args: []any{arg, since}})
	}
	if err := tx.ReadBatch(ctx, reads...); err != nil {
		return nil, fmt.Errorf("what is known about %d withdrawals: %w", len(ops), err)
	}
	k.fill(orders, cards, paid, recent)
	if err := w.learnLately(ctx, tx, k, ops, days); err != nil {
		return nil, err
	}
	if err := w.learnLimits(ctx, tx, k, players); err != nil {
		return nil, err
	}
	for _, a := range addresses {
		k.addresses[a.Player] = append(k.addresses[a.Player], a)
	}
	if k.shared, err = destination.SharedAddresses(ctx, tx, addresses); err != nil {
		return nil, err
	}
	if err := k.learnQuotes(ctx, tx, ops); err != nil {
		return nil, err
	}
	if w.BeforeAsk != nil {
		ours := slices.DeleteFunc(slices.Clone(players), func(p string) bool { return busy[p] })
		if err := w.BeforeAsk(ctx, tx, ours); err != nil {
			return nil, err
		}
	}
	if k.owed, err = w.Turnover.OutstandingOf(ctx, tx, players); err != nil || len(k.owed) == 0 {
		return k, err
	}
	return k, w.spareExcluded(ctx, tx, k)
}

// spareExcluded asks no turnover for deposits of players whom an exclusion of
// their own holds: they may not bet, and their money must not stay here because
// of it (RG-4). Bonuses are not spared: they were forfeited with the exclusion.
// Staff see what was left, for they approve each withdrawal.
func (w *Withdrawals) spareExcluded(ctx context.Context, tx *db.Tx, k *known) error {
	excluded, err := w.Guard.ExcludedAmong(ctx, tx, slices.Collect(maps.Keys(k.owed)))
	if err != nil || len(excluded) == 0 {
		return err
	}
	left, err := w.Turnover.OutstandingBeside(ctx, tx, slices.Collect(maps.Keys(excluded)), "deposit")
	for player := range excluded {
		if left[player] > 0 {
			k.owed[player] = left[player]
			continue
		}
		k.spared[player] = true
		delete(k.owed, player)
	}
	return err
}

// learnLately learns what the players used of today, and what they asked for in the
// last 24 hours. The sums of today and yesterday are never less than the latter: one
// row a day is read for all, and single orders only of players whose sums may need a
// second person.
func (w *Withdrawals) learnLately(ctx context.Context, tx *db.Tx, k *known, ops []*asking, days []dayRow) error {
	for _, d := range days {
		k.lately[d.Player] += money.Fen(d.Amount)
		if d.Day == order.DayOf(tx.Now()) {
			k.days[d.Player] = d
		}
	}
	asked := maps.Clone(k.lately)
	for _, a := range ops {
		asked[a.Player] += a.Amount
	}
	var exactly []string
	for p, sum := range asked {
		if k.lately[p] > 0 && sum > w.Rules().WithdrawSecondAbove {
			exactly = append(exactly, p)
			delete(k.lately, p)
		}
	}
	if len(exactly) == 0 {
		return nil
	}
	var lately []latelyRow
	theirs, arg := tx.Among("player", exactly)
	err := db.ReadAllFixed(ctx, tx, &lately, "SELECT player, CAST(SUM(amount) AS BIGINT) AS amount FROM withdrawal WHERE "+theirs+
		" AND created_at > ? AND state NOT IN ('rejected', 'failed') GROUP BY player", arg, tx.Now().Add(-order.Rolling).UnixMilli())
	if err != nil {
		return fmt.Errorf("what %d players asked for in 24 hours: %w", len(exactly), err)
	}
	for _, l := range lately {
		k.lately[l.Player] = money.Fen(l.Amount)
	}
	return nil
}

func (k *known) fill(orders []Row, cards []destination.CardRow, paid []string, recent []withdrawalTwin) {
	for _, r := range orders {
		k.orders[r.OrderID] = r
	}
	for _, c := range cards {
		k.cards[c.Player] = append(k.cards[c.Player], c)
	}
	for _, p := range paid {
		k.paid[p] = true
	}
	for _, t := range recent {
		k.recent[t] = true
	}
}

// writeAsked spends the quotes of new orders. It returns the changes that store
// the orders with their history, and what they take from their players' day.
func writeAsked(ctx context.Context, tx *db.Tx, orders []Row, k *known) ([]db.Change, error) {
	var rows, notes, days [][]any
	for _, r := range orders {
		rows = append(rows, []any{
			r.SN, r.OrderID, r.Contents, r.Player, r.Amount, r.Fee, r.State, r.Card, r.Bank, r.Number, r.Tail, r.Holder, r.Province, r.City, r.Branch,
			r.NeedsSecond, r.Flags, r.HeldUntil, r.ClientIP, int64(r.Day), r.CreatedAt, r.Network, r.Coins, r.Rate,
		})
		if r.Network != "" {
			if err := spendQuote(ctx, tx, r); err != nil {
				return nil, err
			}
		}
		notes = append(notes, []any{order.NewID(), r.SN, tx.NowMillis(), order.ByPlayer, "提交提款", ""})
		if d := k.days[r.Player]; d.added.times > 0 { // once for all orders of a player
			days = append(days, []any{r.Player, int64(r.Day), d.added.times, d.added.amount})
			d.added.times = 0
			k.days[r.Player] = d
		}
	}
	return []db.Change{
		db.Insertion("store days of withdrawals", "withdrawal_day (player, day, times, amount)", `ON CONFLICT (player, day)
			DO UPDATE SET times = withdrawal_day.times + EXCLUDED.times, amount = withdrawal_day.amount + EXCLUDED.amount`, days),
		db.Insertion("store withdrawals", `withdrawal (sn, order_id, contents, player, amount, fee, state, card, bank, number, tail, holder, province, city, branch,
			needs_second, flags, held_until, client_ip, day, created_at, network, coins, rate)`, "", rows),
		db.Insertion("store notes of withdrawals", "cashier_note (id, sn, at, who, what, reason)", "", notes),
	}, nil
}
