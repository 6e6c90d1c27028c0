package ky

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/url"
	"regexp"
	"strconv"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// command is one value of s: how it is run, whether a player runs one at a
// time, and its name among the fault switches. The name "" is met by "any"
// alone.
type command struct {
	run       func(*Server, context.Context, ask) fields
	perPlayer bool
	call      faults.Call
}

var commandTable = map[int]command{
	0:  {run: (*Server).launch, perPlayer: true, call: faults.Launch},
	1:  {run: (*Server).freeMoney, call: faults.Balance},
	2:  {run: (*Server).deposit, perPlayer: true, call: faults.TransferIn},
	3:  {run: (*Server).withdraw, perPlayer: true, call: faults.TransferOut},
	4:  {run: (*Server).orderStatus, call: faults.Status},
	5:  {run: (*Server).online},
	7:  {run: (*Server).totalMoney, call: faults.Balance},
	8:  {run: (*Server).kick},
	14: {run: (*Server).agentCredit},
}

var recordTable = map[int]command{
	6: {run: (*Server).records, call: faults.Records},
}

// callsOf names the request for the fault switches. A launch is also the
// creation of a player it sees first, and the deposit it may carry.
func (s *Server) callsOf(ctx context.Context, cmd command, a ask) []faults.Call {
	calls := []faults.Call{cmd.call}
	if cmd.call != faults.Launch {
		return calls
	}
	if _, err := s.Books.Account(ctx, s.Code, a.fields["account"]); errors.Is(err, books.ErrNoAccount) {
		calls = append(calls, faults.Create)
	}
	if amount, code := parseMoney(a.fields["money"]); code == codeOK && amount > 0 {
		calls = append(calls, faults.TransferIn)
	}
	return calls
}

// meaningless lists the faults without effect on a call. A switch set for "any"
// passes over such calls.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.TransferIn, faults.TransferOut:
		return nil
	case faults.Status:
		return []faults.Kind{faults.PlayerInGame}
	case faults.Balance:
		return []faults.Kind{faults.Processing}
	case faults.Records:
		return []faults.Kind{faults.Processing, faults.PlayerInGame}
	case faults.Launch:
		return []faults.Kind{faults.Processing, faults.PlayerInGame, faults.WrongAmount}
	default:
		return []faults.Kind{faults.Processing, faults.PlayerInGame, faults.WrongAmount, faults.NotFoundFlap, faults.Refuse}
	}
}

var (
	accountShape  = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)
	lineCodeShape = regexp.MustCompile(`^[A-Za-z0-9]{1,10}$`)
)

// launch is s=0. It opens the account when there is none, carries out a deposit
// that came along, and gives out an address that opens the games once.
func (s *Server) launch(ctx context.Context, a ask) fields {
	f := a.fields
	for _, name := range []string{"account", "money", "orderid", "ip", "lineCode", "KindID"} {
		if f[name] == "" {
			return failed(codeMissing)
		}
	}
	amount, code := parseMoney(f["money"])
	kind, err := strconv.Atoi(f["KindID"])
	switch {
	case code != codeOK:
		return failed(code)
	case err != nil, !accountShape.MatchString(f["account"]), !lineCodeShape.MatchString(f["lineCode"]):
		return failed(codeParameter)
	case kind != 0 && !s.Tables.Has(s.Code, kind):
		return failed(codeNoGame)
	case !s.orderShape(f["orderid"], f["account"]):
		return failed(codeOrderShape)
	}
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeDisabled)
	case faults.NotFoundFlap:
		return failed(codeNoPlayer)
	case faults.PlayerInGame:
		return failed(codeUpdateFailed)
	}
	now := s.Clock.Now()
	if _, err := s.Books.EnsureAccount(ctx, s.Code, f["account"], now); err != nil {
		return s.broken(err)
	}
	if amount > 0 {
		if d := s.move(ctx, a, books.In, amount); d["code"] != codeOK {
			return d
		}
	}
	kind = cmp.Or(kind, s.Lobby)
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: f["account"], Kind: kind, Game: strconv.Itoa(kind), ExpiresAt: now.Add(s.launchExpiry)}
	err = s.Books.KeepLaunch(ctx, session, now)
	if err != nil {
		return s.broken(err)
	}
	return fields{"code": codeOK, "url": s.BaseURL() + s.Enter + "?" + url.Values{"token": {session.Token}, "lang": {"zh-CN"}}.Encode()}
}

// freeMoney is s=1: what could be withdrawn now.
func (s *Server) freeMoney(ctx context.Context, a ask) fields {
	_, free, _, d := s.purse(ctx, a)
	if d != nil {
		return d
	}
	return fields{"code": codeOK, "money": free}
}

// totalMoney is s=7.
func (s *Server) totalMoney(ctx context.Context, a ask) fields {
	total, free, seated, d := s.purse(ctx, a)
	if d != nil {
		return d
	}
	online, err := s.isOnline(ctx, a.fields["account"])
	if err != nil {
		return s.broken(err)
	}
	return fields{"code": codeOK, "totalMoney": total, "freeMoney": free, "status": flag(online || seated), "gameStatus": flag(seated)}
}

// purse is what s=1 and s=7 tell of a player's money; d is set when they cannot.
func (s *Server) purse(ctx context.Context, a ask) (total, free money.Fen, seated bool, d fields) {
	player := a.fields["account"]
	if player == "" {
		return 0, 0, false, failed(codeMissing)
	}
	switch a.fault.Kind {
	case faults.Refuse:
		return 0, 0, false, failed(codeDisabled)
	case faults.NotFoundFlap:
		return 0, 0, false, failed(codeNoPlayer)
	}
	seated, err := s.Tables.Seated(ctx, s.Code, player)
	if err != nil {
		return 0, 0, false, s.broken(err)
	}
	account, err := s.Books.Account(ctx, s.Code, player)
	if errors.Is(err, books.ErrNoAccount) {
		return 0, 0, false, failed(codeNoPlayer)
	}
	if err != nil {
		return 0, 0, false, s.broken(err)
	}
	seated = seated || a.fault.Kind == faults.PlayerInGame
	total = account.Balance
	if a.fault.Kind == faults.WrongAmount {
		total++
	}
	if !seated {
		free = total
	}
	return total, free, seated, nil
}

// online is s=5.
func (s *Server) online(ctx context.Context, a ask) fields {
	player := a.fields["account"]
	if player == "" {
		return failed(codeMissing)
	}
	if _, err := s.Books.Account(ctx, s.Code, player); errors.Is(err, books.ErrNoAccount) {
		return fields{"code": codeOK, "status": -1}
	} else if err != nil {
		return s.broken(err)
	}
	online, err := s.isOnline(ctx, player)
	if err != nil {
		return s.broken(err)
	}
	return fields{"code": codeOK, "status": flag(online)}
}

func (s *Server) isOnline(ctx context.Context, player string) (bool, error) {
	return s.Books.Online(ctx, s.Code, player, s.Clock.Now().Add(-s.onlineFor))
}

// kick is s=8: the player's sessions end. A round under way ends without them.
func (s *Server) kick(ctx context.Context, a ask) fields {
	player := a.fields["account"]
	if player == "" {
		return failed(codeMissing)
	}
	if _, err := s.Books.Account(ctx, s.Code, player); errors.Is(err, books.ErrNoAccount) {
		return failed(codeNoPlayer)
	}
	if err := s.Books.Kick(ctx, s.Code, player); err != nil {
		return s.broken(err)
	}
	return failed(codeOK)
}

// agentCredit is s=14; the sheet has its money as a string.
func (s *Server) agentCredit(ctx context.Context, _ ask) fields {
	used, err := s.Books.AgentUsed(ctx, s.Code)
	if err != nil {
		return s.broken(err)
	}
	return fields{"code": codeOK, "money": (s.AgentCredit - used).String()}
}

// broken answers that the database failed, and tells the operator why.
func (s *Server) broken(err error) fields {
	s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
	return failed(codeDatabase)
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}
