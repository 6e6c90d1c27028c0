package games

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

const (
	historyRows = 12
	maxForm     = 4096
)

// hand is one side of the table as the page shows it; a covered hand has no
// cards and no name.
type hand struct {
	Cards []string `json:"cards"`
	Name  string   `json:"name"`
}

// table is a round as the page shows it.
type table struct {
	ID    string `json:"id"`
	Kind  int    `json:"kind"`
	Side  string `json:"side"`
	Stake string `json:"stake"`
	Open  bool   `json:"open"`
	Left  hand   `json:"left"`
	Right hand   `json:"right"`
	// Outcome is "win", "lose" or "push" once the round is over; Profit is what
	// it brought the player after rake.
	Outcome string `json:"outcome,omitempty"`
	Profit  string `json:"profit,omitempty"`
}

// line is one row of the history.
type line struct {
	ID     string `json:"id"`
	Game   string `json:"game"`
	At     string `json:"at"`
	Stake  string `json:"stake"`
	Profit string `json:"profit"`
	Status string `json:"status"`
}

// view is everything the page needs after each step.
type view struct {
	Balance string `json:"balance"`
	Table   *table `json:"table,omitempty"`
	History []line `json:"history"`
}

type step func(ctx context.Context, s books.Session, r *http.Request) (*table, error)

// api wraps a step of the game: session in front, the new view behind.
func (g *Games) api(do step) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithoutCancel(r.Context())
		s, err := g.books.Playing(ctx, r.PathValue("token"), g.clock.Now())
		if errors.Is(err, books.ErrNotFound) {
			writeJSON(w, http.StatusForbidden, map[string]string{"error": "会话已结束，请返回平台重新进入游戏"})
			return
		}
		var shown *table
		if err == nil {
			shown, err = do(ctx, s, r)
		}
		var v view
		if err == nil {
			v, err = g.view(ctx, s, shown)
		}
		switch {
		case err == nil:
			writeJSON(w, http.StatusOK, v)
		case errors.Is(err, errStake), errors.Is(err, errSide), errors.Is(err, errShort), errors.Is(err, errOpen), errors.Is(err, errGone):
			writeJSON(w, http.StatusConflict, map[string]string{"error": err.Error()})
		default:
			g.log.Error("sandbox game failed", "err", err)
			writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "系统繁忙，请稍后再试"})
		}
	}
}

// state shows the round the player sits at, if any.
func (g *Games) state(ctx context.Context, s books.Session, _ *http.Request) (*table, error) {
	if seated, err := g.Seated(ctx, s.Venue, s.Player); err != nil || !seated {
		return nil, err
	}
	round, err := g.books.OpenRoundOf(ctx, s.Venue, s.Player)
	if errors.Is(err, books.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return g.show(ctx, round)
}

// bet opens a round: kind, stake in whole yuan, and the side it is put on.
func (g *Games) bet(ctx context.Context, s books.Session, r *http.Request) (*table, error) {
	r.Body = http.MaxBytesReader(nil, r.Body, maxForm)
	stake, err := money.ParseYuan(r.PostFormValue("stake"))
	if err != nil {
		return nil, errStake
	}
	kind, err := strconv.Atoi(r.PostFormValue("kind"))
	if err != nil {
		return nil, errGone
	}
	round, err := g.open(ctx, s, kind, stake, r.PostFormValue("side"))
	if err != nil {
		return nil, err
	}
	return g.show(ctx, round)
}

// turn reveals the covered hand.
func (g *Games) turn(ctx context.Context, s books.Session, r *http.Request) (*table, error) {
	round, err := g.reveal(ctx, s, r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return g.show(ctx, round)
}

func (g *Games) show(ctx context.Context, round books.Round) (*table, error) {
	bet, err := g.books.Bet(ctx, round.Venue, round.ID)
	if err != nil {
		return nil, err
	}
	d, err := dealOf(round)
	if err != nil {
		return nil, err
	}
	r, _ := ruleOf(round.Kind)
	t := &table{
		ID: round.ID, Kind: round.Kind, Side: round.Side, Stake: bet.Stake.String(), Open: bet.Status == books.BetOpen,
		Right: hand{d.Right, r.name(d.Right)}, Left: hand{Cards: []string{}},
	}
	if t.Open {
		return t, nil
	}
	profit := bet.Payout - bet.Stake
	t.Left, t.Profit, t.Outcome = hand{d.Left, r.name(d.Left)}, profit.String(), "push"
	if profit > 0 {
		t.Outcome = "win"
	} else if profit < 0 {
		t.Outcome = "lose"
	}
	return t, nil
}

func (g *Games) view(ctx context.Context, s books.Session, shown *table) (view, error) {
	account, err := g.books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return view{}, err
	}
	bets, err := g.books.LatestBets(ctx, s.Venue, s.Player, historyRows)
	if err != nil {
		return view{}, err
	}
	v := view{Balance: account.Balance.Grouped(), Table: shown, History: []line{}}
	for _, b := range bets {
		row := line{ID: b.ID, Game: names[s.Venue][b.Kind], At: calendar.Stamp(b.PlacedAt), Stake: b.Stake.String(), Status: string(b.Status)}
		if b.Status == books.BetSettled {
			row.Profit = (b.Payout - b.Stake).String()
		}
		v.History = append(v.History, row)
	}
	return v, nil
}
