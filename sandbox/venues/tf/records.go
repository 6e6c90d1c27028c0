package tf

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	longestWindow = 24 * time.Hour
	defaultPage   = 50
	largestPage   = 1000
	stamp         = "2006-01-02T15:04:05.000Z"
)

// row is one bet of bet-transaction.
type row struct {
	Leg
	ID               string     `json:"id"`
	Member           string     `json:"member_code"`
	Amount           money.Fen  `json:"amount"`
	Earnings         *money.Fen `json:"earnings"` // net
	SettlementStatus string     `json:"settlement_status"`
	ResultStatus     *string    `json:"result_status"`
	Unsettled        bool       `json:"is_unsettled"`
	CreatedAt        string     `json:"date_created"`
	SettledAt        *string    `json:"settlement_datetime"`
	ModifiedAt       string     `json:"modified_datetime"`
	IsCombo          bool       `json:"is_combo"`
	Tickets          []Leg      `json:"tickets"`
}

// times are the pairs that bet-transaction can ask for, and the time of a bet that each
// means.
var times = map[string]func(books.Bet) time.Time{
	"modified_datetime":   modifiedAt,
	"settlement_datetime": func(b books.Bet) time.Time { return b.SettledAt },
	"datetime":            func(b books.Bet) time.Time { return b.PlacedAt },
}

func modifiedAt(b books.Bet) time.Time {
	if b.SettledAt.IsZero() {
		return b.PlacedAt
	}
	return b.SettledAt
}

// question is a window of bet-transaction and a page of it.
type question struct {
	by         string
	start, end time.Time
	page, size int
}

// read reads a question, or gives the fields that are wrong.
func read(a ask) (q question, wrong map[string]string) {
	wrong = map[string]string{}
	for by := range times {
		from, to := a.get("from_"+by), a.get("to_"+by)
		if from == "" && to == "" {
			continue
		}
		if q.by != "" {
			wrong["from_"+by] = "Only one pair of times is allowed."
		}
		q.by = by
		var errFrom, errTo error
		q.start, errFrom = time.Parse(time.RFC3339, from)
		q.end, errTo = time.Parse(time.RFC3339, to)
		if errFrom != nil || errTo != nil || q.end.Before(q.start) || q.end.Sub(q.start) > longestWindow {
			wrong["from_"+by] = "Enter two times of at most one day apart."
		}
	}
	if q.by == "" {
		wrong["from_modified_datetime"] = "This field is required."
	}
	var pageOK, sizeOK bool
	q.page, pageOK = number(a.get("page"), 1)
	q.size, sizeOK = number(a.get("page_size"), defaultPage)
	if !pageOK {
		wrong["page"] = "Enter a whole number."
	}
	if !sizeOK || q.size > largestPage {
		wrong["page_size"] = fmt.Sprintf("At most %d.", largestPage)
	}
	return q, wrong
}

// number reads a number of at least 1, or gives the default for none.
func number(text string, otherwise int) (n int, ok bool) {
	if text == "" {
		return otherwise, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1
}

// bets is bet-transaction: the bets of a window of time, a page of them.
func (s *Server) bets(ctx context.Context, a ask) (reply, error) {
	q, wrong := read(a)
	switch {
	case len(wrong) > 0:
		return invalid(wrong), nil
	case a.fault.Kind == faults.Refuse:
		return ok(map[string]any{"code": codeFeed, "detail": "Try again later."}), nil
	}
	var all []row
	if a.fault.Kind != faults.NotFoundFlap {
		var err error
		if all, err = s.rows(ctx, q); err != nil {
			return reply{}, err
		}
	}
	if (q.page-1)*q.size >= max(1, len(all)) {
		return detail(http.StatusNotFound, "Invalid page."), nil
	}
	list := append([]row{}, all[(q.page-1)*q.size:min(q.page*q.size, len(all))]...)
	switch {
	case a.fault.Kind == faults.Duplicate:
		list = append(list, list...)
	case a.fault.Kind == faults.WrongAmount && len(list) > 0:
		if last := &list[len(list)-1]; last.Earnings != nil {
			last.Earnings = new(*last.Earnings + 1)
		}
	}
	next, previous := "", ""
	if q.page*q.size < len(all) {
		next = pageOf(a, q.page+1)
	}
	if q.page > 1 {
		previous = pageOf(a, q.page-1)
	}
	return ok(map[string]any{"count": len(all), "next": textOrNull(next), "previous": textOrNull(previous), "results": list}), nil
}

// pageOf is the address of another page of a question.
func pageOf(a ask, page int) string {
	query := url.Values{}
	for name, values := range a.query {
		query[name] = values
	}
	query.Set("page", strconv.Itoa(page))
	return a.address + "?" + query.Encode()
}

func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// rows lists all bets of a window in the order of the time asked for.
func (s *Server) rows(ctx context.Context, q question) ([]row, error) {
	bets, err := s.betsBy(ctx, q)
	if err != nil {
		return nil, err
	}
	at := times[q.by]
	slices.SortStableFunc(bets, func(x, y books.Bet) int { return cmp.Or(at(x).Compare(at(y)), cmp.Compare(x.ID, y.ID)) })
	names := map[string]string{}
	var list []row
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		list = append(list, s.row(b, names[b.Player]))
	}
	return list, nil
}

// betsBy lists the bets whose time of one kind lies in a window.
func (s *Server) betsBy(ctx context.Context, q question) ([]books.Bet, error) {
	start, end := q.start.UnixMilli(), q.end.UnixMilli()
	if q.by == "datetime" {
		return s.Books.PlacedBetween(ctx, s.Code, start, end)
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start, end)
	if err != nil || q.by == "settlement_datetime" {
		return bets, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	for _, b := range open {
		if !b.PlacedAt.Before(q.start) && !b.PlacedAt.After(q.end) {
			bets = append(bets, b)
		}
	}
	return bets, err
}

func (s *Server) row(b books.Bet, member string) row {
	t := s.Ticket(b)
	r := row{
		ID: b.ID, Member: member, Amount: b.Stake, CreatedAt: written(b.PlacedAt), ModifiedAt: written(modifiedAt(b)),
		SettlementStatus: "confirmed", IsCombo: len(t.Legs) > 1 || b.IsParlay(), Tickets: []Leg{},
	}
	if len(t.Legs) == 1 {
		r.Leg = s.named(t.Legs[0])
	}
	if r.IsCombo {
		for _, leg := range t.Legs {
			r.Tickets = append(r.Tickets, s.named(leg))
		}
	}
	r.GameType = cmp.Or(r.GameType, b.Game)
	r.Leg = s.named(r.Leg)
	r.Odds = cmp.Or(t.Odds, b.Odds)
	switch b.Status {
	case books.BetSettled:
		r.SettlementStatus, r.Earnings, r.ResultStatus, r.SettledAt = "settled", new(b.Payout-b.Stake), new(resultOf(b)), new(written(b.SettledAt))
	case books.BetVoid:
		r.SettlementStatus, r.Earnings, r.ResultStatus, r.SettledAt = "cancelled", new(money.Fen(0)), new("CANCELLED"), new(written(b.SettledAt))
	}
	return r
}

func resultOf(b books.Bet) string {
	switch {
	case b.Payout > b.Stake:
		return "WIN"
	case b.Payout < b.Stake:
		return "LOSS"
	}
	return "DRAW"
}

// named fills in the name of a leg's game.
func (s *Server) named(leg Leg) Leg {
	for _, g := range s.Games {
		if g.Code == leg.GameType {
			leg.GameName = g.Name
		}
	}
	return leg
}

func written(at time.Time) string { return at.UTC().Format(stamp) }
