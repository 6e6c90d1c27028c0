package fb

import (
	"context"
	"crypto/rand"
	"errors"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/purse"
)

const launchFor = 5 * time.Minute

// Values of an order's status.
const (
	statusFailed  = 0
	statusDone    = 1
	statusOngoing = 2
)

var (
	userShape  = regexp.MustCompile(`^[A-Za-z0-9_]{1,32}$`)
	orderShape = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
	platforms  = []string{"pc", "h5", "mobile"}
	ways       = map[string]books.Direction{"IN": books.In, "OUT": books.Out}
)

// create is /new/user/create.
func (s *Server) create(ctx context.Context, a ask) (reply, error) {
	name := a.get("merchantUserId")
	switch {
	case !userShape.MatchString(name):
		return failed(CodeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(CodeFailed), nil
	}
	created, err := s.Books.OpenAccount(ctx, s.Code, name, "", s.Clock.Now())
	switch {
	case err != nil:
		return reply{}, err
	case !created:
		return failed(CodeUserThere), nil
	}
	return ok(s.userID(name)), nil
}

// userID is the vendor's own number of a user.
func (s *Server) userID(name string) string { return s.MerchantID + "_" + strings.ToLower(name) }

// user is the account of a call, or the code that refuses the call.
func (s *Server) user(ctx context.Context, a ask) (account books.Account, code int, err error) {
	name := a.get("merchantUserId")
	if !userShape.MatchString(name) {
		return account, CodeParameter, nil
	}
	account, err = s.Books.Account(ctx, s.Code, name)
	if errors.Is(err, books.ErrNoAccount) {
		return account, CodeNoUser, nil
	}
	return account, CodeOK, err
}

// detail is /user/detail.
func (s *Server) detail(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.user(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.Refuse:
		return failed(CodeBlocked), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(CodeNoUser), nil
	case code != CodeOK:
		return failed(code), nil
	}
	switch a.fault.Kind {
	case faults.WrongAmount:
		account.Balance++
	case faults.WrongUnit:
		account.Balance *= 100
	}
	return ok(map[string]any{"userId": s.userID(account.Name), "merchantUserId": account.Name, "balance": account.Balance.String()}), nil
}

// transferIn is /new/transfer/in.
func (s *Server) transferIn(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.In)
}

// transferOut is /new/transfer/out.
func (s *Server) transferOut(ctx context.Context, a ask) (reply, error) {
	return s.transfer(ctx, a, books.Out)
}

func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) (reply, error) {
	id := a.get("businessId")
	amount, wrong := money.ParseYuan(a.get("amount"))
	account, code, err := s.user(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case code != CodeOK:
		return failed(code), nil
	case !orderShape.MatchString(id):
		return failed(CodeParameter), nil
	case wrong != nil || amount <= 0:
		return failed(CodeAmount), nil
	}
	_, outcome, err := s.purse.Move(ctx, id, account.Name, way, amount, a.fault)
	if err != nil {
		return reply{}, err
	}
	switch outcome {
	case purse.Done:
		return ok(map[string]any{"transferId": "FB" + id}), nil
	case purse.Hidden:
		return reply{gone: true}, nil
	case purse.Processing:
		return failed(CodeOngoing), nil
	case purse.Duplicate:
		return failed(CodeDuplicate), nil
	case purse.NoPlayer:
		return failed(CodeNoUser), nil
	case purse.Short:
		return failed(CodeShort), nil
	case purse.NoCredit:
		return failed(CodeCredit), nil
	case purse.InGame:
		return failed(CodeInGame), nil
	default:
		return failed(CodeRefused), nil
	}
}

// transferDetail is /transfer/detail.
func (s *Server) transferDetail(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.user(ctx, a)
	id := a.get("businessId")
	way, known := ways[a.get("transferType")]
	switch {
	case err != nil:
		return reply{}, err
	case code != CodeOK:
		return failed(code), nil
	case !orderShape.MatchString(id) || !known:
		return failed(CodeParameter), nil
	}
	t, outcome, err := s.purse.Look(ctx, id, a.fault)
	switch {
	case err != nil:
		return reply{}, err
	case outcome == purse.Closed:
		return failed(CodeFailed), nil
	case outcome == purse.Absent, t.Player != "" && t.Player != books.Key(account.Name), t.Direction != way && !said(a.fault):
		return failed(CodeNoOrder), nil
	}
	status := statusDone
	switch outcome {
	case purse.Processing:
		status = statusOngoing
	case purse.Failed:
		status = statusFailed
	}
	return ok(map[string]any{"merchantUserId": account.Name, "businessId": id, "transferType": a.get("transferType"), "status": status}), nil
}

// said tells whether a fault decides what is said of an order, whatever it is.
func said(f faults.Fault) bool {
	return f.Kind == faults.Processing || f.Kind == faults.SayDone || f.Kind == faults.SayFailed
}

// token is /token/get: a key that opens the book once, and where the book is.
func (s *Server) token(ctx context.Context, a ask) (reply, error) {
	account, code, err := s.user(ctx, a)
	switch {
	case err != nil:
		return reply{}, err
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(CodeNoUser), nil
	case code != CodeOK:
		return failed(code), nil
	case a.get("ip") == "" || !slices.Contains(platforms, a.get("platForm")):
		return failed(CodeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(CodeBlocked), nil
	}
	now := s.Clock.Now()
	session := books.Session{Token: rand.Text(), Venue: s.Code, Player: account.Name, ExpiresAt: now.Add(launchFor)}
	if err := s.Books.KeepLaunch(ctx, session, now); err != nil {
		return reply{}, err
	}
	at := s.BaseURL() + "/venues/" + s.Code
	return ok(map[string]any{"token": session.Token, "serverInfo": map[string]string{
		"pcAddress": at + "/web", "h5Address": at + "/web", "apiServerAddress": at + "/api", "pushServerAddress": at + "/push", "virtualAddress": at + "/virtual",
	}}), nil
}

var entrance = template.Must(template.New("").Parse(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>进入体育</title>
<body style="background:#14181f;color:#f4ecd8;font-family:sans-serif;text-align:center;padding:4rem 1rem"><p>正在进入…</p>
<script>
const token = new URLSearchParams(location.hash.slice(location.hash.indexOf('?') + 1)).get('token') ?? ''
location.replace({{.Enter}} + '?' + new URLSearchParams({ token, back: {{.Back}} }))
</script>`))

// web is the page that a launch opens: it takes the token out of its fragment.
func (s *Server) web(w http.ResponseWriter) {
	page := struct{ Enter, Back string }{Enter: s.BaseURL() + "/play/enter"}
	if s.HomeURL != nil {
		page.Back = s.HomeURL()
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'")
	_ = entrance.Execute(w, page) // a browser that left needs no page
}
