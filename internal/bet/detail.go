package bet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/bet/words"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// The steps of a bet, as a player reads them.
const (
	StepPlaced    = "placed"
	StepSettled   = "settled"
	StepResettled = "resettled" // the venue settled it again with another result
	StepCorrected = "corrected" // something else changed, such as what counts as valid
	StepCashedOut = "cashout"   // the player sold it before its end
	StepVoid      = "void"
)

// Steps are the steps of a bet.
var Steps = []string{StepPlaced, StepSettled, StepResettled, StepCorrected, StepCashedOut, StepVoid}

// ruleOpen is shown in place of a rule of D-26 while a bet is open.
const ruleOpen = "未结算，结算后计算"

// Step is something that happened to a bet.
type Step struct {
	State string
	At    time.Time // the venue's time
	Valid money.Fen
	Win   money.Fen
}

// Detail is everything a player may know of one of their bets.
type Detail struct {
	Line      // the newest version
	VenueName string
	GameID    int64  // in the catalogue; 0 if the game is not shown there
	Rule      string // how Valid came about (D-26); Reason says why it is nothing
	Table     string // the table, room or seat of a round; "" where the venue tells none, as Play and Outcome
	Play      string // the kind of bet, and what it was on
	Outcome   string // how the round ended
	Legs      []venue.BetLeg
	CashedOut bool
	Steps     []Step           // the first one first
	Turnover  []turnover.Given // what it gave to the requirements
	Replay    bool             // whether Replay may find a page of the round
	Uncounted string           // why not all of it counted; "" if it did or is open
}

// Detail gives a bet of a player by the venue's code or platform id and the
// venue's id of the bet. Another player's bet is ErrNoBet, as one that is not
// there.
func (b *Bets) Detail(ctx context.Context, player, venueCodeOrID, betID string) (Detail, error) {
	e, err := b.venues.Get(ctx, b.db, venueCodeOrID)
	if errors.Is(err, venue.ErrNoVenue) {
		return Detail{}, ErrNoBet
	}
	if err != nil {
		return Detail{}, err
	}
	rows, err := listVersions(ctx, b.db, e.Code, betID)
	if err != nil {
		return Detail{}, fmt.Errorf("versions of bet %s: %w", betID, err)
	}
	if len(rows) == 0 || rows[len(rows)-1].Player != player {
		return Detail{}, ErrNoBet
	}
	read := b.reader(e.Code)
	newest := rows[len(rows)-1]
	facts := read([]byte(newest.Raw))
	d := Detail{
		Line: linesOf(rows[len(rows)-1:])[0], VenueName: e.Name, Rule: ruleOf(e.Kind, newest),
		Table: facts.Round.Place(), Play: facts.Round.Play,
		Legs: facts.Legs, CashedOut: facts.CashedOut && newest.Status == Settled, Steps: stepsOf(rows, read),
	}
	d.Replay = b.CanReplay(d.Line, false)
	d.Round = cmp.Or(facts.Round.Number, d.Round)
	if d.GameID, d.GameName, err = gameOf(ctx, b.db, newest); err != nil {
		return Detail{}, fmt.Errorf("game of bet %s: %w", betID, err)
	}
	d.Outcome = words.Outcome(d.GameName, venue.BetFacts{Round: facts.Round})
	if d.Turnover, err = b.turnover.GivenBy(ctx, b.db, e.Code, betID); err != nil {
		return Detail{}, err
	}
	used, err := b.turnover.OfBet(ctx, b.db, e.Code, betID)
	if err != nil {
		return Detail{}, err
	}
	if used != nil && used.Counted < used.Valid {
		d.Uncounted = used.Reason
	}
	return d, nil
}

// reader reads what a venue's own rows say; nothing where the venue has no words for it.
func (b *Bets) reader(code string) func(raw []byte) venue.BetFacts {
	adapter, _ := b.venues.Adapter(code)
	if reader, can := adapter.(venue.BetReader); can {
		return reader.ReadBet
	}
	return func([]byte) venue.BetFacts { return venue.BetFacts{} }
}

// Facts are the contents of the venue's own row of a version. Its Raw must be there.
func (b *Bets) Facts(l Line) venue.BetFacts { return b.reader(l.Venue)([]byte(l.Raw)) }

// ruleOf says by which rule of D-26 a version's valid stake came about.
func ruleOf(kind venue.Kind, r row) string {
	if r.Status == Open {
		return ruleOpen
	}
	return cmp.Or(r.Reason, words.Rule(kind))
}

// stepsOf tells the story of a bet from its versions. It begins with the
// placing, whether or not the venue reported the bet while it was open.
func stepsOf(rows []row, read func(raw []byte) venue.BetFacts) []Step {
	steps := []Step{{State: StepPlaced, At: calendar.FromStored(rows[0].BetAt)}}
	before := row{Status: Open}
	for i, r := range rows {
		if i == 0 && r.Status == Open {
			before = r
			continue
		}
		steps = append(steps, Step{State: stepOf(before, r, read), At: stepTime(before, r), Valid: money.Fen(r.Valid), Win: money.Fen(r.Win)})
		before = r
	}
	return steps
}

func stepOf(before, r row, read func(raw []byte) venue.BetFacts) string {
	switch {
	case r.Status == Open || r.Status == before.Status && r.Win == before.Win:
		return StepCorrected
	case r.Status == Void:
		return StepVoid
	case before.Status != Open:
		return StepResettled
	case read([]byte(r.Raw)).CashedOut:
		return StepCashedOut
	}
	return StepSettled
}

// stepTime is when the venue says that it happened. A correction of ours has
// the venue's old times, and happened when it was stored.
func stepTime(before, r row) time.Time {
	switch {
	case before.Version > 0 && r.UpdatedAt <= before.UpdatedAt:
		return calendar.FromStored(r.StoredAt)
	case before.Status == Open && r.Status != Open:
		return calendar.FromStored(r.SettledAt)
	}
	return calendar.FromStored(r.UpdatedAt)
}
