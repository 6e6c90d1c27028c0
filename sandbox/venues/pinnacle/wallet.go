package pinnacle

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
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
	launchFor     = 5 * time.Minute
	loginIDChars  = 10 // of one that the company invents
	stamp         = time.DateTime
	decimalPlaces = 2
)

// Values of the status of a transfer.
const (
	success   = "SUCCESS"
	failure   = "FAILED"
	notExists = "NOT_EXISTS"
)

var (
	loginShape  = regexp.MustCompile(`^[A-Za-z0-9]{6,50}$`)
	orderShape  = regexp.MustCompile(`^[!-~]{1,50}$`)
	amountShape = regexp.MustCompile(`^-?[0-9]+(\.[0-9]*)?$`)
	oddsFormats = []string{"", "AM", "EU", "HK", "ID", "MY"}
)

// userCode is the company's own name of a player.
func (s *Server) userCode(loginID string) string {
	return s.Agent + strings.ToUpper(hex.EncodeToString([]byte(books.Key(loginID))))
}

// create is /player/create.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	login := a.get("loginId")
	if login == "" {
		login = strings.ToLower(rand.Text()[:loginIDChars])
	}
	switch {
	case !loginShape.MatchString(login):
		return failed(codeLoginID), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeNotMade), nil
	}
	created, err := s.Books.EnsureAccount(ctx, s.Code, login, s.Clock.Now())
	switch {
	case err != nil:
		return reply{}, err
	case !created:
		return failed(codeExists), nil
	}
	return ok(map[string]any{"userCode": s.userCode(login), "loginId": login}), nil
}

// player is the account that a call names, or the code that refuses the call.
func (s *Server) player(ctx context.Context, a ask) (account books.Account, code string, err error) {
	name := a.get("userCode")
	if name == "" {
		name = a.get("loginId")
	}
	if name == "" {
		return account, codeParameter, nil
	}
	if tail, ours := strings.CutPrefix(name, s.Agent); ours {
		if login, err := hex.DecodeString(tail); err == nil {
			name = string(login)
		}
	}
	account, err = s.Books.Account(ctx, s.Code, name)
	if errors.Is(err, books.ErrNoAccount) {
		return account, codeNoPlayer, nil
	}
	return account, codeOK, err
}

// info is /player/info.
func (s *Server) info(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(codeStatus), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	case code != codeOK:
		return failed(code), nil
	}
	bets, err := s.Books.OpenBets(ctx, s.Code)
	if err != nil {
		return reply{}, err
	}
	var outstanding money.Fen
	for _, b := range bets {
		if b.Player == books.Key(account.Name) {
			outstanding += b.Stake
		}
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{
		"userCode": s.userCode(account.Name), "loginId": account.Name, "status": "ACTIVE", "availableBalance": account.Balance, "outstanding": outstanding,
	}), nil
}

// deposit is /player/deposit.
func (s *Server) deposit(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.In)
}

// withdraw is /player/withdraw.
func (s *Server) withdraw(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.Out)
}

func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) (reply, error) {
	amount, code := amountOf(a.get("amount"))
	if code != codeOK {
		return failed(code), nil
	}
	id := a.get("transactionId")
	if id == "" {
		id = rand.Text()
	}
	if !orderShape.MatchString(id) {
		return failed(codeParameter), nil
	}
	account, code, err := s.player(ctx, a)
	if err != nil || code != codeOK {
		return failed(code), err
	}
	after, outcome, err := s.purse.Move(ctx, id, account.Name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]any{
			"userCode": s.userCode(account.Name), "loginId": account.Name, "availableBalance": after, "amount": amount,
		}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return reply{trace: true}, nil
	case purse.Duplicate:
		return failed(codeParameter), nil
	case purse.NoPlayer:
		return failed(codeNoPlayer), nil
	case purse.Short:
		return failed(codeShort), nil
	case purse.NoCredit:
		return failed(codeCredit), nil
	default:
		return failed(codeStatus), nil
	}
}

// amountOf reads an amount, or gives the code that refuses it.
func amountOf(text string) (money.Fen, string) {
	if !amountShape.MatchString(text) {
		return 0, codeParameter
	}
	if strings.HasPrefix(text, "-") || strings.Trim(text, "0.") == "" {
		return 0, codePositive
	}
	if _, places, _ := strings.Cut(text, "."); len(places) > decimalPlaces {
		return 0, codeDecimals
	}
	amount, err := money.ParseYuan(text)
	if err != nil {
		return 0, codeParameter
	}
	return amount, codeOK
}

// transferStatus is /player/depositwithdraw/status.
func (s *Server) transferStatus(ctx context.Context, a ask) (reply, error) {
	id := a.get("transactionId")
	if !orderShape.MatchString(id) {
		return failed(codeParameter), nil
	}
	t, outcome, err := s.purse.Look(ctx, id, a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Closed:
		return failed(codeForbidden), nil
	case outcome == purse.Processing:
		return reply{trace: true}, nil
	case outcome == purse.Absent:
		return ok(map[string]any{"status": notExists}), nil
	}
	kind, status := "DEPOSIT", success
	if t.Direction == books.Out {
		kind = "WITHDRAW"
	}
	if outcome == purse.Failed {
		status = failure
	}
	return ok(map[string]any{
		"status": status, "transferDate": t.At.In(eastern).Format(stamp), "transferType": kind, "amount": t.Amount, "userCode": s.userCode(t.Player),
	}), nil
}

// loginV2 is /player/loginV2, which creates a player who is not there.
func (s *Server) loginV2(ctx context.Context, a ask) (reply, error) {
	login := a.get("loginId")
	if !loginShape.MatchString(login) {
		return failed(codeLoginID), nil
	}
	if a.fault.Kind == faults.Refuse {
		return failed(codeStatus), nil
	}
	if _, err := s.Books.EnsureAccount(ctx, s.Code, login, s.Clock.Now()); err != nil {
		return reply{}, err
	}
	return s.login(ctx, ask{fault: a.fault, values: map[string]string{
		"userCode": login, "locale": a.get("locale"), "oddsFormat": a.get("oddsFormat"),
	}})
}

// login is /player/login: an address that opens the book once.
func (s *Server) login(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.player(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoPlayer), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeStatus), nil
	case code != codeOK:
		return failed(code), nil
	case !slices.Contains(oddsFormats, a.get("oddsFormat")):
		return failed(codeParameter), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	query := url.Values{"locale": {a.get("locale")}, "oddsFormat": {a.get("oddsFormat")}, "token": {session.Token}}
	return ok(map[string]any{
		"loginUrl": s.BaseURL() + s.prefix + loginPage + "?" + query.Encode(), "userCode": s.userCode(account.Name), "loginId": account.Name,
		"token": session.Token, "updatedDate": now.UnixMilli(),
	}), nil
}

// openBook sends a browser with a login address into the book.
func (s *Server) openBook(w http.ResponseWriter, r *http.Request) {
	query := url.Values{"token": {r.URL.Query().Get("token")}}
	if back := r.URL.Query().Get("externalUrl"); back != "" {
		query.Set("back", back)
	}
	w.Header().Set("Referrer-Policy", "no-referrer") // the address carries the login
	http.Redirect(w, r, "/play/enter?"+query.Encode(), http.StatusSeeOther)
}

// logout is /player/logout.
func (s *Server) logout(ctx context.Context, a ask) (reply, error) {
	_, code, err := s.player(ctx, a)
	if err != nil || code != codeOK {
		return failed(code), err
	}
	return ok(map[string]string{"status": "successful"}), nil
}
