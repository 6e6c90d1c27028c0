package vr

import (
	"context"
	"encoding/json"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const largestPage = 1000

// Values of state in a bet row.
const (
	stateOpen      = 0
	stateCancelled = 1
	stateLost      = 2
	stateWon       = 3
)

type betAsk struct {
	StartTime, EndTime string
	ChannelID          *int   `json:"channelId"`
	IssueNumber        string `json:"issueNumber"`
	PlayerName         string `json:"playerName"`
	SerialNumber       string `json:"serialNumber"`
	State              *int   `json:"state"`
	IsUpdateTime       bool   `json:"isUpdateTime"`
	RecordCountPerPage int    `json:"recordCountPerPage"`
	RecordPage         int    `json:"recordPage"`
}

// betRow is one bet.
type betRow struct {
	SerialNumber  string    `json:"serialNumber"`
	PlayerName    string    `json:"playerName"`
	MerchantCode  string    `json:"merchantCode"`
	ChannelID     int       `json:"channelId"`
	ChannelName   string    `json:"channelName"`
	IssueNumber   string    `json:"issueNumber"`
	BetTypeName   string    `json:"betTypeName"`
	Number        string    `json:"number"`
	Position      string    `json:"position"`
	Odds          string    `json:"odds"`
	Cost          money.Fen `json:"cost"`
	Unit          money.Fen `json:"unit"`
	Multiple      int       `json:"multiple"`
	Count         int       `json:"count"`
	PlayerPrize   money.Fen `json:"playerPrize"`
	LossPrize     money.Fen `json:"lossPrize"`
	MerchantPrize money.Fen `json:"merchantPrize"`
	State         int       `json:"state"`
	SubState      int       `json:"subState"`
	PrizeDetail   []any     `json:"prizeDetail"`
	WinningNumber string    `json:"winningNumber"`
	Note          string    `json:"note"`
	CreateTime    string    `json:"createTime"`
	UpdateTime    string    `json:"updateTime"`
}

// bets is /MerchantQuery/Bet.
func (s *Server) bets(ctx context.Context, body []byte, f faults.Fault) (fields, error) {
	var ask betAsk
	if json.Unmarshal(body, &ask) != nil {
		return failed(codeInternal), nil
	}
	from, errFrom := instant(ask.StartTime)
	to, errTo := instant(ask.EndTime)
	switch {
	case errFrom != nil || errTo != nil || to.Before(from):
		return failed(codeTime), nil
	case ask.RecordPage < 0 || ask.RecordCountPerPage < 1 || ask.RecordCountPerPage > largestPage:
		return failed(codeAmount), nil
	case f.Kind == faults.Refuse:
		return failed(codeMerchant), nil
	}
	var rows []betRow
	if f.Kind != faults.NotFoundFlap {
		all, err := s.betsIn(ctx, from, to, ask.IsUpdateTime)
		if err != nil {
			return nil, err
		}
		names := map[string]string{}
		for _, b := range all {
			if names[b.Player] == "" {
				account, err := s.Books.Account(ctx, s.Code, b.Player)
				if err != nil {
					return nil, err
				}
				names[b.Player] = account.Name
			}
			if row := s.row(b, names[b.Player]); ask.wants(row) {
				rows = append(rows, row)
			}
		}
	}
	begin := min(ask.RecordPage*ask.RecordCountPerPage, len(rows))
	page := append([]betRow{}, rows[begin:min(begin+ask.RecordCountPerPage, len(rows))]...)
	switch {
	case f.Kind == faults.Duplicate:
		page = append(page, page...)
	case f.Kind == faults.WrongAmount && len(page) > 0:
		page[len(page)-1].PlayerPrize++
	}
	return fields{
		"totalRecords": len(rows), "recordPage": ask.RecordPage, "recordCountPerPage": ask.RecordCountPerPage, "betRecords": page,
	}, nil
}

// betsIn lists the bets that were placed in a window, or changed last in it.
func (s *Server) betsIn(ctx context.Context, from, to time.Time, changed bool) ([]books.Bet, error) {
	if !changed {
		return s.Books.PlacedBetween(ctx, s.Code, from.UnixMilli(), to.UnixMilli()-1)
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, from.UnixMilli(), to.UnixMilli()-1)
	if err != nil {
		return nil, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	for _, b := range open {
		if !b.PlacedAt.Before(from) && b.PlacedAt.Before(to) {
			bets = append(bets, b)
		}
	}
	return bets, err
}

// wants reports whether a row is among those that are asked for.
func (a betAsk) wants(r betRow) bool {
	const all = -1
	return (a.ChannelID == nil || *a.ChannelID == all || *a.ChannelID == r.ChannelID) &&
		(a.State == nil || *a.State == all || *a.State == r.State) &&
		(a.IssueNumber == "" || a.IssueNumber == r.IssueNumber) &&
		(a.PlayerName == "" || books.Key(a.PlayerName) == books.Key(r.PlayerName)) &&
		(a.SerialNumber == "" || a.SerialNumber == r.SerialNumber)
}

func updatedAt(b books.Bet) time.Time {
	if b.SettledAt.IsZero() {
		return b.PlacedAt
	}
	return b.SettledAt
}

func (s *Server) row(b books.Bet, name string) betRow {
	t := s.Ticket(b)
	row := betRow{
		SerialNumber: b.ID, PlayerName: name, MerchantCode: s.Merchant, IssueNumber: t.Issue, BetTypeName: t.Play, Position: t.Position, Number: t.Number,
		Odds: t.Odds, Cost: b.Stake, Unit: t.Unit, Multiple: t.Multiple, Count: 1, PlayerPrize: b.Payout, PrizeDetail: []any{}, WinningNumber: t.Result,
		CreateTime: b.PlacedAt.UTC().Format(stamp), UpdateTime: updatedAt(b).UTC().Format(stamp),
	}
	for _, c := range s.Channels {
		if c.Code == b.Game {
			row.ChannelID, row.ChannelName = c.ID, c.Name
		}
	}
	switch {
	case b.Status == books.BetOpen:
		row.State = stateOpen
	case b.Status == books.BetVoid:
		row.State, row.PlayerPrize = stateCancelled, b.Stake
	case b.Payout > 0:
		row.State = stateWon
	default:
		row.State = stateLost
	}
	return row
}
