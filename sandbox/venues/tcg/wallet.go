package tcg

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	launchFor   = 5 * time.Minute
	maxTransfer = 10_000_000 * money.Yuan
	product     = "2" // TCG's lottery
	lobby       = "Lobby"
	fundIn      = "1"
	fundOut     = "2"
)

// Values of transaction_status.
const (
	transferDone     = "SUCCESS"
	transferFailed   = "FAILED"
	transferPending  = "PENDING"
	transferNotFound = "NOT FOUND"
)

var (
	nameShape      = regexp.MustCompile(`^[A-Za-z0-9_]{1,14}$`)
	referenceShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// create is cm.
func (s *Server) create(ctx context.Context, a ask, _ faults.Fault) (fields, error) {
	switch {
	case !nameShape.MatchString(a.Username) || a.Password == "":
		return failed(codeForm), nil
	case a.Currency != "CNY":
		return failed(codeCurrency), nil
	}
	_, err := s.Books.EnsureAccount(ctx, s.Code, a.Username, s.Clock.Now())
	return ok(nil), err
}

// balance is gb.
func (s *Server) balance(ctx context.Context, a ask, f faults.Fault) (fields, error) {
	if a.ProductType.String() != product {
		return failed(codeProduct), nil
	}
	account, err := s.Books.Account(ctx, s.Code, a.Username)
	switch {
	case f.Kind == faults.Refuse:
		return failed(codeBusy), nil
	case f.Kind == faults.NotFoundFlap, errors.Is(err, books.ErrNoAccount):
		return failed(codeNoUser), nil
	case err != nil:
		return nil, err
	}
	switch f.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(fields{"balance": account.Balance}), nil
}

// transfer is ft.
func (s *Server) transfer(ctx context.Context, a ask, f faults.Fault) (fields, error) {
	amount, err := money.ParseYuan(a.Amount.String())
	way := map[string]books.Direction{fundIn: books.In, fundOut: books.Out}[a.FundType.String()]
	switch {
	case a.ProductType.String() != product:
		return failed(codeProduct), nil
	case way == "" || !referenceShape.MatchString(a.ReferenceNo) || err != nil || amount <= 0 || amount > maxTransfer:
		return failed(codeForm), nil
	case amount%money.Yuan != 0:
		return failed(codeDecimals), nil
	}
	if f.Kind == faults.PlayerInGame {
		f = faults.Fault{}
	}
	_, outcome, err := s.purse.Move(ctx, a.ReferenceNo, a.Username, way, amount, f)
	if err != nil {
		return nil, err
	}
	switch outcome {
	case purse.Done:
		return ok(fields{"transaction_status": transferDone}), nil
	case purse.Processing:
		return ok(fields{"transaction_status": transferPending}), nil
	case purse.Hidden:
		return nil, nil
	}
	refused := failed(refusals[outcome])
	if refusals[outcome] == codeOK {
		refused = failed(codeClosed)
	}
	refused["transaction_status"] = transferFailed
	return refused, nil
}

// refusals are the codes of transfers that were turned away; the others are codeClosed.
var refusals = map[purse.Outcome]int{
	purse.Duplicate: codeDuplicate, purse.NoPlayer: codeNoUser, purse.Short: codeShort, purse.NoCredit: codeCredit,
}

// status is cs.
func (s *Server) status(ctx context.Context, a ask, f faults.Fault) (fields, error) {
	if a.ProductType.String() != product {
		return failed(codeProduct), nil
	}
	t, outcome, err := s.purse.Look(ctx, a.RefNo, f)
	if err != nil {
		return nil, err
	}
	fund := fundIn
	if t.Direction == books.Out {
		fund = fundOut
	}
	state := transferDone
	switch outcome {
	case purse.Closed:
		return failed(codeBusy), nil
	case purse.Absent:
		absent := failed(codeNotFound)
		absent["transaction_status"] = transferNotFound
		return absent, nil
	case purse.Processing:
		state = transferPending
	case purse.Failed:
		state = transferFailed
	}
	return ok(fields{
		"transaction_status":  state,
		"transaction_details": fields{"username": t.Player, "amount": t.Amount, "fund_type": fund, "reference_no": a.RefNo},
	}), nil
}

// launch is lg.
func (s *Server) launch(ctx context.Context, a ask, f faults.Fault) (fields, error) {
	known := slices.ContainsFunc(s.Games, func(g Game) bool { return g.Code == a.GameCode })
	game := a.GameCode
	if game == lobby {
		game, known = "", true
	}
	account, err := s.Books.Account(ctx, s.Code, a.Username)
	switch {
	case a.ProductType.String() != product:
		return failed(codeProduct), nil
	case f.Kind == faults.NotFoundFlap, errors.Is(err, books.ErrNoAccount):
		return failed(codeNoUser), nil
	case err != nil:
		return nil, err
	case f.Kind == faults.Refuse:
		return failed(codeClosed), nil
	case a.Platform != "html5" || a.Language != "ZH_CN":
		return failed(codeForm), nil
	case !known || a.GameMode.String() != "1":
		return failed(codeGame), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, Game: game, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return nil, err
	}
	query := url.Values{"token": {session.Token}}
	if strings.HasPrefix(a.BackURL, "http") {
		query.Set("back", a.BackURL)
	}
	return ok(fields{"game_url": "play/enter?" + query.Encode()}), nil
}
