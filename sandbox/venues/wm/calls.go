package wm

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const (
	launchFor     = 5 * time.Minute
	asked         = "20060102150405"
	longestWindow = time.Hour

	bySettling = "1" // of timetype
	betsAlone  = "0" // of datatype
	movedIn    = "121"
	movedOut   = "122"
)

var (
	userShape  = regexp.MustCompile(`^[A-Za-z0-9_]{1,30}$`)
	orderShape = regexp.MustCompile(`^[A-Za-z0-9]{1,32}$`)
)

// mark is what is kept of a password.
func mark(password string) string {
	sum := sha256.Sum256([]byte(password))
	return hex.EncodeToString(sum[:])
}

func (s *Server) register(ctx context.Context, a ask) (reply, error) {
	if !userShape.MatchString(a.get("user")) || a.get("password") == "" || a.get("username") == "" || a.fault.Kind == faults.Refuse {
		return failed(codeParameter), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, a.get("user"), mark(a.get("password")), s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return ok("registered"), err
}

// user is the account that a call names, or the code that refuses the call.
func (s *Server) user(ctx context.Context, a ask) (account books.Account, code int, err error) {
	account, err = s.Books.Account(ctx, s.Code, a.get("user"))
	if errors.Is(err, books.ErrNoAccount) || err == nil && a.fault.Kind == faults.NotFoundFlap {
		return account, codeNoUser, nil
	}
	return account, codeOK, err
}

// signin is SigninGame: an address that opens the hall once.
func (s *Server) signin(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.user(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case code != codeOK:
		return failed(code), nil
	case account.Password != mark(a.get("password")):
		return failed(codePassword), nil
	case a.get("lang") != "0" || a.fault.Kind == faults.Refuse:
		return failed(codeParameter), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"token": {session.Token}}
	if back := a.get("returnurl"); back != "" {
		query.Set("back", back)
	}
	return ok(s.BaseURL() + "/play/enter?" + query.Encode()), nil
}

// logout is LogoutGame; to log out who is not there is no error.
func (s *Server) logout(ctx context.Context, a ask) (reply, error) {
	return ok("logged out"), s.Books.Kick(ctx, s.Code, a.get("user"))
}

func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.user(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeParameter), nil
	case code != codeOK:
		return failed(code), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(account.Balance.String() + "00"), nil // four places, as text
}

func isOut(amount string) bool { return strings.HasPrefix(amount, "-") }

// changeBalance moves money in, or out where it is written below zero.
func (s *Server) changeBalance(ctx context.Context, a ask) (reply, error) {
	way := books.In
	if isOut(a.get("money")) {
		way = books.Out
	}
	size, wrong := money.ParseYuan(strings.TrimPrefix(a.get("money"), "-"))
	account, err := s.Books.Account(ctx, s.Code, a.get("user"))
	switch {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoUser), nil
	case err != nil:
		return reply{}, err
	case !orderShape.MatchString(a.get("order")) || wrong != nil || size <= 0:
		return failed(codeParameter), nil
	}
	after, outcome, err := s.purse.Move(ctx, a.get("order"), account.Name, way, size, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]string{"yourOrderNum": a.get("order"), "orderId": "1", "cash": after.String() + "00"}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Duplicate:
		return failed(codeUsed), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	}
	return failed(codeUnwanted), nil
}

// trade is one row of GetMemberTradeReport.
type trade struct {
	User     string `json:"user"`
	OrderID  string `json:"orderid"`
	OrderNum string `json:"ordernum"`
	AddTime  string `json:"addtime"`
	Money    string `json:"money"`
	OpCode   string `json:"op_code"`
	Subtotal string `json:"subtotal"`
}

// tradeReport tells of an order that moved money. Which side the subtotal is on
// the sheet does not say; it is left out here.
func (s *Server) tradeReport(ctx context.Context, a ask) (reply, error) {
	if a.get("order") == "" {
		return failed(codeParameter), nil
	}
	t, outcome, err := s.purse.Look(ctx, a.get("order"), a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		one := trade{User: t.Player, OrderID: "1", OrderNum: a.get("order"), AddTime: calendar.Stamp(t.At), Money: t.Amount.String() + "00", OpCode: movedIn}
		if t.Direction == books.Out {
			one.Money, one.OpCode = "-"+one.Money, movedOut
		}
		return ok([]trade{one}), nil
	case purse.Absent, purse.Failed:
		return failed(codeNothing), nil
	}
	return failed(codeUnwanted), nil
}

// bet is one row of GetDateTimeReport.
type bet struct {
	User       string    `json:"user"`
	BetID      string    `json:"betId"`
	BetTime    string    `json:"betTime"`
	Bet        money.Fen `json:"bet"`
	ValidBet   money.Fen `json:"validbet"`
	WinLoss    money.Fen `json:"winLoss"`
	BetCode    string    `json:"betCode"`
	BetResult  string    `json:"betResult"`
	Gid        string    `json:"gid"`
	Event      int64     `json:"event"`
	EventChild int64     `json:"eventChild"`
	TableID    string    `json:"tableId"`
	Commission string    `json:"commission"`
	SetTime    string    `json:"settime"`
	Reset      string    `json:"reset"`
	GameResult string    `json:"gameResult"`
}

// betReport is GetDateTimeReport: the bets that were settled in a window of time.
func (s *Server) betReport(ctx context.Context, a ask) (reply, error) {
	start, errStart := time.ParseInLocation(asked, a.get("startTime"), calendar.Beijing)
	end, errEnd := time.ParseInLocation(asked, a.get("endTime"), calendar.Beijing)
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longestWindow:
		return failed(codeParameter), nil
	case a.get("timetype") != bySettling || a.get("datatype") != betsAlone || a.fault.Kind == faults.Refuse:
		return failed(codeParameter), nil
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.Add(time.Second-time.Millisecond).UnixMilli())
	if err != nil {
		return reply{}, err
	}
	if len(bets) == 0 || a.fault.Kind == faults.NotFoundFlap {
		return failed(codeNothing), nil
	}
	names := map[string]string{}
	var list []bet
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return reply{}, err
			}
			names[b.Player] = account.Name
		}
		list = append(list, s.row(b, names[b.Player]))
	}
	switch a.fault.Kind {
	case faults.Duplicate:
		list = append(list, list...)
	case faults.WrongAmount:
		list[len(list)-1].WinLoss++
	}
	return ok(list), nil
}

func (s *Server) row(b books.Bet, name string) bet {
	at := s.Place(b)
	row := bet{
		User: name, BetID: b.ID, BetTime: calendar.Stamp(b.PlacedAt), Bet: b.Stake, BetCode: at.Code, BetResult: at.Name, Gid: s.Gid(b.Game),
		Event: at.Event, EventChild: at.Child, TableID: at.Table, Commission: "0", SetTime: calendar.Stamp(b.SettledAt), Reset: "N",
	}
	if b.Status == books.BetSettled {
		row.ValidBet, row.WinLoss, row.GameResult = b.Valid, b.Payout-b.Stake, cmp.Or(at.Result, "dealt")
	}
	return row
}
