package xj188

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	launchFor     = 5 * time.Minute
	asked         = "2006-01-02 15:04:05"
	shown         = "2006-01-02T15:04:05.000"
	longestWindow = time.Hour

	wantOpen    = "3" // of isSettled
	wantSettled = "4"

	wagerOpen    = 1 // of wagerStatus
	wagerSettled = 2
	wagerVoid    = 3
)

var (
	eastern     = time.FixedZone("GMT-4", -4*60*60)
	memberShape = regexp.MustCompile(`^[A-Za-z0-9_]{1,25}$`)
	refShape    = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
)

// register is /API/Registration.
func (s *Server) register(ctx context.Context, a ask) (reply, error) {
	name := a.get("memberCode")
	switch {
	case !memberShape.MatchString(name) || a.get("oddsType") == "":
		return failed(codeParameter), nil
	case a.get("currencyCode") != currency:
		return failed(codeCurrency), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, "", s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return ok(nil), err
}

// member is the account that a call names, or the code that refuses the call.
func (s *Server) member(ctx context.Context, a ask) (account books.Account, code string, err error) {
	account, err = s.Books.Account(ctx, s.Code, a.get("memberCode"))
	if errors.Is(err, books.ErrNoAccount) || err == nil && a.fault.Kind == faults.NotFoundFlap {
		return account, codeNoMember, nil
	}
	return account, codeOK, err
}

// balance is /API/MemberBalance.
func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.member(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	case code != codeOK:
		return failed(code), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{"balance": account.Balance}), nil
}

// deposit is /API/DepositFund.
func (s *Server) deposit(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.In)
}

// withdraw is /API/WithdrawalFund.
func (s *Server) withdraw(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.Out)
}

// transfer carries an order out; the amount is in the field balance.
func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) (reply, error) {
	id := a.get("refId")
	size, wrong := money.ParseYuan(a.get("balance"))
	account, err := s.Books.Account(ctx, s.Code, a.get("memberCode"))
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoMember), nil
	case err != nil:
		return reply{}, err
	case !refShape.MatchString(id):
		return failed(codeRef), nil
	case wrong != nil || size <= 0:
		return failed(codeParameter), nil
	case a.get("currencyCode") != currency:
		return failed(codeCurrency), nil
	}
	after, outcome, err := s.purse.Move(ctx, id, account.Name, way, size, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]any{"totalBalance": after}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	}
	return failed(codeFailed), nil
}

// launch is /API/Launch: an address that opens the book once.
func (s *Server) launch(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.member(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case code != codeOK:
		return failed(code), nil
	case !slices.Contains([]string{"10", "11"}, a.get("channel")):
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if s.HomeURL != nil {
		query.Set("back", s.HomeURL())
	}
	return ok(s.BaseURL() + "/play/enter?" + query.Encode()), nil
}

// wager is one bet of /API/Wagers.
type wager struct {
	ID           string    `json:"id"`
	MemberCode   string    `json:"memberCode"`
	Stake        money.Fen `json:"stake"`
	ReturnAmount money.Fen `json:"returnAmount"`
	WagerStatus  int       `json:"wagerStatus"`
	CreateTime   string    `json:"createTime"`
	SettleTime   *string   `json:"settleTime"`
	Bets         string    `json:"bets"`
}

// wagers is /API/Wagers: the bets of a window of time.
func (s *Server) wagers(ctx context.Context, a ask) (reply, error) {
	start, errStart := time.ParseInLocation(asked, a.get("from"), eastern)
	end, errEnd := time.ParseInLocation(asked, a.get("to"), eastern)
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longestWindow:
		return failed(codeParameter), nil
	case a.get("isSettled") != wantOpen && a.get("isSettled") != wantSettled:
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	}
	list := []wager{}
	if a.fault.Kind != faults.NotFoundFlap {
		var err error
		if list, err = s.list(ctx, a.get("isSettled") == wantOpen, start, end); err != nil {
			return reply{}, err
		}
	}
	switch {
	case a.fault.Kind == faults.Duplicate:
		list = append(list, list...)
	case a.fault.Kind == faults.WrongAmount && len(list) > 0:
		list[len(list)-1].ReturnAmount++
	}
	return ok(list), nil
}

func (s *Server) list(ctx context.Context, open bool, start, end time.Time) ([]wager, error) {
	between := s.Books.SettledBetween
	if open {
		between = s.Books.PlacedBetween
	}
	bets, err := between(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	list := []wager{}
	for _, b := range bets {
		if open != (b.Status == books.BetOpen) {
			continue
		}
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		one, err := s.wager(b, names[b.Player])
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func (s *Server) wager(b books.Bet, name string) (wager, error) {
	legs, err := json.Marshal(append([]Leg{}, s.Legs(b)...))
	if err != nil {
		return wager{}, err
	}
	w := wager{ID: b.ID, MemberCode: name, Stake: b.Stake, WagerStatus: wagerOpen, CreateTime: written(b.PlacedAt), Bets: string(legs)}
	if b.Status == books.BetOpen {
		return w, nil
	}
	at := written(b.SettledAt)
	w.SettleTime, w.WagerStatus, w.ReturnAmount = &at, wagerSettled, b.Payout
	if b.Status == books.BetVoid {
		w.WagerStatus, w.ReturnAmount = wagerVoid, b.Stake
	}
	return w, nil
}

func written(at time.Time) string { return at.In(eastern).Format(shown) }
