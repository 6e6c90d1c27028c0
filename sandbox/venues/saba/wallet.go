package saba

import (
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	launchFor = 5 * time.Minute
	shown     = "2006-01-02T15:04:05.000"

	wallet     = "1" // of wallet_id
	inward     = "1" // of direction
	outward    = "0"
	longest    = 30 // characters of a vendor_member_id
	leastMoved = money.Fen(1)
	mostMoved  = 10_000_000 * money.Yuan
)

var (
	eastern     = time.FixedZone("GMT-4", -4*60*60)
	memberShape = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)
	orderShape  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,50}$`)
)

func (s *Server) createMember(ctx context.Context, a ask) (reply, error) {
	name := a.get("vendor_member_id")
	most, errMost := money.ParseYuan(a.get("maxtransfer"))
	least, errLeast := money.ParseYuan(a.get("mintransfer"))
	switch {
	case !memberShape.MatchString(name) || a.get("username") == "" || a.fault.Kind == faults.Refuse:
		return failed(codeSystem), nil
	case len(name) > longest:
		return failed(codeTooLong), nil
	case !strings.HasPrefix(name, s.Prefix):
		return failed(codePrefix), nil
	case a.get("operatorid") != s.OperatorID:
		return failed(codeOperator), nil
	case !slices.Contains([]string{"1", "2", "3", "4", "5"}, a.get("oddstype")):
		return failed(codeOddsType), nil
	case a.get("currency") != strconv.Itoa(s.Currency):
		return failed(codeCurrency), nil
	case errMost != nil || errLeast != nil || least > most:
		return failed(codeLimits), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, "", s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return ok(nil), err
}

// standing is one member of CheckUserBalance.
type standing struct {
	VendorMemberID string     `json:"vendor_member_id"`
	Balance        *money.Fen `json:"balance"`
	Outstanding    money.Fen  `json:"outstanding"`
	Currency       int        `json:"currency"`
	ErrorCode      int        `json:"error_code"`
}

func (s *Server) checkUserBalance(ctx context.Context, a ask) (reply, error) {
	switch {
	case a.get("wallet_id") != wallet || a.get("vendor_member_ids") == "":
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeSystem), nil
	}
	var list []standing
	for _, name := range strings.Split(a.get("vendor_member_ids"), ",") {
		account, err := s.Books.Account(ctx, s.Code, name)
		if errors.Is(err, books.ErrNoAccount) || err == nil && a.fault.Kind == faults.NotFoundFlap {
			list = append(list, standing{VendorMemberID: name, Currency: s.Currency, ErrorCode: codeNoMember})
			continue
		}
		if err != nil {
			return reply{}, err
		}
		switch a.fault.Kind {
		case faults.WrongAmount:
			account.Balance++
		case faults.WrongUnit:
			account.Balance *= 100
		}
		one := standing{VendorMemberID: account.Name, Currency: s.Currency}
		if account.Balance != 0 {
			one.Balance = &account.Balance
		}
		list = append(list, one)
	}
	return ok(list), nil
}

// order is Data of FundTransfer and of CheckFundTransfer.
type order struct {
	TransID      string     `json:"trans_id"`
	TransferDate string     `json:"transfer_date,omitempty"`
	Amount       *money.Fen `json:"amount,omitempty"`
	Currency     int        `json:"currency,omitempty"`
	BeforeAmount money.Fen  `json:"before_amount"`
	AfterAmount  money.Fen  `json:"after_amount"`
	SystemID     string     `json:"system_id,omitempty"`
	Status       int        `json:"status"`
}

func (s *Server) fundTransfer(ctx context.Context, a ask) (reply, error) {
	id := a.get("vendor_trans_id")
	size, wrong := money.ParseYuan(a.get("amount"))
	account, err := s.Books.Account(ctx, s.Code, a.get("vendor_member_id"))
	way, signed := books.In, size
	if a.get("direction") == outward {
		way, signed = books.Out, -size
	}
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoMember), nil
	case err != nil:
		return reply{}, err
	case !orderShape.MatchString(id) || wrong != nil || a.get("wallet_id") != wallet || a.get("direction") != inward && a.get("direction") != outward:
		return failed(codeParameter), nil
	case a.get("currency") != strconv.Itoa(s.Currency):
		return failed(codeMoney), nil
	case size < leastMoved || size > mostMoved:
		return failed(codeBounds), nil
	}
	after, outcome, err := s.purse.Move(ctx, id, account.Name, way, size, a.fault)
	if err != nil {
		return reply{}, err
	}
	told := order{TransID: "S" + id, SystemID: "S1", BeforeAmount: account.Balance, AfterAmount: account.Balance}
	switch outcome {
	case purse.Done:
		told.BeforeAmount, told.AfterAmount = after-signed, after
		return ok(told), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		told.Status = statusPending
		return ok(told), nil
	case purse.Duplicate:
		return failed(codeDuplicate), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	case purse.NoPlayer:
		return failed(codeNoMember), nil
	}
	told.Status = statusFailed
	return ok(told), nil
}

func (s *Server) checkFundTransfer(ctx context.Context, a ask) (reply, error) {
	if a.get("wallet_id") != wallet {
		return failed(codeParameter), nil
	}
	t, outcome, err := s.purse.Look(ctx, a.get("vendor_trans_id"), a.fault)
	if err != nil {
		return reply{}, err
	}
	told := order{TransID: "S" + t.ID, TransferDate: written(t.At), Amount: &t.Amount, Currency: s.Currency}
	switch outcome {
	case purse.Done:
		return ok(told), nil
	case purse.Failed:
		told.Status = statusFailed
		return ok(told), nil
	case purse.Processing:
		return failed(codeOngoing), nil
	case purse.Absent:
		return failed(codeNoOrder), nil
	}
	return failed(codeSystem), nil
}

// getSabaURL gives an address that opens the book once.
func (s *Server) getSabaURL(ctx context.Context, a ask) (reply, error) {
	account, err := s.Books.Account(ctx, s.Code, a.get("vendor_member_id"))
	switch {
	case errors.Is(err, books.ErrNoAccount) || err == nil && a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoMember), nil
	case err != nil:
		return reply{}, err
	case !slices.Contains([]string{"1", "2", "3"}, a.get("platform")):
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeSystem), nil
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

func written(at time.Time) string { return at.In(eastern).Format(shown) }
