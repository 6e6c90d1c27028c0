package venue

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// Exact is a venue, or one of its games, by its codes, with the names for people.
type Exact struct {
	Venue, Game         string // codes; an empty Game is the venue itself
	VenueName, GameName string
	Gone                bool // players cannot open it now: it is hidden, left the list, or its venue is closed
}

// Name is the name for people: of the game with its venue.
func (e Exact) Name() string {
	if e.Game == "" {
		return e.VenueName
	}
	if whole := wholes[[2]string{e.Venue, e.Game}]; whole != "" {
		return e.VenueName + " · " + whole
	}
	return e.VenueName + " · " + cmp.Or(e.GameName, e.Game)
}

const exactColumns = `v.code AS venue, v.name AS venue_name, g.code AS game, g.name AS game_name, (g.hidden OR g.gone OR v.state = 'closed') AS gone`

// maxWords is how many words of a search count.
const maxWords = 4

// FindExact finds venues and games by words that are each in a name, a pinyin, or equal
// to the code of a game. Venues come first, and games that cannot be opened are among
// them: bets on these may still be settled. Only codes that bets carry are given: for an
// entry of several with one code the game of that code, and a lobby not at all (H-438).
func (v *Venues) FindExact(ctx context.Context, r db.Reader, text string, most int) ([]Exact, error) {
	words := strings.Fields(text)
	words = words[:min(len(words), maxWords)]
	venues := r.NewSelect().TableExpr("venue AS v").ColumnExpr("v.code AS venue, v.name AS venue_name, '' AS game, '' AS game_name, v.state = 'closed' AS gone")
	games := r.NewSelect().TableExpr("venue_game AS g").ColumnExpr(exactColumns).
		Join("JOIN venue AS v ON v.code = g.venue").Join("LEFT JOIN game_pinyin AS p ON p.name = g.name").
		Where("g.venue || ':' || g.code NOT IN (?)", bun.List(ownless))
	for _, word := range words {
		like := db.Contains(word)
		venues.Where(v.db.Like("v.name"), like)
		games.Where("("+v.db.Like("v.name")+" OR "+v.db.Like("g.name")+" OR "+v.db.Like("g.initials")+" OR "+v.db.Like("p.pinyin")+" OR g.code = ?)", like, like, like, like, word)
	}
	var found, more []Exact
	if err := venues.OrderExpr("v.position, v.code").Limit(int64(most)).Scan(ctx, &found); err != nil {
		return nil, fmt.Errorf("find venues: %w", err)
	}
	if err := games.OrderExpr("gone, v.position, g.position, g.code").Limit(int64(most)).Scan(ctx, &more); err != nil {
		return nil, fmt.Errorf("find games: %w", err)
	}
	more, err := v.booked(ctx, r, more)
	if err != nil {
		return nil, err
	}
	found = append(found, more...)
	return found[:min(len(found), most)], nil
}

// booked puts for each entry the game whose code its bets carry, once.
func (v *Venues) booked(ctx context.Context, r db.Reader, found []Exact) ([]Exact, error) {
	wanted := make([]Exact, 0, len(found))
	for _, e := range found {
		if code := entries[[2]string{e.Venue, e.Game}]; code != "" {
			wanted = append(wanted, Exact{Venue: e.Venue, Game: code})
		}
	}
	if len(wanted) == 0 {
		return found, nil
	}
	games, err := v.ExactNames(ctx, r, wanted)
	if err != nil {
		return nil, err
	}
	out, seen := make([]Exact, 0, len(found)), map[[2]string]bool{}
	for _, e := range found {
		if code := entries[[2]string{e.Venue, e.Game}]; code != "" {
			at := slices.IndexFunc(games, func(g Exact) bool { return g.Venue == e.Venue && g.Game == code })
			if at < 0 { // the catalogue has not got it
				continue
			}
			e = games[at]
		}
		if key := [2]string{e.Venue, e.Game}; !seen[key] {
			seen[key] = true
			out = append(out, e)
		}
	}
	return out, nil
}

// ExactNames gives venues and games by their codes, also those that cannot be opened
// any more. Those that the catalogue does not know are left out.
func (v *Venues) ExactNames(ctx context.Context, r db.Reader, wanted []Exact) ([]Exact, error) {
	names, err := v.Names(ctx, r)
	if err != nil {
		return nil, err
	}
	out, byVenue := []Exact{}, map[string][]string{}
	for _, e := range wanted {
		name, known := names[e.Venue]
		switch {
		case !known:
		case e.Game == "":
			out = append(out, Exact{Venue: e.Venue, VenueName: name})
		default:
			byVenue[e.Venue] = append(byVenue[e.Venue], e.Game)
		}
	}
	for venue, games := range byVenue {
		for part := range slices.Chunk(games, 100) {
			var rows []Exact
			err := r.NewSelect().TableExpr("venue_game AS g").ColumnExpr(exactColumns).Join("JOIN venue AS v ON v.code = g.venue").
				Where("g.venue = ?", venue).Where("g.code IN (?)", bun.List(part)).Scan(ctx, &rows)
			if err != nil {
				return nil, fmt.Errorf("names of games of %s: %w", venue, err)
			}
			out = append(out, rows...)
		}
	}
	return out, nil
}
