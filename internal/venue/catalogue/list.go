package catalogue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// GameChangeKind says how a game of a vendor's list differs from the catalogue.
type GameChangeKind string

// The differences.
const (
	GameNew     GameChangeKind = "new"     // the catalogue does not have it
	GameRenamed GameChangeKind = "renamed" // the vendor calls it by another name than before
	GameGone    GameChangeKind = "gone"    // the list does not have it any more
	GameBack    GameChangeKind = "back"    // it was gone, and the list has it again
)

// GameChangeKinds are the differences.
var GameChangeKinds = []GameChangeKind{GameNew, GameRenamed, GameGone, GameBack}

// ListFailure says why a vendor's list could not be read, in words of ours.
type ListFailure string

// Why a list could not be read.
const (
	ListSilent ListFailure = "silent" // no answer, or one that is not in the vendor's form
	ListEmpty  ListFailure = "empty"  // no game of it can be opened
	ListLong   ListFailure = "long"   // more than MaxListedGames
)

// ListFailures are the reasons why a list could not be read.
var ListFailures = []ListFailure{ListSilent, ListEmpty, ListLong}

const (
	// MaxListedGames is how many games a vendor's list may have.
	MaxListedGames = 20_000

	listTimeout    = time.Minute    // of one reading
	listEvery      = 24 * time.Hour // between two readings by itself
	listRetry      = time.Hour      // after one that failed
	maxVendorName  = 40             // characters
	maxMaker       = 40
	listedGameFrom = 1_000_000_000 // numbers of games that came from lists begin here
	listedPerVenue = 100_000
)

// GameListState compares a vendor's list with the catalogue.
type GameListState struct {
	Supported bool // the vendor gives a list
	ShowNew   bool // new games are shown to players at once
	Digest    string
	Games     int // of the list that was last read
	Skipped   int // rows of it that name no game
	ReadAt    time.Time
	AskedAt   time.Time   // also when the list could not be read
	Failure   ListFailure // why not, the last time
	AppliedAt time.Time
	AppliedBy string
	Counts    map[GameChangeKind]int
}

// GameDifference is one game that differs.
type GameDifference struct {
	Change          GameChangeKind
	Code, Name, Was string // the list's name, and ours
	Kind            venue.Kind
	Maker           string
	Kept            bool // staff named it: our name stays
}

// gameCodes are those that a launch can carry.
var gameCodes = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,64}$`)

// ReadGameList asks a vendor for the list of its games and keeps it beside the
// catalogue, in which nothing changes. It fails with ErrNoVenue, ErrNoGameList,
// ErrListSilent, ErrListEmpty or ErrListLong; the list that was read before stays then.
func (c *Catalogue) ReadGameList(ctx context.Context, by staff.Actor, codeOrID string) error {
	e, err := c.venues.Get(ctx, c.db, codeOrID)
	if err != nil {
		return err
	}
	_, err, _ = c.reading.Do(e.Code, func() (any, error) {
		// Several may wait for this answer, and one that goes away must not end it for the others.
		return nil, c.readGameList(context.WithoutCancel(ctx), by, e)
	})
	return err
}

func (c *Catalogue) readGameList(ctx context.Context, by staff.Actor, e venue.Entry) error {
	adapter, _ := c.venues.Adapter(e.Code)
	lister, can := adapter.(venue.GameLister)
	if !can {
		return ErrNoGameList
	}
	asked, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	games, err := lister.GameList(asked)
	if err != nil {
		c.log.WarnContext(ctx, "a venue's list of games could not be read", slog.String("venue", e.Code), slog.Any("err", err))
		return c.listFailed(ctx, e.Code, ListSilent, ErrListSilent)
	}
	if len(games) > MaxListedGames {
		return c.listFailed(ctx, e.Code, ListLong, ErrListLong.With(MaxListedGames))
	}
	rows, skipped := cleanGames(games)
	if len(rows) == 0 { // or every game of the venue would be gone
		return c.listFailed(ctx, e.Code, ListEmpty, ErrListEmpty)
	}
	digest, err := digestOf(rows)
	if err != nil {
		return err
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := venue.Lock(ctx, tx, e.Code); err != nil {
			return err
		}
		before, err := findList(ctx, tx, e.Code)
		if err != nil {
			return err
		}
		if before.Digest != digest {
			if err := replaceList(ctx, tx, e.Code, rows); err != nil {
				return fmt.Errorf("keep the game list of %s: %w", e.Code, err)
			}
		}
		if err := noteList(ctx, tx, e.Code, digest, skipped); err != nil {
			return fmt.Errorf("note the game list of %s: %w", e.Code, err)
		}
		counts, err := countDifferences(ctx, tx, e.Code) // games can be gone only once the list is noted
		if err != nil {
			return err
		}
		if err := noteDiffers(ctx, tx, e.Code, sumOf(counts)); err != nil {
			return fmt.Errorf("note the differences of %s: %w", e.Code, err)
		}
		if by.ID == "" { // the daily job changes nothing that people decide
			return nil
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "game.list_read", Subject: "venue:" + e.Code, Label: e.Name, After: listAudit(len(rows), counts),
		})
	})
}

// listFailed notes why a list could not be read, and gives what staff are told.
func (c *Catalogue) listFailed(ctx context.Context, code string, why ListFailure, told *fault.Fault) error {
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return noteListFailure(ctx, tx, code, string(why)) })
	if err != nil {
		return fmt.Errorf("note that the game list of %s failed: %w", code, err)
	}
	return told
}

// cleanGames gives the games that can be opened, each once, and how many rows name none.
func cleanGames(games []venue.VendorGame) (rows []listRow, skipped int) {
	seen := make(map[string]bool, len(games))
	for _, g := range games {
		if !gameCodes.MatchString(g.Code) || g.Code == "0" || seen[g.Code] {
			skipped++
			continue
		}
		seen[g.Code] = true
		if g.Closed {
			continue
		}
		row := listRow{Code: g.Code, Name: plainText(g.Name, maxVendorName), Kind: string(g.Kind), Maker: plainText(g.Maker, maxMaker), Place: len(rows) + 1}
		if row.Name == "" {
			row.Name = plainText(g.Code, maxVendorName)
		}
		if g.Kind.Name() == "" {
			row.Kind = ""
		}
		rows = append(rows, row)
	}
	return rows, skipped
}

// plainText is a vendor's text as a screen may show it (trust INP-4): one line
// without control and direction characters, cut to a tile's room.
func plainText(s string, limit int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) || unicode.IsSpace(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	runes := []rune(strings.Join(strings.Fields(s), " "))
	if len(runes) > limit {
		runes = append(runes[:limit-1], '…')
	}
	return string(runes)
}

func digestOf(rows []listRow) (string, error) {
	text, err := json.Marshal(rows)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), nil
}

// GameList returns the state of a vendor's list, and one page of the
// differences, of one kind or of all for "". The result total is their number.
func (c *Catalogue) GameList(ctx context.Context, r db.Reader, codeOrID string, change GameChangeKind, page staff.Page) (
	state GameListState, differences []GameDifference, total int, err error,
) {
	e, err := c.venues.Get(ctx, r, codeOrID)
	if err != nil {
		return state, nil, 0, err
	}
	row, err := findList(ctx, r, e.Code)
	if err != nil {
		return state, nil, 0, err
	}
	adapter, _ := c.venues.Adapter(e.Code)
	_, state.Supported = adapter.(venue.GameLister)
	state.ShowNew, state.Digest, state.Skipped, state.Failure = row.ShowNew, row.Digest, row.Skipped, ListFailure(row.Failure)
	state.ReadAt, state.AskedAt, state.AppliedAt, state.AppliedBy = calendar.FromStored(row.ReadAt), calendar.FromStored(row.AskedAt), calendar.FromStored(row.AppliedAt), row.AppliedBy
	if state.Games, err = countList(ctx, r, e.Code); err != nil {
		return state, nil, 0, fmt.Errorf("count the game list of %s: %w", e.Code, err)
	}
	if state.Counts, err = countDifferences(ctx, r, e.Code); err != nil {
		return state, nil, 0, err
	}
	total = state.Counts[change]
	if change == "" {
		total = sumOf(state.Counts)
	}
	differences, err = listDifferences(ctx, r, e.Code, change, page)
	return state, differences, total, err
}

// GamesDiffer gives how many differences each venue's list had when it was last read
// or applied, by venue.
func (c *Catalogue) GamesDiffer(ctx context.Context, r db.Reader) (map[string]int, error) {
	differs, err := listDiffers(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("count the differences of the game lists: %w", err)
	}
	return differs, nil
}

// ReadDueGameList reads the list of one venue that was not read for a day, so
// that its difference is seen. It changes no game. The venue that waited
// longest comes first.
func (c *Catalogue) ReadDueGameList(ctx context.Context) error {
	now := c.db.Clock().Now()
	oldest, due := time.Time{}, ""
	for _, code := range c.venues.Codes() {
		adapter, _ := c.venues.Adapter(code)
		if _, can := adapter.(venue.GameLister); !can {
			continue
		}
		row, err := findList(ctx, c.db, code)
		if err != nil {
			return err
		}
		pause := listEvery
		if row.Failure != "" {
			pause = listRetry
		}
		if at := calendar.FromStored(row.AskedAt); (due == "" || at.Before(oldest)) && now.Sub(at) >= pause {
			oldest, due = at, code
		}
	}
	if due == "" {
		return nil
	}
	err := c.ReadGameList(ctx, staff.Actor{}, due)
	if _, told := fault.Of(err); told { // it is noted beside the list
		return nil
	}
	return err
}

func sumOf(counts map[GameChangeKind]int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

func listAudit(games int, counts map[GameChangeKind]int) map[string]any {
	return map[string]any{
		"games": games, "new": counts[GameNew], "renamed": counts[GameRenamed], "gone": counts[GameGone], "back": counts[GameBack],
	}
}

// SetShowNew says whether new games of a vendor's list are shown to players at once.
// It fails with ErrNoVenue, ErrNoGameList or ErrSameGame.
func (c *Catalogue) SetShowNew(ctx context.Context, by staff.Actor, codeOrID string, show bool) error {
	e, err := c.venues.Get(ctx, c.db, codeOrID)
	if err != nil {
		return err
	}
	adapter, _ := c.venues.Adapter(e.Code)
	if _, can := adapter.(venue.GameLister); !can {
		return ErrNoGameList
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := venue.Lock(ctx, tx, e.Code); err != nil {
			return err
		}
		before, err := findList(ctx, tx, e.Code)
		if err != nil {
			return err
		}
		if before.ShowNew == show {
			return ErrSameGame
		}
		if err := setShowNew(ctx, tx, e.Code, show); err != nil {
			return fmt.Errorf("set how new games of %s are shown: %w", e.Code, err)
		}
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "game.list_rule", Subject: "venue:" + e.Code, Label: e.Name,
			Before: map[string]any{"showNew": before.ShowNew}, After: map[string]any{"showNew": show},
		})
	})
}

// ApplyGameList makes the catalogue agree with the list that was read. The
// caller gives the digest, so only a list that was seen is applied. New games
// come in, hidden unless the venue shows them at once, and games that are gone
// cannot be opened. Names follow the vendor's, except where staff named the
// game. Marks, pictures, places and staff's hiding stay. It returns how many
// games of each kind changed. It fails with ErrNoVenue, ErrListMoved,
// ErrListFull, or ErrSameGame when nothing would change.
func (c *Catalogue) ApplyGameList(ctx context.Context, by staff.Actor, codeOrID, digest string) (map[GameChangeKind]int, error) {
	e, err := c.venues.Get(ctx, c.db, codeOrID)
	if err != nil {
		return nil, err
	}
	var counts map[GameChangeKind]int
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := venue.Lock(ctx, tx, e.Code); err != nil { // two at once would number their games alike
			return err
		}
		list, err := findList(ctx, tx, e.Code)
		if err != nil {
			return err
		}
		if list.Digest == "" || list.Digest != digest {
			return ErrListMoved
		}
		if counts, err = countDifferences(ctx, tx, e.Code); err != nil {
			return err
		}
		if sumOf(counts) == 0 {
			return ErrSameGame
		}
		games, err := countList(ctx, tx, e.Code)
		if err != nil {
			return fmt.Errorf("count the game list of %s: %w", e.Code, err)
		}
		if err := takeOver(ctx, tx, e, list.ShowNew); err != nil {
			return err
		}
		if err := noteApplied(ctx, tx, e.Code, by.Name); err != nil {
			return fmt.Errorf("note that the game list of %s was applied: %w", e.Code, err)
		}
		after := listAudit(games, counts)
		after["showNew"] = list.ShowNew
		return c.staff.Audit(ctx, tx, by, staff.Change{Action: "game.list_apply", Subject: "venue:" + e.Code, Label: e.Name, After: after})
	})
	if err != nil {
		return nil, err
	}
	return counts, nil
}

// takeOver changes the games of a venue as its list says.
func takeOver(ctx context.Context, tx *db.Tx, e venue.Entry, show bool) error {
	below := listedGameFrom + int64(e.ID)*listedPerVenue
	last, err := lastListedGame(ctx, tx, e.Code, below)
	if err != nil {
		return fmt.Errorf("number the games of %s: %w", e.Code, err)
	}
	added, err := listNew(ctx, tx, e.Code)
	if err != nil {
		return fmt.Errorf("list the new games of %s: %w", e.Code, err)
	}
	if last+int64(len(added)) >= below+listedPerVenue {
		return ErrListFull
	}
	place, err := lastPosition(ctx, tx, e.Code)
	if err != nil {
		return fmt.Errorf("place the games of %s: %w", e.Code, err)
	}
	if err := followList(ctx, tx, e.Code); err != nil {
		return fmt.Errorf("follow the game list of %s: %w", e.Code, err)
	}
	rows := make([][]any, len(added))
	for i, g := range added {
		kind := g.Kind
		if kind == "" {
			kind = string(e.Kind)
		}
		rows[i] = []any{last + int64(i) + 1, e.Code, g.Code, g.Name, g.Name, kind, g.Maker, int64(min(place+i+1, mostPosition)), !show}
	}
	if err := insertListed(ctx, tx, rows); err != nil {
		return fmt.Errorf("add the new games of %s: %w", e.Code, err)
	}
	return nil
}
