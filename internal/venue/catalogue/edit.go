package catalogue

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"
	"golang.org/x/sync/singleflight"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Config holds the dependencies of New.
type Config struct {
	DB     *db.DB
	Staff  *staff.Staff
	Venues *venue.Venues
	Log    *slog.Logger // slog.Default if nil
}

// Catalogue is the games of all venues as staff keep them, and the vendors' lists
// that they come from.
type Catalogue struct {
	// Hold keeps the uploaded files that texts name, in the transaction that saves
	// them, and fails if one is not there. It may be nil.
	Hold func(ctx context.Context, tx *db.Tx, texts ...string) error

	db      *db.DB
	staff   *staff.Staff
	venues  *venue.Venues
	log     *slog.Logger
	reading singleflight.Group // lists of games, by venue
}

// New makes the catalogue of the games of venues.
func New(c Config) *Catalogue {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Catalogue{db: c.DB, staff: c.Staff, venues: c.Venues, log: c.Log}
}

// ListedGame is a game as staff see it: also what players do not.
type ListedGame struct {
	venue.Game
	VenueName string
	Initials  string // of the name in pinyin, for the search
	Position  int    // within its venue; lower ones come first
	Hidden    bool
	Gone      bool   // the vendor's list does not have it any more
	OwnName   bool   // the name is ours: the vendor's list does not change it
	Maker     string // whose game an aggregator offers

	MaintenanceReason string
}

// Filter chooses games for staff; empty fields do not. Games of
// closed venues and hidden games are among them.
type Filter struct {
	Venue       string // code
	Kind        venue.Kind
	Hot         bool
	Recommended bool
	Hidden      *bool  // nil: both
	Gone        bool   // only those that are gone from the vendor's list
	Maintained  bool   // only those with a maintenance that is not over
	Name        string // part of the name, its initials or the venue's code for it, taken literally
	Page        staff.Page
}

// GameChange is a change of a game by staff; nil fields stay as they are.
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

// List lists games for staff, in the order of the catalogue, and how many
// the filter chooses.
func (c *Catalogue) List(ctx context.Context, r db.Reader, f Filter) ([]ListedGame, int, error) {
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
	if f.Gone {
		q.Where("g.gone")
	}
	if f.Maintained {
		q.Where("g.maintenance_to > ?", c.db.Clock().Now().UnixMilli())
	}
	if f.Name != "" {
		wanted := db.Contains(f.Name)
		q.Where("("+c.db.Like("g.name")+" OR "+c.db.Like("g.initials")+" OR "+c.db.Like("g.code")+")", wanted, wanted, wanted)
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

// EditGame changes how the lobby shows a game. The audit holds the changes,
// before and after. It fails with ErrNoGame, ErrGameName, ErrGameInitials,
// ErrGamePicture, ErrGamePosition, or ErrSameGame when nothing would change.
func (c *Catalogue) EditGame(ctx context.Context, by staff.Actor, change GameChange) (ListedGame, error) {
	if err := change.check(); err != nil {
		return ListedGame{}, err
	}
	var after listedRow
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		rows, err := lockGames(ctx, tx, []int64{change.ID})
		if err == nil && change.Picture != nil && c.Hold != nil {
			err = c.Hold(ctx, tx, *change.Picture)
		}
		if err != nil {
			return err
		}
		after = change.apply(rows[0])
		changed, err := c.changeGame(ctx, tx, by, rows[0], after)
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
func (c *Catalogue) changeGame(ctx context.Context, tx *db.Tx, by staff.Actor, before, after listedRow) (changed bool, err error) {
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
	return true, c.staff.Audit(ctx, tx, by, staff.Change{
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

// gameName reports whether a text is safe on a game's tile: no control or
// direction characters (trust INP-4).
func gameName(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= 1 && n <= maxVendorName && utf8.ValidString(name) && strings.TrimSpace(name) == name &&
		!strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.C, r) })
}

func (c GameChange) apply(row listedRow) listedRow {
	if c.Name != nil && *c.Name != row.Name {
		row.Name, row.Initials, row.OwnName = *c.Name, "", true
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
	ID          int64
	Venue       string
	PlatformID  int
	VenueName   string
	Code        string
	Name        string
	Initials    string
	Kind        string
	Theme       string
	Category    int
	Hot         bool
	Recommended bool
	Motif       string
	Palette     string
	Rarity      int
	Seed        int
	Picture     string
	Position    int
	Hidden      bool
	Gone        bool
	OwnName     bool
	Maker       string

	MaintenanceFrom, MaintenanceTo int64
	MaintenanceReason              string
}

const listedColumns = `g.id, g.venue, v.platform_id, v.name AS venue_name, g.code, g.name, g.initials, g.kind, g.theme, g.category,
	g.hot, g.recommended, g.motif, g.palette, g.rarity, g.seed, g.picture, g.position, g.hidden, g.gone, g.own_name, g.maker,
	g.maintenance_from, g.maintenance_to, g.maintenance_reason`

func (r listedRow) listed() ListedGame {
	return ListedGame{
		Game: venue.Game{
			ID: r.ID, Venue: r.Venue, Code: r.Code, PlatformID: r.PlatformID, Name: r.Name, Kind: venue.Kind(r.Kind), Theme: r.Theme,
			Category: r.Category, Hot: r.Hot, Recommended: r.Recommended, Picture: r.Picture,
			Art:             venue.Art{Motif: r.Motif, Palette: r.Palette, Rarity: r.Rarity, Seed: r.Seed},
			MaintenanceFrom: calendar.FromStored(r.MaintenanceFrom), MaintenanceTo: calendar.FromStored(r.MaintenanceTo),
		},
		VenueName: r.VenueName, Initials: r.Initials, Position: r.Position, Hidden: r.Hidden, Gone: r.Gone, OwnName: r.OwnName, Maker: r.Maker,
		MaintenanceReason: r.MaintenanceReason,
	}
}

// state is the editable part of a game, in the audit trail's names.
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
		ORDER BY g.id`+lock, bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("lock %d games: %w", len(ids), err)
	}
	if len(rows) != len(ids) {
		return nil, venue.ErrNoGame
	}
	return rows, nil
}

func updateGame(ctx context.Context, tx *db.Tx, row listedRow) error {
	_, err := tx.NewRaw(`
		UPDATE venue_game
		SET name = ?, initials = ?, picture = ?, hot = ?, recommended = ?, hidden = ?, position = ?, own_name = ?
		WHERE id = ?`, row.Name, row.Initials, row.Picture, row.Hot, row.Recommended, row.Hidden, row.Position, row.OwnName, row.ID).Exec(ctx)
	return err
}
