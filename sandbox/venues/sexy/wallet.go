package sexy

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

var (
	userShape = regexp.MustCompile(`^[a-z0-9]{1,20}$`)
	txShape   = regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`)
)

// Values of withdrawType and txStatus.
const (
	withdrawPart = "0"
	withdrawAll  = "1"
	txDone       = 1
	txFailed     = 0
)

// limited says whether a betLimit lists limits of the live tables.
func limited(betLimit string) bool {
	var limits map[string]map[string]struct {
		LimitID []int `json:"limitId"`
	}
	return json.Unmarshal([]byte(betLimit), &limits) == nil && len(limits[platform][gameType].LimitID) > 0
}

func (s *Server) createMember(ctx context.Context, a ask) (reply, error) {
	switch {
	case !userShape.MatchString(a.get("userId")):
		return failed(codeUserID), nil
	case a.get("currency") != currency:
		return failed(codeCurrency), nil
	case a.get("language") != chinese:
		return failed(codeLanguage), nil
	case !limited(a.get("betLimit")):
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeBusy), nil
	}
	created, err := s.Books.EnsureAccount(ctx, s.Code, a.get("userId"), s.Clock.Now())
	if err == nil && !created {
		return failed(codeExists), nil
	}
	return ok(nil), err
}

// user is an account, or the status that refuses the call.
func (s *Server) user(ctx context.Context, userID string, f faults.Fault) (account books.Account, status string, err error) {
	account, err = s.Books.Account(ctx, s.Code, userID)
	if errors.Is(err, books.ErrNoAccount) || err == nil && f.Kind == faults.NotFoundFlap {
		return account, codeNoUser, nil
	}
	return account, codeOK, err
}

// logout is the end of several users' play.
func (s *Server) logout(ctx context.Context, a ask) (reply, error) {
	for userID := range strings.SplitSeq(a.get("userIds"), ",") {
		_, status, err := s.user(ctx, userID, a.fault)
		if err != nil || status != codeOK {
			return failed(status), err
		}
		if err := s.Books.Kick(ctx, s.Code, userID); err != nil {
			return reply{}, err
		}
	}
	return ok(nil), nil
}

func (s *Server) balance(ctx context.Context, a ask) (reply, error) {
	if a.fault.Kind == faults.Refuse {
		return failed(codeBusy), nil
	}
	var results []fields
	for userID := range strings.SplitSeq(a.get("userIds"), ",") {
		account, status, err := s.user(ctx, userID, a.fault)
		if err != nil || status != codeOK {
			return failed(status), err
		}
		switch a.fault.Kind {
		case faults.WrongAmount:
			account.Balance++
		case faults.WrongUnit:
			account.Balance *= 100
		}
		results = append(results, fields{"userId": account.Name, "balance": account.Balance.String(), "lastModified": written(s.Clock.Now())})
	}
	return ok(fields{"results": results}), nil
}

func (s *Server) deposit(ctx context.Context, a ask) (reply, error) {
	amount, err := money.ParseYuan(a.get("transferAmount"))
	if err != nil || amount <= 0 {
		return failed(codeAmount), nil
	}
	return s.move(ctx, a, books.In, amount)
}

// withdraw takes a part, or all where nothing else is said.
func (s *Server) withdraw(ctx context.Context, a ask) (reply, error) {
	switch a.get("withdrawType") {
	case withdrawPart:
		amount, err := money.ParseYuan(a.get("transferAmount"))
		if err != nil || amount <= 0 {
			return failed(codeAmount), nil
		}
		return s.move(ctx, a, books.Out, amount)
	case "", withdrawAll:
		account, status, err := s.user(ctx, a.get("userId"), faults.Fault{})
		switch {
		case err != nil || status != codeOK:
			return failed(status), err
		case account.Balance <= 0:
			return failed(codeShort), nil
		}
		return s.move(ctx, a, books.Out, account.Balance)
	}
	return failed(codeParameter), nil
}

func (s *Server) move(ctx context.Context, a ask, way books.Direction, amount money.Fen) (reply, error) {
	txCode := a.get("txCode")
	if !txShape.MatchString(txCode) {
		return failed(codeTxCode), nil
	}
	if a.fault.Kind == faults.PlayerInGame { // a game is no reason to refuse a transfer
		a.fault = faults.Fault{}
	}
	after, outcome, err := s.purse.Move(ctx, txCode, a.get("userId"), way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(fields{
			"amount": amount.String(), "currentBalance": after.String(), "databaseId": 1, "lastModified": written(s.Clock.Now()), "txCode": txCode,
		}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(codeTimeout), nil
	case purse.Duplicate:
		return failed(codeUsed), nil
	case purse.NoPlayer:
		return failed(codeNoUser), nil
	case purse.Short, purse.NoCredit:
		return failed(codeShort), nil
	}
	return failed(codeSuspended), nil
}

// check is checkTransferOperation.
func (s *Server) check(ctx context.Context, a ask) (reply, error) {
	t, outcome, err := s.purse.Look(ctx, a.get("txCode"), a.fault)
	if err != nil {
		return reply{}, err
	}
	way := "DEPOSIT"
	if t.Direction == books.Out {
		way = "WITHDRAW"
	}
	told := fields{"txCode": a.get("txCode"), "txStatus": txDone, "transferAmount": t.Amount.String(), "transferType": way}
	switch outcome {
	case purse.Done:
		if account, err := s.Books.Account(ctx, s.Code, t.Player); err == nil {
			told["balance"] = account.Balance.String()
		}
		return ok(told), nil
	case purse.Failed:
		told["txStatus"] = txFailed
		return ok(told), nil
	case purse.Absent:
		return failed(codeNoTx), nil
	case purse.Processing:
		return failed(codeBusy), nil
	}
	return failed(codeFail), nil
}
