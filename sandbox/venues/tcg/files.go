package tcg

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
)

const (
	partSize   = 1000 // bets of a file
	dayForm    = "20060102"
	periodForm = "200601021504"
	rowForm    = "2006-01-02 15:04:05"
)

// Values of betStatus.
const (
	betWon       = 1
	betLost      = 2
	betCancelled = 3
	betTie       = 4
)

// row is one bet.
type row struct {
	OrderNum       string    `json:"orderNum"`
	Username       string    `json:"username"`
	BetAmount      money.Fen `json:"betAmount"`
	NetPNL         money.Fen `json:"netPNL"`
	WinAmount      money.Fen `json:"winAmount"`
	BetStatus      int       `json:"betStatus"`
	GameCode       string    `json:"gameCode"`
	Numero         string    `json:"numero"`
	BettingContent string    `json:"bettingContent"`
	Odds           string    `json:"odds"`
	BetTime        string    `json:"betTime"`
	TransTime      string    `json:"transTime"`
	SettlementTime string    `json:"settlementTime"`
}

// file is one file of a folder.
type file struct {
	name string
	rows []row
}

// serveFiles answers for a folder, or for a file in it.
func (s *Server) serveFiles(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	if subtle.ConstantTimeCompare([]byte(user+"\n"+password), []byte(s.FileUser+"\n"+s.FilePassword)) != 1 || !callers.Admit(s.AllowFrom, r.RemoteAddr) {
		http.Error(w, "", http.StatusForbidden)
		return
	}
	ctx := context.WithoutCancel(r.Context())
	fault := s.Faults.Take("venue:"+s.Code, "", meaningless(faults.Records), faults.Records)
	s.Faults.Play(w, s.Stop, fault, faults.Request{
		Once: true,
		Do: func() func(http.ResponseWriter) {
			files, err := s.folder(ctx, r.PathValue("kind"), r.PathValue("day"))
			return func(w http.ResponseWriter) { s.show(w, files, err, r.PathValue("name"), fault) }
		},
		Other:       func(w http.ResponseWriter) { _, _ = w.Write([]byte(`{"other":[]}`)) },
		UnknownCode: `{"status":98765}`,
	})
}

// show writes the names of a folder, or one file of it.
func (s *Server) show(w http.ResponseWriter, files []file, err error, name string, f faults.Fault) {
	switch {
	case errors.Is(err, errNoFolder) || err == nil && f.Kind == faults.NotFoundFlap:
		http.Error(w, "", http.StatusNotFound)
		return
	case err != nil:
		s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	case f.Kind == faults.Refuse:
		http.Error(w, "", http.StatusForbidden)
		return
	}
	if name == "" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		for _, one := range files {
			_, _ = fmt.Fprintln(w, one.name) // a client that left needs no answer
		}
		return
	}
	for _, one := range files {
		if one.name != name {
			continue
		}
		switch {
		case f.Kind == faults.Duplicate:
			one.rows = append(one.rows, one.rows...)
		case f.Kind == faults.WrongAmount && len(one.rows) > 0:
			one.rows[len(one.rows)-1].WinAmount++
		}
		s.answer(w, map[string]any{"list": one.rows})
		return
	}
	http.Error(w, "", http.StatusNotFound)
}

var errNoFolder = errors.New("tcg: no such folder")

// folder gives the files of a day that are cut, oldest first.
func (s *Server) folder(ctx context.Context, kind, day string) ([]file, error) {
	begin, err := time.ParseInLocation(dayForm, day, calendar.Beijing)
	if err != nil || kind != "SETTLED" && kind != "CANCELLED" {
		return nil, errNoFolder
	}
	end := begin.AddDate(0, 0, 1)
	bets, err := s.Books.SettledBetween(ctx, s.Code, begin.UnixMilli(), end.UnixMilli()-1)
	if err != nil {
		return nil, err
	}
	periods := map[int64][]row{}
	names := map[string]string{}
	for _, b := range bets {
		if (b.Status == books.BetVoid) != (kind == "CANCELLED") {
			continue
		}
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		period := int64(b.SettledAt.Sub(begin) / s.CutEvery)
		periods[period] = append(periods[period], s.row(b, names[b.Player]))
	}
	var files []file
	inMinute := map[time.Time]int{} // files with the same minute in their names
	for period := int64(0); ; period++ {
		at := begin.Add(time.Duration(period) * s.CutEvery)
		if !at.Before(end) || s.Clock.Now().Before(at.Add(s.CutEvery).Add(cutAfter)) {
			return files, nil
		}
		rows, minute := periods[period], at.Truncate(time.Minute)
		for first := true; first || len(rows) > 0; first = false {
			n := min(partSize, len(rows))
			inMinute[minute]++
			files = append(files, file{name: fmt.Sprintf("%s_%04d.json", at.Format(periodForm), inMinute[minute]), rows: append([]row{}, rows[:n]...)})
			rows = rows[n:]
		}
	}
}

func (s *Server) row(b books.Bet, name string) row {
	t := s.Ticket(b)
	settled := b.SettledAt.In(calendar.Beijing).Format(rowForm)
	r := row{
		OrderNum: b.ID, Username: name, BetAmount: b.Stake, NetPNL: b.Payout - b.Stake, WinAmount: b.Payout, GameCode: b.Game,
		Numero: t.Issue, BettingContent: t.Content, Odds: t.Odds,
		BetTime: b.PlacedAt.In(calendar.Beijing).Format(rowForm), TransTime: settled, SettlementTime: settled,
	}
	switch {
	case b.Status == books.BetVoid:
		r.BetStatus, r.WinAmount, r.NetPNL = betCancelled, b.Stake, 0
	case b.Payout == b.Stake:
		r.BetStatus = betTie
	case b.Payout > 0:
		r.BetStatus = betWon
	default:
		r.BetStatus = betLost
	}
	return r
}
