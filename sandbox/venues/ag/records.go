package ag

import (
	"context"
	"crypto/subtle"
	"encoding/xml"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/venues/callers"
)

const (
	longestWindow = 10 * time.Minute
	largestPage   = 500
	stampForm     = "2006-01-02 15:04:05"
)

// pulls keeps record pulls apart, by the machine's clock.
type pulls struct {
	mu   sync.Mutex
	last time.Time
}

func (p *pulls) may(gap time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := calendar.System().Now()
	if !p.last.IsZero() && now.Sub(p.last) < gap {
		return false
	}
	p.last = now
	return true
}

// list is the answer of the record interface.
type list struct {
	XMLName  xml.Name  `xml:"result"`
	Info     string    `xml:"info"`
	Addition *addition `xml:"addition,omitempty"`
	Rows     []any     `xml:"row"`
}

type addition struct {
	Total   int `xml:"total"`
	PerPage int `xml:"num_per_page"`
	Current int `xml:"currentpage"`
	Pages   int `xml:"totalpage"`
}

// tableRow is a bet at a table.
type tableRow struct {
	BillNo         string `xml:"billNo,attr"`
	PlayName       string `xml:"playName,attr"`
	GameCode       string `xml:"gameCode,attr"`
	Net            string `xml:"netAmount,attr"`
	BetTime        string `xml:"betTime,attr"`
	GameType       string `xml:"gameType,attr"`
	BetAmount      string `xml:"betAmount,attr"`
	ValidBetAmount string `xml:"validBetAmount,attr"`
	Flag           int    `xml:"flag,attr"`
	PlayType       string `xml:"playType,attr"`
	Currency       string `xml:"currency,attr"`
	TableCode      string `xml:"tableCode,attr"`
	LoginIP        string `xml:"loginIP,attr"`
	RecalcuTime    string `xml:"recalcuTime,attr"`
	PlatformType   string `xml:"platformType,attr"`
	Remark         string `xml:"remark,attr"`
	Round          string `xml:"round,attr"`
	Result         string `xml:"result,attr,omitempty"`
	BeforeCredit   string `xml:"beforeCredit,attr"`
	DeviceType     string `xml:"deviceType,attr"`
}

// sceneRow is a fishing scene.
type sceneRow struct {
	BillNo     string `xml:"billno,attr"`
	Username   string `xml:"username,attr"`
	SceneID    string `xml:"sceneid,attr"`
	Start      int64  `xml:"starttime,attr"`
	End        int64  `xml:"endtime,attr"`
	BillTime   int64  `xml:"billtime,attr"`
	BetX       string `xml:"betx,attr"`
	Room       string `xml:"roomid,attr"`
	BulletCost string `xml:"totalbulletcost,attr"`
	FishCost   string `xml:"totalfishcost,attr"`
	Jackpot    string `xml:"totaljpcontribute,attr"`
	Device     string `xml:"devicetype,attr"`
}

// rowsOf makes the rows of a list out of the venue's bets.
type rowsOf func(ctx context.Context, bets []books.Bet, f faults.Fault) ([]any, error)

// timeIn reads an end of a window.
type timeIn func(text string) (time.Time, error)

func tableTime(text string) (time.Time, error) { return time.ParseInLocation(stampForm, text, zone) }

func unixTime(text string) (time.Time, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(n, 0), err
}

// records serves a record list.
func (s *Server) records(rows rowsOf, read timeIn) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !callers.Admit(s.AllowFrom, r.RemoteAddr) || !s.signed(r.URL.RawQuery) {
			answer(w, list{Info: infoError})
			return
		}
		q := r.URL.Query()
		from, errFrom := read(q.Get("startdate"))
		to, errTo := read(q.Get("enddate"))
		page, errPage := strconv.Atoi(q.Get("page"))
		size, errSize := strconv.Atoi(q.Get("perpage"))
		switch {
		case q.Get("cagent") != s.Agent, errFrom != nil, errTo != nil, errPage != nil, errSize != nil, page < 1, size < 1, size > largestPage,
			to.Before(from), to.Sub(from) > longestWindow, q.Get("by") != "" && q.Get("by") != "ASC" && q.Get("by") != "DESC":
			answer(w, list{Info: infoError})
			return
		case !s.pulls.may(s.PullGap):
			answer(w, list{Info: infoNetwork})
			return
		}
		ctx := context.WithoutCancel(r.Context())
		fault := s.Faults.Take("venue:"+s.Code, "", meaningless(faults.Records), faults.Records)
		s.Faults.Play(w, s.Stop, fault, faults.Request{
			Once: true,
			Do: func() func(http.ResponseWriter) {
				got, err := s.page(ctx, rows, from, to, page, size, fault)
				if err != nil {
					s.Log.Error("sandbox venue failed", "venue", s.Code, "err", err)
					got = list{Info: infoNetwork}
				}
				return func(w http.ResponseWriter) { answer(w, got) }
			},
			Other:       func(w http.ResponseWriter) { answer(w, say(infoOK)) },
			UnknownCode: `<?xml version="1.0" encoding="utf-8"?><result><info>98765</info></result>`,
		})
	}
}

// signed checks the key: MD5 over all values as they were sent, in their order,
// and the plain key.
func (s *Server) signed(query string) bool {
	var text strings.Builder
	key := ""
	for pair := range strings.SplitSeq(query, "&") {
		name, raw, _ := strings.Cut(pair, "=")
		value, err := url.QueryUnescape(raw)
		if err != nil {
			return false
		}
		if name == "key" {
			key = value
			continue
		}
		text.WriteString(value)
	}
	return subtle.ConstantTimeCompare([]byte(key), []byte(digest(text.String()+s.RecordKey))) == 1
}

func (s *Server) page(ctx context.Context, rows rowsOf, from, to time.Time, page, size int, f faults.Fault) (list, error) {
	if f.Kind == faults.Refuse {
		return list{Info: infoError}, nil
	}
	var all []any
	if rows != nil && f.Kind != faults.NotFoundFlap {
		// The dates have whole seconds: a bet of the last one belongs to the window.
		bets, err := s.Books.SettledBetween(ctx, s.Code, from.UnixMilli(), to.Add(time.Second).UnixMilli()-1)
		if err != nil {
			return list{}, err
		}
		if all, err = rows(ctx, bets, f); err != nil {
			return list{}, err
		}
	}
	begin, end := min((page-1)*size, len(all)), min(page*size, len(all))
	out := list{Info: infoOK, Rows: all[begin:end], Addition: &addition{
		Total: len(all), PerPage: size, Current: page, Pages: (len(all) + size - 1) / size,
	}}
	if f.Kind == faults.Duplicate {
		out.Rows = append(append([]any{}, out.Rows...), out.Rows...)
	}
	return out, nil
}

// playerNames finds how the players of bets are spelled.
func (s *Server) playerNames(ctx context.Context, bets []books.Bet) (map[string]string, error) {
	names := map[string]string{}
	for _, b := range bets {
		if names[b.Player] != "" {
			continue
		}
		account, err := s.Books.Account(ctx, s.Code, b.Player)
		if err != nil {
			return nil, err
		}
		names[b.Player] = account.Name
	}
	return names, nil
}

// amounts of a bet as the records show them.
func amounts(b books.Bet) (stake, valid, payout money.Fen) {
	if b.Status == books.BetVoid {
		return 0, 0, 0
	}
	return b.Stake, b.Valid, b.Payout
}

func (s *Server) tableRows(ctx context.Context, bets []books.Bet, f faults.Fault) ([]any, error) {
	names, err := s.playerNames(ctx, bets)
	if err != nil {
		return nil, err
	}
	var rows []any
	for _, b := range bets {
		if s.Fishing(b.Game) {
			continue
		}
		stake, valid, payout := amounts(b)
		at := s.Place(b)
		rows = append(rows, tableRow{
			BillNo: b.ID, PlayName: names[b.Player], GameCode: at.Round, Net: (payout - stake).String(), BetTime: b.PlacedAt.In(zone).Format(stampForm),
			GameType: b.Game, BetAmount: stake.String(), ValidBetAmount: valid.String(), Flag: 1, PlayType: at.Spot, Currency: "CNY",
			TableCode: at.Table, LoginIP: "127.0.0.1", RecalcuTime: b.SettledAt.In(zone).Format(stampForm), PlatformType: "AGIN",
			Round: at.Round, Result: at.Result, BeforeCredit: "0.00", DeviceType: "0",
		})
	}
	if n := len(rows); n > 0 && f.Kind == faults.WrongAmount {
		last := rows[n-1].(tableRow)
		net, _ := money.ParseYuan(strings.TrimPrefix(last.Net, "-"))
		if strings.HasPrefix(last.Net, "-") {
			net = -net
		}
		last.Net = (net + 1).String()
		rows[n-1] = last
	}
	return rows, nil
}

func (s *Server) sceneRows(ctx context.Context, bets []books.Bet, _ faults.Fault) ([]any, error) {
	names, err := s.playerNames(ctx, bets)
	if err != nil {
		return nil, err
	}
	var rows []any
	for _, b := range bets {
		if !s.Fishing(b.Game) {
			continue
		}
		stake, _, payout := amounts(b)
		at := s.Scene(b)
		rows = append(rows, sceneRow{
			BillNo: b.ID, Username: names[b.Player], SceneID: "H_" + b.ID, Start: b.PlacedAt.Unix(), End: b.SettledAt.Unix(), BillTime: b.SettledAt.Unix(),
			BetX: at.Cost, Room: at.Room, BulletCost: stake.String(), FishCost: payout.String(), Jackpot: "0.00", Device: "0",
		})
	}
	return rows, nil
}
