package venue

import (
	"context"
	"database/sql"
	"embed"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"hongyun/internal/db"
)

// shipped is the catalogue a new installation starts with, as tables that
// people can read and correct. The documented ids are D-18's; the others were
// chosen once and never change. The names are our own: the operator's contract
// decides whose games are behind a number. A venue without an adapter is listed
// and is not open.
//
//go:embed shipped/venues.csv shipped/games.csv shipped/pinyin.csv
var shipped embed.FS

// gamesPerVenue is the room of one venue in the ids of games; shipped games
// are numbered from 1, and what the operator adds from addedFrom.
const (
	gamesPerVenue = 10000
	addedFrom     = 5000
)

// catalogue is the shipped catalogue, read once.
var catalogue = sync.OnceValues(readShipped)

type shippedCatalogue struct {
	venues []entryRow
	games  []gameRow
}

func readShipped() (shippedCatalogue, error) {
	var c shippedCatalogue
	ids := map[string]int{}
	err := readTable("shipped/venues.csv", func(line record) {
		row := entryRow{Code: line.text("code"), PlatformID: line.number("platform_id"), Name: line.text("name"), Kind: line.text("kind")}
		c.venues = append(c.venues, row)
		ids[row.Code] = row.PlatformID
	})
	if err != nil {
		return c, err
	}
	err = readTable("shipped/games.csv", func(line record) {
		venue, number := line.text("venue"), line.number("number")
		c.games = append(c.games, gameRow{
			ID: int64(ids[venue])*gamesPerVenue + int64(number), Venue: venue, Code: line.text("code"), Name: line.text("name"),
			Initials: line.text("initials"), Kind: line.text("kind"), Theme: line.text("theme"), Category: line.number("category"),
			Hot: line.number("hot") == 1, Recommended: line.number("recommended") == 1, Motif: line.text("motif"),
			Palette: line.text("palette"), Rarity: line.number("rarity"), Seed: line.number("seed"), Position: number * 10,
		})
	})
	return c, err
}

// record is one line of a shipped table by the names of its columns. The first
// thing wrong with it stays in err.
type record struct {
	values map[string]string
	err    *error
}

func (r record) text(column string) string {
	value, ok := r.values[column]
	if !ok && *r.err == nil {
		*r.err = fmt.Errorf("no column %s", column)
	}
	return value
}

func (r record) number(column string) int {
	n, err := strconv.Atoi(r.text(column))
	if err != nil && *r.err == nil {
		*r.err = fmt.Errorf("column %s: %w", column, err)
	}
	return n
}

func readTable(file string, read func(record)) error {
	f, err := shipped.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for i, line := range lines[1:] {
		values := make(map[string]string, len(line))
		for at, name := range lines[0] {
			values[name] = line[at]
		}
		read(record{values, &err})
		if err != nil {
			return fmt.Errorf("%s line %d: %w", file, i+2, err)
		}
	}
	return nil
}

// Seed writes the shipped catalogue into an empty database and adds games that
// a later version ships. Changes by staff stay.
func (v *Venues) Seed(ctx context.Context) error {
	c, err := catalogue()
	if err != nil {
		return fmt.Errorf("read the shipped catalogue: %w", err)
	}
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, row := range c.venues {
			if err := insertEntry(ctx, tx, row, (i+1)*10); err != nil {
				return fmt.Errorf("seed venue %s: %w", row.Code, err)
			}
		}
		if err := insertGames(ctx, tx, c.games); err != nil {
			return fmt.Errorf("seed games: %w", err)
		}
		if err := seedPinyin(ctx, tx); err != nil {
			return fmt.Errorf("seed pinyin: %w", err)
		}
		return nil
	})
}

// NameGames sets the names under which a venue's games are shown, and adds
// games that are not listed yet. The names are the operator's own list, or that
// of a simulated venue. Games it does not mention stay. It fails with
// ErrNoVenue.
func (v *Venues) NameGames(ctx context.Context, code string, games []Game) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := lockEntry(ctx, tx, code) // two lists at once would number their games alike
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoVenue
		}
		if err != nil {
			return fmt.Errorf("lock venue %s: %w", code, err)
		}
		id, err := lastGameID(ctx, tx, code, int64(e.PlatformID)*gamesPerVenue+addedFrom)
		if err != nil {
			return fmt.Errorf("number the games of %s: %w", code, err)
		}
		for i, g := range games {
			id++ // a game that is listed already keeps its own
			if err := nameGame(ctx, tx, gameRow{ID: id, Venue: code, Code: g.Code, Name: g.Name, Kind: e.Kind, Position: i + 1}); err != nil {
				return fmt.Errorf("name game %s of %s: %w", g.Code, code, err)
			}
		}
		return nil
	})
}
