package seamless

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// sessionFor is how long a token admits bets. Wins and rollbacks need none.
const sessionFor = 12 * time.Hour

// refusedFor is how long a refused bet gets the same answer.
const refusedFor = 7 * 24 * time.Hour

// Config holds the dependencies of New.
type Config struct {
	DB      *db.DB
	Ledger  *ledger.Ledger
	Venues  *venue.Venues
	Guard   *guard.Guard
	Bets    *bet.Bets
	Log     *slog.Logger          // slog.Default if nil
	Metrics prometheus.Registerer // counted nowhere if nil

	// LockOrders takes the lock under which a player's withdrawals are made.
	// TakeBack takes an amount from the centre wallet, or what is there; the rest
	// is owed. It makes the entry's postings. Both are the cashier's, set in app.
	LockOrders func(ctx context.Context, tx *db.Tx, player string) error
	TakeBack   func(ctx context.Context, tx *db.Tx, e ledger.Entry, player string, amount money.Fen, to ledger.Account) (owed money.Fen, err error)
}

// Seamless carries out the calls of venues. It is safe for concurrent use, also
// by several nodes on one database.
type Seamless struct {
	Config
	group *db.Group[*operation]
	calls *prometheus.CounterVec
}

// New builds the package's one object.
func New(c Config) *Seamless {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	s := &Seamless{Config: c}
	s.group = db.NewGroup(c.DB, func(ctx context.Context, tx *db.Tx, ops []*operation) ([]error, error) {
		return s.apply(ctx, tx, ops, nil)
	})
	s.calls = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "hongyun_seamless_calls_total", Help: "Calls of venues that play on the centre wallet, by kind and verdict.",
	}, []string{"venue", "kind", "verdict"})
	if c.Metrics != nil {
		c.Metrics.MustRegister(s.calls)
	}
	return s
}

// ErrNoVenue says that no venue with this code calls us.
var ErrNoVenue = errors.New("seamless: no such venue")

// Receive carries out one call as it arrived, and gives the answer in the
// venue's form. The verdict tells the edge whether to count the call as refused.
// It fails only with ErrNoVenue.
func (s *Seamless) Receive(ctx context.Context, code, call string, header http.Header, body []byte) (contentType string, answer []byte, v venue.Verdict, err error) {
	adapter, _ := s.Venues.Adapter(code)
	company, ok := adapter.(venue.Seamless)
	if !ok {
		return "", nil, 0, ErrNoVenue
	}
	c, v := company.OpenCall(call, header, body)
	r := venue.SeamlessReply{Verdict: v}
	if v == venue.VerdictOK {
		r = s.serve(ctx, code, c)
	}
	s.calls.WithLabelValues(code, string(c.Kind), r.Verdict.String()).Inc()
	contentType, answer = company.WriteReply(c, r)
	return contentType, answer, r.Verdict, nil
}

// serve carries out a call whose signature is right.
func (s *Seamless) serve(ctx context.Context, code string, c venue.SeamlessCall) venue.SeamlessReply {
	balance, err := s.do(ctx, code, c)
	var no *refused
	switch {
	case err == nil:
		return venue.SeamlessReply{Verdict: venue.VerdictOK, Balance: balance}
	case errors.As(err, &no):
		if no.found != "" {
			s.note(ctx, code, c, no)
		}
		return venue.SeamlessReply{Verdict: no.verdict}
	}
	s.Log.ErrorContext(ctx, "a call of a venue failed", "venue", code, "kind", string(c.Kind), "transaction", c.ID, "err", err)
	return venue.SeamlessReply{Verdict: venue.VerdictUnknown}
}

// refused says that a call has no effect, and why.
type refused struct {
	verdict venue.Verdict
	found   string // what people should know of it, one of bet's findings; "" if nothing
}

// Error is for logs.
func (r *refused) Error() string { return "seamless: refused: " + r.verdict.String() }

func refuse(v venue.Verdict) error { return &refused{verdict: v} }

// note keeps a refused call that contradicts what the venue said before.
func (s *Seamless) note(ctx context.Context, code string, c venue.SeamlessCall, no *refused) {
	s.Log.WarnContext(ctx, "a venue contradicts itself", "venue", code, "kind", string(c.Kind), "transaction", c.ID, "found", no.found)
	n := bet.Noted{Venue: code, ID: c.ID, Account: c.Account, What: no.found, Raw: c.Raw}
	if c.Kind == venue.SeamlessBet {
		n.Stake = c.Amount
	} else {
		n.Win = c.Amount
	}
	err := s.DB.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error { return s.Bets.Note(ctx, tx, n) })
	if err != nil {
		s.Log.ErrorContext(ctx, "a finding was not kept", "venue", code, "transaction", c.ID, "err", err)
	}
}

// do carries out a call and gives the centre balance after it.
func (s *Seamless) do(ctx context.Context, code string, c venue.SeamlessCall) (money.Fen, error) {
	player, err := s.Venues.AccountOwner(ctx, s.DB, code, c.Account)
	if errors.Is(err, venue.ErrNoOwner) {
		if c.Kind == venue.SeamlessWin || c.Kind == venue.SeamlessRollback {
			return 0, &refused{venue.VerdictAbsent, bet.FoundNoBet}
		}
		return 0, refuse(venue.VerdictToken)
	}
	if err != nil {
		return 0, err
	}
	o := &operation{call: c, player: player, id: code + ":" + c.ID}
	if c.Ref != "" {
		o.ref = code + ":" + c.Ref
	}
	switch c.Kind {
	case venue.SeamlessUser, venue.SeamlessBalance:
		if c.Kind == venue.SeamlessBalance {
			if err := s.checkSession(ctx, code, player, c); err != nil {
				return 0, err
			}
		}
		held, err := s.Ledger.Balance(ctx, s.DB, ledger.Centre(player))
		return money.Fen(held), err
	case venue.SeamlessBet:
		if o.entry, o.refusal, err = s.admit(ctx, code, player, c); err != nil {
			return 0, err
		}
	default:
		if o.entry, err = s.Venues.Get(ctx, s.DB, code); err != nil {
			return 0, err
		}
	}
	// A call that the venue has sent is carried out, even if its connection
	// ends.
	err = s.group.Do(context.WithoutCancel(ctx), o)
	if errors.Is(err, errTakeBack) {
		err = s.takeBack(context.WithoutCancel(ctx), o)
	}
	if err == nil && o.told != nil {
		err = o.told
	}
	return o.balance, err
}

// Prune removes refusals that no delayed call can come for any more.
func (s *Seamless) Prune(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("DELETE FROM seamless_refusal WHERE at < ?", tx.Now().Add(-refusedFor).UnixMilli()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("seamless: remove old refusals: %w", err)
		}
		return nil
	})
}

// admit says whether a new bet may be placed now. It stores the refusal and
// does not return it, because a bet carried out before is answered all the
// same.
func (s *Seamless) admit(ctx context.Context, code, player string, c venue.SeamlessCall) (e venue.Entry, refusal *refused, err error) {
	e, err = s.Venues.Playable(ctx, s.DB, code, c.Game)
	switch {
	case errors.Is(err, venue.ErrGameHidden), errors.Is(err, venue.ErrGameMaintained):
		return e, &refused{verdict: venue.VerdictGame}, nil
	case errors.Is(err, venue.ErrClosed), errors.Is(err, venue.ErrMaintenance), errors.Is(err, venue.ErrMaintained):
		return e, &refused{verdict: venue.VerdictClosed}, nil
	case err != nil:
		return e, nil, err
	}
	err = s.Guard.Gate.Check(ctx, guard.DoorTransfers, guard.VenueDoor(code))
	if errors.Is(err, guard.ErrClosed) {
		return e, &refused{verdict: venue.VerdictClosed}, nil
	}
	if err != nil {
		return e, nil, err
	}
	err = s.checkSession(ctx, code, player, c)
	if errors.As(err, &refusal) {
		return e, refusal, nil
	}
	return e, nil, err
}
