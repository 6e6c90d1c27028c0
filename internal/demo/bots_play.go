package demo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/google/uuid"

	"hongyun/internal/money"
	"hongyun/sandbox/play/arcade"
)

// botPlays is one round of a bot at each kind of page.
var botPlays = map[string]func(b *bots, ctx context.Context, one *bot) error{
	"slot": (*bots).spin, "live": (*bots).putChips, "fish": (*bots).shoot, "lottery": (*bots).buyTicket,
	"sport": (*bots).backTeam, "esport": (*bots).backTeam, "board": (*bots).joinTable,
}

// enter follows a launch to the page of its game, and reads the kind of the page.
// FB hands its token over in the fragment, which a script of its page reads.
func (b *bots) enter(ctx context.Context, address string) (page, kind string, err error) {
	if u, err := url.Parse(address); err == nil {
		_, query, _ := strings.Cut(u.Fragment, "?")
		if values, err := url.ParseQuery(query); err == nil && values.Get("token") != "" {
			address = b.demo.SandboxURL() + "/play/enter?token=" + url.QueryEscape(values.Get("token"))
		}
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", "", err
	}
	answer, err := b.client.Do(request)
	if err != nil {
		return "", "", err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	if at := answer.Request.URL.Path; !strings.HasPrefix(at, "/play/s/") {
		return "", "", fmt.Errorf("it opens %s", at)
	}
	page = answer.Request.URL.String()
	var state struct{ Game struct{ Kind string } }
	err = b.call(ctx, page+"state", nil, &state)
	return page, state.Game.Kind, err
}

// call puts a call of a page, and reads its answer unless into is nil.
func (b *bots) call(ctx context.Context, address string, body, into any) error {
	method, text := http.MethodGet, []byte(nil)
	if body != nil {
		method = http.MethodPost
		var err error
		if text, err = json.Marshal(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(text))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(arcade.SimulatedHeader, "1")
	answer, err := b.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	found, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d %s", request.URL.Path, answer.StatusCode, found)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(found, into)
}

// betsAtOnce is how many tables, lotteries or matches one act bets on at most.
const betsAtOnce = 3

// someOf draws some of a list, each at most once.
func someOf[T any](r *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), betsAtOnce)]
}

// oneOf draws one of a list that is not empty.
func oneOf[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func (b *bots) spin(ctx context.Context, one *bot) error {
	var state struct{ Game struct{ Code string } }
	if err := b.call(ctx, one.page+"state", nil, &state); err != nil {
		return err
	}
	return b.call(ctx, one.page+"spin", map[string]any{
		"id": uuid.NewString(), "game": state.Game.Code, "coin": oneOf(b.random, []int{2, 5, 5, 10, 10, 20}),
	}, nil)
}

func (b *bots) putChips(ctx context.Context, one *bot) error {
	type table struct{ Code, Game, Round, Phase, Min string }
	var floor struct{ Tables []table }
	if err := b.call(ctx, one.page+"live/floor", nil, &floor); err != nil {
		return err
	}
	spots := map[string][]string{
		"baccarat": {"banker", "player"}, "dragontiger": {"dragon", "tiger"}, "roulette": {"red", "black", "odd", "even", "dozen1", "n7"},
		"sicbo": {"big", "small", "odd", "even", "s9", "d6"},
	}
	var open []table
	for _, t := range floor.Tables {
		if t.Phase == "betting" && spots[t.Game] != nil {
			open = append(open, t)
		}
	}
	if len(open) == 0 {
		return nil // nothing takes a bet now
	}
	for _, t := range someOf(b.random, open) {
		err := b.call(ctx, one.page+"live/bet", map[string]any{
			"id": uuid.NewString(), "round": t.Round, "bets": []map[string]string{{"spot": oneOf(b.random, spots[t.Game]), "stake": t.Min}},
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bots) shoot(ctx context.Context, one *bot) error {
	var state struct{ Game struct{ Code string } }
	if err := b.call(ctx, one.page+"state", nil, &state); err != nil {
		return err
	}
	const room = "novice"
	var seen struct {
		Now  int64
		Fish []struct {
			ID          string
			From, Until int64
		}
	}
	if err := b.call(ctx, one.page+"fish/room?hall="+state.Game.Code+"&room="+room+"&after=-1", nil, &seen); err != nil {
		return err
	}
	var here []string
	for _, f := range seen.Fish {
		if f.From <= seen.Now && f.Until > seen.Now+1000 {
			here = append(here, f.ID)
		}
	}
	if len(here) == 0 {
		return nil // nothing takes a bet now
	}
	var shots []map[string]any
	for range 6 {
		shots = append(shots, map[string]any{"fish": oneOf(b.random, here), "cost": 50, "at": seen.Now})
	}
	return b.call(ctx, one.page+"fish/shots", map[string]any{"id": uuid.NewString(), "hall": state.Game.Code, "room": room, "shots": shots}, nil)
}

func (b *bots) buyTicket(ctx context.Context, one *bot) error {
	type lottery struct {
		Code, Issue string
		ClosesAt    int64
	}
	var hall struct {
		Now       int64
		Lotteries []lottery
	}
	if err := b.call(ctx, one.page+"lottery/hall", nil, &hall); err != nil {
		return err
	}
	var open []lottery
	for _, l := range hall.Lotteries {
		if l.ClosesAt > hall.Now {
			open = append(open, l)
		}
	}
	if len(open) == 0 {
		return nil // nothing takes a bet now
	}
	for _, l := range someOf(b.random, open) {
		var draw struct {
			Picks []struct{ Key string }
			Units []json.Number
		}
		if err := b.call(ctx, one.page+"lottery/draw?code="+l.Code, nil, &draw); err != nil {
			return err
		}
		err := b.call(ctx, one.page+"lottery/bet", map[string]any{
			"id": uuid.NewString(), "issue": l.Issue, "unit": draw.Units[0],
			"lines": []map[string]any{{"pick": oneOf(b.random, draw.Picks).Key, "multiple": oneOf(b.random, []int{1, 1, 2, 5})}},
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bots) backTeam(ctx context.Context, one *bot) error {
	type offer struct {
		Market, Side string
		Line         int
		Price        int64
		Suspended    bool
	}
	type score struct {
		Home int `json:"home"`
		Away int `json:"away"`
	}
	type match struct {
		ID     string
		Score  score
		Offers []offer
	}
	var list struct{ Matches []match }
	if err := b.call(ctx, one.page+"sports/matches?tab="+oneOf(b.random, []string{"live", "live", "today"}), nil, &list); err != nil {
		return err
	}
	var legs []map[string]any
	for _, m := range list.Matches {
		for _, o := range m.Offers {
			if o.Suspended {
				continue
			}
			legs = append(legs, map[string]any{
				"match": m.ID, "market": o.Market, "side": o.Side, "line": o.Line, "price": o.Price, "score": m.Score,
				"stake": oneOf(b.random, []string{"5", "5", "10"}),
			})
		}
	}
	for _, leg := range someOf(b.random, legs) {
		err := b.call(ctx, one.page+"sports/bet", map[string]any{
			"id": uuid.NewString(), "parlay": false, "stake": "", "oddsType": "EU", "acceptChanges": true, "legs": []any{leg},
		}, nil)
		if err != nil {
			return err
		}
	}
	return nil // without a leg nothing takes a bet now
}

// joinTable sits down at the cheapest table with a free seat and puts the lowest
// multiple when its round takes one.
func (b *bots) joinTable(ctx context.Context, one *bot) error {
	type table struct {
		Code, Phase  string
		Least        money.Fen
		Seats, Taken int
	}
	var hall struct{ Tables []table }
	if err := b.call(ctx, one.page+"board/floor", nil, &hall); err != nil {
		return err
	}
	slices.SortStableFunc(hall.Tables, func(one, other table) int { return cmp.Compare(one.Least, other.Least) })
	for _, t := range hall.Tables {
		if t.Phase != "betting" || t.Taken >= t.Seats {
			continue
		}
		var seat struct {
			Seat  int
			Table struct{ Round string }
		}
		if err := b.call(ctx, one.page+"board/table?code="+t.Code, nil, &seat); err != nil {
			return err
		}
		if seat.Seat < 0 {
			continue
		}
		return b.call(ctx, one.page+"board/act", map[string]any{"round": seat.Table.Round, "multiple": 1}, nil)
	}
	return nil // nothing takes a bet now
}
