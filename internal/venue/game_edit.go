package venue

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// ListedGame is a game as staff see it: also what players do not.
type ListedGame struct {
	Game
	VenueName string
	Initials  string // of the name in pinyin, for the search
	Position  int    // within its venue; lower ones come first
	Hidden    bool
}

// CatalogueFilter chooses games for staff; empty fields do not. Games of
// closed venues and hidden games are among them.
type CatalogueFilter struct {
	Venue       string // code
	Kind        Kind
	Hot         bool
	Recommended bool
	Hidden      *bool  // nil: both
	Name        string // part of the name, its initials or the venue's code for it, taken literally
	Page        staff.Page
}

// GameChange is what staff change of a game; nil fields stay as they are.
type GameChange struct {
	ID          int64
	Name        *string
	Initials    *string // a new name without them leaves none: the old ones would find the wrong game
	Picture     *string // an address of this site, or empty for the drawn picture
	Hot         *bool
	Recommended *bool
	Hidden      *bool
	Position    *int
}

// mostPosition bounds a game's place in its venue.
const mostPosition = 1_000_000

// ownPicture is an address of a picture on this site. The site's policy lets
// browsers load pictures from nowhere else.
var ownPicture = regexp.MustCompile(`^(/[0-9A-Za-z_-][0-9A-Za-z._-]*)+\.(svg|png|jpe?g|webp|avif)$`)

// latinInitials are the letters a search may be typed with.
var latinInitials = regexp.MustCompile(`^[0-9a-z]{0,20}$`)

// Catalogue lists games for staff, in the order of the catalogue, and how many
// the filter chooses.
func (v *Venues) Catalogue(ctx context.Context, r db.Reader, f CatalogueFilter) ([]ListedGame, int, error) {
	q := r.NewSelect().TableExpr("venue_game AS g").ColumnExpr(listedColumns).Join("JOIN venue AS v ON v.code = g.venue")
	if f.Venue != "" {
		q.Where("g.venue = ?", f.Venue)
	}
	if f.Kind != "" {
		q.Where("g.kind = ?", string(f.Kind))
	}
	if f.Hot {
		q.Where("g.hot")
	}
	if f.Recommended {
		q.Where("g.recommended")
	}
	if f.Hidden != nil {
		q.Where("g.hidden = ?", *f.Hidden)
	}
	if f.Name != "" {
		wanted := db.Contains(f.Name)
		q.Where("("+v.db.Like("g.name")+" OR "+v.db.Like("g.initials")+" OR "+v.db.Like("g.code")+")", wanted, wanted, wanted)
	}
	limit, offset := f.Page.Bounds()
	var rows []listedRow
	total, err := q.OrderExpr("v.position, g.position, g.code").Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list the catalogue: %w", err)
	}
	games := make([]ListedGame, len(rows))
	for i, row := range rows {
		games[i] = row.listed()
	}
	return games, int(total), nil
}

// EditGame changes how a game stands in the lobby. It is audited with what was
// changed, before and after. It fails with ErrNoGame, ErrGameName,
// ErrGameInitials, ErrGamePicture, ErrGamePosition, or ErrSameGame when
// nothing would change.
func (v *Venues) EditGame(ctx context.Context, by staff.Actor, c GameChange) (ListedGame, error) {
	if err := c.check(); err != nil {
		return ListedGame{}, err
	}
	var after listedRow
	err := v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := lockGames(ctx, tx, []int64{c.ID})
		if err != nil {
			return err
		}
		after = c.apply(rows[0])
		changed, err := v.changeGame(ctx, tx, by, rows[0], after)
		if err == nil && !changed {
			err = ErrSameGame
		}
		return err
	})
	if err != nil {
		return ListedGame{}, err
	}
	return after.listed(), nil
}

// changeGame stores a game and writes the trail, unless nothing changed.
func (v *Venues) changeGame(ctx context.Context, tx *db.Tx, by staff.Actor, before, after listedRow) (changed bool, err error) {
	was, is := before.state(), after.state()
	for name, value := range was {
		if is[name] == value {
			delete(was, name)
			delete(is, name)
		}
	}
	if len(is) == 0 {
		return false, nil
	}
	if err := updateGame(ctx, tx, after); err != nil {
		return false, fmt.Errorf("change game %d: %w", after.ID, err)
	}
	return true, v.staff.Audit(ctx, tx, by, staff.Change{
		Action: "game.edit", Subject: fmt.Sprintf("game:%d", after.ID), Label: before.Name, Before: was, After: is,
	})
}

func (c GameChange) check() error {
	switch {
	case c.Name != nil && !gameName(*c.Name):
		return ErrGameName
	case c.Initials != nil && !latinInitials.MatchString(*c.Initials):
		return ErrGameInitials
	case c.Picture != nil && *c.Picture != "" && (len(*c.Picture) > 300 || !ownPicture.MatchString(*c.Picture)):
		return ErrGamePicture
	case c.Position != nil && (*c.Position < 0 || *c.Position > mostPosition):
		return ErrGamePosition
	}
	return nil
}

// gameName reports whether a text can stand on a game's tile and shows what it
// is: no control or direction characters (trust INP-4).
func gameName(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= 20 && utf8.ValidString(name) && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.C, r) })
}

func (c GameChange) apply(row listedRow) listedRow {
	if c.Name != nil && *c.Name != row.Name {
		row.Name, row.Initials = *c.Name, ""
	}
	set(&row.Initials, c.Initials)
	set(&row.Picture, c.Picture)
	set(&row.Hot, c.Hot)
	set(&row.Recommended, c.Recommended)
	set(&row.Hidden, c.Hidden)
	set(&row.Position, c.Position)
	return row
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}

// listedRow is a game as it is stored, with what staff see beside it.
type listedRow struct {
	gameRow
	VenueName string
	Hidden    bool
}

const listedColumns = `g.id, g.venue, v.platform_id, v.name AS venue_name, g.code, g.name, g.initials, g.kind, g.theme, g.category,
	g.hot, g.recommended, g.motif, g.palette, g.rarity, g.seed, g.picture, g.position, g.hidden`

func (r listedRow) listed() ListedGame {
	return ListedGame{Game: r.game(), VenueName: r.VenueName, Initials: r.Initials, Position: r.Position, Hidden: r.Hidden}
}

// state is what staff can change of a game, as the audit trail names it.
func (r listedRow) state() map[string]any {
	return map[string]any{
		"name": r.Name, "initials": r.Initials, "picture": r.Picture, "hot": r.Hot, "recommended": r.Recommended,
		"hidden": r.Hidden, "position": r.Position,
	}
}

// lockGames reads games in the order of their ids and keeps other writers off
// them until tx ends. It fails with ErrNoGame if one of them is none.
func lockGames(ctx context.Context, tx *db.Tx, ids []int64) ([]listedRow, error) {
	lock := tx.ForUpdate()
	if lock != "" {
		lock += " OF g"
	}
	var rows []listedRow
	err := tx.NewRaw(`
		SELECT `+listedColumns+`
		FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.id IN (?)
		ORDER BY g.id`+lock, bun.In(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("lock %d games: %w", len(ids), err)
	}
	if len(rows) != len(ids) {
		return nil, ErrNoGame
	}
	return rows, nil
}

func updateGame(ctx context.Context, tx *db.Tx, row listedRow) error {
	_, err := tx.NewRaw(`
		UPDATE venue_game
		SET name = ?, initials = ?, picture = ?, hot = ?, recommended = ?, hidden = ?, position = ?
		WHERE id = ?`, row.Name, row.Initials, row.Picture, row.Hot, row.Recommended, row.Hidden, row.Position, row.ID).Exec(ctx)
	return err
}

// gameHidden reports whether staff took a game out of the lobby. A game that
// is not listed is not hidden: a venue may open more than the catalogue names.
// Zeros before a number make it no other game, for a venue that reads numbers.
func gameHidden(ctx context.Context, r db.Reader, venue, code string) (bool, error) {
	var hidden bool
	err := r.NewRaw(`SELECT EXISTS (SELECT 1 FROM venue_game WHERE venue = ? AND code IN (?, ?) AND hidden)`,
		venue, code, strings.TrimLeft(code, "0")).Scan(ctx, &hidden)
	return hidden, err
}

// gameUnlisted reports whether players cannot find a game: it is not in the
// catalogue, or staff took it out of the lobby.
func gameUnlisted(ctx context.Context, r db.Reader, venue, code string) (unlisted bool, err error) {
	err = r.NewRaw(`SELECT NOT EXISTS (SELECT 1 FROM venue_game WHERE venue = ? AND code = ? AND NOT hidden)`, venue, code).Scan(ctx, &unlisted)
	return unlisted, err
}

// gameShut is ErrGameHidden for a game that staff took out of the lobby. Where the
// venue plays on the centre wallet, so is every game that is not listed: each has a
// session of its own, and its bets count as the venue's kind (H-238). The lobby of
// such a venue is no game.
func (v *Venues) gameShut(ctx context.Context, r db.Reader, e Entry, game string) error {
	look := gameHidden
	if adapter, there := v.Adapter(e.Code); there && adapter.Rules().Seamless && game != "" && game != "0" {
		look = gameUnlisted
	}
	shut, err := look(ctx, r, e.Code, game)
	if err != nil {
		return fmt.Errorf("find game %s of %s: %w", game, e.Code, err)
	}
	if shut {
		return ErrGameHidden
	}
	return nil
}
