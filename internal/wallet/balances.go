package wallet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// liveWithin is how long the wallet page waits for one venue's balance.
const liveWithin = 3 * time.Second

// Summary is a player's money by place.
type Summary struct {
	Sum     money.Fen // centre, locked, in transit and every venue together (D-31)
	Centre  money.Fen
	Locked  money.Fen
	Transit money.Fen
	Launch  LaunchMoney // what a launch brings along
	Venues  []VenueBalance
}

// VenueBalance is a player's money at one venue.
type VenueBalance struct {
	Code       string
	PlatformID int
	Name       string
	Balance    money.Fen
	AsOf       time.Time // when this was true
	Stale      bool      // the venue was asked and did not answer; it is the last known
	State      venue.State
	Shut       bool // the money switch lets nothing go there or come back
}

// Shown is the state as people see it: closed, too, where the money switch is.
func (v VenueBalance) Shown() venue.State {
	if v.Shut {
		return venue.StateClosed
	}
	return v.State
}

// Summary is a player's money by our own books. One statement reads the
// balances, so they show one state of the books. The parts always add up to
// Sum, also while transfers are open (trust MON-8). The venue balances are our
// mirror, which the bet feed updates; LiveBalances asks the venues.
func (w *Wallets) Summary(ctx context.Context, player string) (Summary, error) {
	balances, err := w.Ledger.Balances(ctx, w.DB, player)
	if err != nil {
		return Summary{}, err
	}
	held := map[string]money.Fen{}
	for _, b := range balances {
		held[b.Account] = money.Fen(b.Minor)
	}
	entries, err := w.Venues.ListOf(ctx, w.DB, w.concerned(player, held))
	if err != nil {
		return Summary{}, err
	}
	s := Summary{
		Centre: held[ledger.Centre(player).Name], Locked: held[ledger.Locked(player).Name], Transit: held[ledger.Transit(player).Name],
	}
	if s.Launch, err = launchMoney(ctx, w.DB, player); err != nil {
		return Summary{}, err
	}
	now := w.DB.Clock().Now()
	for _, e := range entries {
		if w.rules(e.Code).Seamless {
			continue // the centre wallet is what the player has there
		}
		// The mirror is below zero while winnings that were taken back are
		// not yet in the feed. The player has nothing there then.
		mirror := max(held[ledger.VenueWallet(player, e.Code).Name], 0)
		_, shut, err := w.Guard.Gate.Shut(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code))
		if err != nil {
			return Summary{}, err
		}
		if e.HasAdapter || mirror != 0 {
			s.Venues = append(s.Venues, VenueBalance{
				Code: e.Code, PlatformID: e.ID, Name: e.Name, Balance: mirror, AsOf: now, State: e.State, Shut: shut,
			})
		}
	}
	return s.added(), nil
}

// concerned are the venues of a player's summary: those that can be played at,
// and any other where something of the player's is left.
func (w *Wallets) concerned(player string, held map[string]money.Fen) []string {
	codes := w.Venues.Codes()
	for account, balance := range held {
		code, ok := strings.CutPrefix(account, ledger.VenueWallet(player, "").Name)
		if ok && balance > 0 && !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// added fills in the sum of the parts.
func (s Summary) added() Summary {
	s.Sum = s.Centre + s.Locked + s.Transit
	for _, v := range s.Venues {
		s.Sum += v.Balance
	}
	return s
}

// LiveBalances is Summary with the balances that the venues report. All venues
// are asked at once, each for a few seconds at most. A venue that is silent or
// under maintenance is shown with its last answer and that answer's time. Once
// a transfer has changed that balance, the mirror is shown instead.
func (w *Wallets) LiveBalances(ctx context.Context, player string) (Summary, error) {
	s, err := w.Summary(ctx, player)
	if err != nil {
		return Summary{}, err
	}
	cached, err := lastAnswers(ctx, w.DB, player)
	if err != nil {
		return Summary{}, err
	}
	fresh := make([]bool, len(s.Venues))
	w.each(len(s.Venues), func(i int) { fresh[i] = w.live(ctx, player, &s.Venues[i], cached) })
	var learned []VenueBalance
	for i, v := range s.Venues {
		if fresh[i] {
			learned = append(learned, v)
		}
	}
	if len(learned) > 0 {
		err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return cacheBalances(ctx, tx, player, learned) })
		if err != nil {
			w.Log.WarnContext(ctx, "venue balances were not kept", "player", player, "err", err)
		}
	}
	return s.added(), nil
}

// live puts one venue's own balance in place of the mirror and says whether
// the venue gave it just now.
func (w *Wallets) live(ctx context.Context, player string, v *VenueBalance, cached map[string]VenueBalance) bool {
	if v.State == venue.StateOpen {
		balance, known, err := w.balanceAt(ctx, player, v.Code)
		if err == nil {
			v.Balance, v.AsOf = balance, w.DB.Clock().Now()
			return known
		}
		w.Log.WarnContext(ctx, "a venue did not tell a balance", "venue", v.Code, "player", player, "err", err)
	}
	v.Stale = true
	if last, ok := cached[v.Code]; ok {
		v.Balance, v.AsOf = last.Balance, last.AsOf
	}
	return false
}

// balanceAt asks a venue for a player's balance. Without an account there it is
// zero, and the venue is not asked.
func (w *Wallets) balanceAt(ctx context.Context, player, code string) (balance money.Fen, asked bool, err error) {
	account, err := w.Venues.Account(ctx, w.DB, player, code)
	if err != nil || account == "" {
		return 0, false, err
	}
	call, err := w.breakers.Reserve(ctx, code)
	if err != nil {
		return 0, false, err
	}
	defer call.End()
	limited, cancel := context.WithTimeout(call.Ctx, liveWithin)
	defer cancel()
	balance, err = call.Venue.Balance(limited, account)
	var refusal *venue.Refusal
	if err == nil || errors.As(err, &refusal) {
		call.Answered(venue.Done)
	} else {
		call.Answered(venue.Unknown)
	}
	return max(balance, 0), true, err
}

// lastAnswers are the last balances that venues gave. It leaves out balances
// overtaken by a settled transfer: beside the centre wallet they would count
// the same money twice.
func lastAnswers(ctx context.Context, r db.Reader, player string) (map[string]VenueBalance, error) {
	var rows []struct {
		Venue   string
		Balance int64
		At      int64
	}
	err := r.NewRaw(`SELECT venue, balance, at FROM venue_balance b WHERE player = ?
		AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.player = b.player AND t.venue = b.venue AND t.settled_at > b.at)`, player).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("last venue balances of %s: %w", player, err)
	}
	cached := map[string]VenueBalance{}
	for _, row := range rows {
		cached[row.Venue] = VenueBalance{Balance: money.Fen(row.Balance), AsOf: instant(row.At)}
	}
	return cached, nil
}

// LastTold are the last balances that a player's venues gave, by the venue's
// code, and their times. It leaves out venues that never gave one or whose
// answer a transfer has overtaken.
func (w *Wallets) LastTold(ctx context.Context, r db.Reader, player string) (map[string]VenueBalance, error) {
	return lastAnswers(ctx, r, player)
}

func cacheBalances(ctx context.Context, tx *db.Tx, player string, balances []VenueBalance) error {
	rows := make([][]any, len(balances))
	for i, v := range balances {
		rows[i] = []any{player, v.Code, int64(v.Balance), millis(v.AsOf)}
	}
	_, err := tx.InsertRows(ctx, "venue_balance (player, venue, balance, at)",
		"ON CONFLICT (player, venue) DO UPDATE SET balance = excluded.balance, at = excluded.at", rows)
	return err
}
