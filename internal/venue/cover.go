package venue

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// pickedColumns are gameColumns for a question that no player asks.
var pickedColumns = strings.ReplaceAll(gameColumns, "f.player IS NOT NULL", "FALSE")

// Covers returns the first games of each kind at open venues: the most played
// first, then those that staff or the catalogue chose. The rest come in turn
// from each venue. It is one query, because each visitor of the home page sees
// the same.
func (v *Venues) Covers(ctx context.Context, r db.Reader, each int) (map[Kind][]Game, error) {
	open, err := v.open(ctx, r)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	var rows []gameRow
	err = r.NewRaw(`
		SELECT * FROM (
			SELECT `+pickedColumns+`, g.position, ROW_NUMBER() OVER (
				PARTITION BY g.kind
				ORDER BY g.played DESC, CASE WHEN g.hot OR g.recommended THEN 0 ELSE 1 END, g.position, v.position, g.id
			) AS place
			FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
			WHERE g.venue IN (?) AND NOT g.hidden AND NOT g.gone
		) AS placed
		WHERE place <= ? ORDER BY kind, place`, bun.List(open), each).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("covers of each kind: %w", err)
	}
	covers := map[Kind][]Game{}
	for _, g := range gamesOf(rows) {
		covers[g.Kind] = append(covers[g.Kind], g)
	}
	return covers, nil
}

// open are the codes of the venues that players can enter now.
func (v *Venues) open(ctx context.Context, r db.Reader) (codes []string, err error) {
	list, err := v.List(ctx, r)
	for _, e := range list {
		if e.Shown() == StateOpen {
			codes = append(codes, e.Code)
		}
	}
	return codes, err
}

// SearchLimit is how many games one search finds at most.
const SearchLimit = 24

// Search finds games of all venues by a part of their name or their venue's, or by
// pinyin, in full or by initials. Spaces and apostrophes between syllables do not
// count. Names that begin with the text come first, then the most played.
func (v *Venues) Search(ctx context.Context, r db.Reader, text string) ([]Game, error) {
	text = strings.NewReplacer(" ", "", "'", "", "’", "", "\u3000", "").Replace(strings.TrimSpace(text))
	if text == "" {
		return nil, nil
	}
	anywhere := db.Contains(text)
	begins := strings.TrimPrefix(anywhere, "%")
	like := v.db.Like
	var rows []gameRow
	err := r.NewRaw(`
		SELECT `+pickedColumns+`, g.position
		FROM venue_game AS g
		JOIN venue AS v ON v.code = g.venue
		LEFT JOIN game_pinyin AS p ON p.name = g.name
		WHERE v.state <> 'closed' AND NOT g.hidden AND NOT g.gone
			AND (`+like("g.name")+` OR `+like("g.initials")+` OR `+like("p.pinyin")+` OR `+like("v.name")+`)
		ORDER BY CASE WHEN `+like("g.name")+` OR `+like("g.initials")+` OR `+like("p.pinyin")+` THEN 0 WHEN `+like("v.name")+` THEN 2 ELSE 1 END,
			g.played DESC, g.position, v.position, g.id
		LIMIT ?`, anywhere, anywhere, anywhere, anywhere, begins, begins, begins, anywhere, SearchLimit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("search games: %w", err)
	}
	return gamesOf(rows), nil
}

// seedPinyin writes how the shipped names are read.
func seedPinyin(ctx context.Context, tx *db.Tx) error {
	var rows [][]any
	err := readTable("shipped/pinyin.csv", func(line record) {
		rows = append(rows, []any{line.text("name"), strings.ReplaceAll(line.text("pinyin"), " ", "")})
	})
	if err != nil {
		return err
	}
	_, err = tx.InsertRows(ctx, "game_pinyin (name, pinyin)", "ON CONFLICT (name) DO NOTHING", rows)
	return err
}

// GameKey is how a bet names its game.
type GameKey struct{ Venue, Code string }

// Keyed finds games that players can see by their keys, in one query.
func (v *Venues) Keyed(ctx context.Context, r db.Reader, keys map[GameKey]bool) (map[GameKey]Game, error) {
	var venues, codes []string
	for key := range keys {
		venues, codes = append(venues, key.Venue), append(codes, key.Code)
	}
	found := map[GameKey]Game{}
	if len(keys) == 0 {
		return found, nil
	}
	var rows []gameRow
	err := r.NewRaw(`
		SELECT `+pickedColumns+`, g.position
		FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.venue IN (?) AND g.code IN (?) AND v.state <> 'closed' AND NOT g.hidden AND NOT g.gone`, bun.List(venues), bun.List(codes)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games by their keys: %w", err)
	}
	for _, g := range gamesOf(rows) {
		if key := (GameKey{g.Venue, g.Code}); keys[key] {
			found[key] = g
		}
	}
	return found, nil
}
