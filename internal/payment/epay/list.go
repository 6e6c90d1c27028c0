package epay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"hongyun/internal/payment"
)

var _ payment.Lister = (*Gateway)(nil)

const (
	listPage  = 50 // the convention's most
	pagesMost = 20_000
)

// listed is a page of the answer to api.php?act=orders, the newest order first.
type listed struct {
	Code *integer `json:"code"`
	Data []struct {
		queried
		AddTime string `json:"addtime"`
		EndTime string `json:"endtime"`
	} `json:"data"`
}

// List pages through the merchant's orders, the newest first, back to from.
// Orders that are made meanwhile move others to a later page, so one may come
// twice and none is passed over. Not every gateway of the convention has the
// call; one that says no gives payment.ErrNoList.
func (g *Gateway) List(ctx context.Context, from, to time.Time) ([]payment.Line, error) {
	var lines []payment.Line
	seen := map[string]bool{}
	for page := 1; page <= pagesMost; page++ {
		body, err := g.ask(ctx, http.MethodGet, "/api.php", url.Values{
			"act": {"orders"}, "pid": {g.config.PID}, "key": {g.config.Key}, "limit": {strconv.Itoa(listPage)}, "page": {strconv.Itoa(page)},
		})
		if err != nil {
			return nil, fmt.Errorf("epay: list orders: %w", err)
		}
		var l listed
		switch err := json.Unmarshal(body, &l); {
		case err != nil || l.Code == nil:
			return nil, errGarbage
		case *l.Code != codeOK && page == 1:
			return nil, payment.ErrNoList
		case *l.Code != codeOK:
			return nil, fmt.Errorf("epay: the list ended with code %d", int64(*l.Code))
		}
		for _, row := range l.Data {
			opened, err := instant(row.AddTime)
			if err != nil || row.OutTradeNo == "" || !gatewayNo.MatchString(string(row.TradeNo)) {
				return nil, errGarbage
			}
			if opened.Before(from.Truncate(time.Second)) {
				return lines, nil
			}
			if seen[string(row.TradeNo)] || !opened.Before(to) {
				continue
			}
			seen[string(row.TradeNo)] = true
			line, err := lineOf(row.queried, opened, row.EndTime)
			if err != nil {
				return nil, err
			}
			lines = append(lines, line)
		}
		if len(l.Data) < listPage {
			return lines, nil
		}
	}
	return nil, errors.New("epay: the list does not end")
}

func lineOf(q queried, opened time.Time, ended string) (payment.Line, error) {
	line := payment.Line{Ref: string(q.OutTradeNo), GatewayTxn: string(q.TradeNo), State: payment.Open, At: opened}
	var err error
	if line.Amount, err = amount(string(q.Money)); err != nil || q.Status == nil {
		return line, errGarbage
	}
	switch *q.Status {
	case statusOpen:
		return line, nil
	case statusPaid:
		line.State = payment.Paid
		if at, err := instant(ended); err == nil {
			line.At = at
		}
		return line, nil
	}
	return line, fmt.Errorf("epay: order has the unknown status %d", int64(*q.Status))
}

// instant reads a time as the convention writes it, in GMT+8.
func instant(text string) (time.Time, error) {
	return time.ParseInLocation("2006-01-02 15:04:05", text, beijing)
}
