// Package purse carries out a transfer for every simulated venue, whatever its
// protocol calls it. It books the transfer, refuses it, or does what a fault
// demands. A protocol turns the Outcome into its own code.
package purse

import (
	"context"
	"errors"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// Outcome is what became of a transfer, or what a question about it is told.
type Outcome int

// Outcomes. From Duplicate to NoPlayer nothing was moved by this call.
const (
	Done Outcome = iota
	Processing
	Hidden // done, and the answer must not arrive
	Duplicate
	Short
	NoCredit
	Closed // a fault: the venue refuses
	InGame
	NoPlayer
	Failed // kept as refused
	Absent // no such order
)

// Veils of books.Transfer.
const (
	veilAbsent  = "absent"
	veilOngoing = "processing"
)

// Purse is one venue's.
type Purse struct {
	Venue  string
	Credit money.Fen // what the agent's players may hold, net
	Books  *books.Books
	Clock  calendar.Clock
}

// Move carries out a transfer whose form was checked. A refusal on its merits
// is kept, so that a question about the order says Failed. The order of an
// unknown player is not kept.
func (p *Purse) Move(ctx context.Context, id, player string, way books.Direction, amount money.Fen, f faults.Fault) (after money.Fen, o Outcome, err error) {
	t := books.Transfer{Venue: p.Venue, ID: id, Player: player, Direction: way, Amount: amount, At: p.Clock.Now()}
	switch _, err := p.Books.Account(ctx, p.Venue, player); {
	case errors.Is(err, books.ErrNoAccount):
		return 0, NoPlayer, nil
	case err != nil:
		return 0, 0, err
	}
	o = Done
	switch f.Kind {
	case faults.Refuse:
		return p.refuse(ctx, t, Closed)
	case faults.PlayerInGame:
		return p.refuse(ctx, t, InGame)
	case faults.NotFoundFlap:
		t.Veil, o = veilAbsent, Hidden
	case faults.Processing:
		t.Veil, o = veilOngoing, Processing
	case faults.WrongAmount:
		// Booked a fen short, and "still processing" makes the client ask: the
		// answer then shows the amount that was really booked.
		t.Amount, o = max(1, amount-1), Processing
	case faults.WrongUnit: // fen taken for yuan
		t.Amount, o = amount*100, Processing
	}
	t.VeilUntil = calendar.System().Now().Add(f.Pause())
	after, err = p.Books.Book(ctx, t, p.Credit)
	switch {
	case errors.Is(err, books.ErrDuplicate):
		return 0, Duplicate, nil
	case errors.Is(err, books.ErrShort):
		return p.refuse(ctx, t, Short)
	case errors.Is(err, books.ErrCredit):
		return p.refuse(ctx, t, NoCredit)
	}
	return after, o, err
}

// Refuse keeps the order of a transfer that the venue's rules forbid.
func (p *Purse) Refuse(ctx context.Context, id, player string, way books.Direction, amount money.Fen, why Outcome) (Outcome, error) {
	t := books.Transfer{Venue: p.Venue, ID: id, Player: player, Direction: way, Amount: amount, At: p.Clock.Now()}
	_, o, err := p.refuse(ctx, t, why)
	return o, err
}

func (p *Purse) refuse(ctx context.Context, t books.Transfer, why Outcome) (money.Fen, Outcome, error) {
	t.Veil = ""
	err := p.Books.Refuse(ctx, t)
	if errors.Is(err, books.ErrDuplicate) {
		return 0, Duplicate, nil
	}
	return 0, why, err
}

// Look tells what became of an order: Done, Processing, Failed or Absent. The
// transfer is the order as it is to be shown.
func (p *Purse) Look(ctx context.Context, id string, f faults.Fault) (t books.Transfer, o Outcome, err error) {
	switch f.Kind {
	case faults.Refuse:
		return t, Closed, nil
	case faults.NotFoundFlap:
		return t, Absent, nil
	}
	t, err = p.Books.Transfer(ctx, p.Venue, id)
	absent := errors.Is(err, books.ErrNotFound)
	if err != nil && !absent {
		return t, 0, err
	}
	veil := ""
	if calendar.System().Now().Before(t.VeilUntil) {
		veil = t.Veil
	}
	switch f.Kind {
	case faults.WrongAmount:
		t.Amount++
	case faults.WrongUnit:
		t.Amount *= 100
	}
	switch {
	case f.Kind == faults.SayDone: // whatever became of it, known or not
		return t, Done, nil
	case f.Kind == faults.SayFailed:
		return t, Failed, nil
	case absent || veil == veilAbsent:
		return t, Absent, nil
	case veil == veilOngoing || f.Kind == faults.Processing:
		return t, Processing, nil
	case t.State == books.Refused:
		return t, Failed, nil
	}
	return t, Done, nil
}

// Reverse takes back a transfer that was done. The money returns to where it
// was, and a question about the order says Failed from then on. It returns
// books.ErrNotFound for one that is missing or was not done.
func (p *Purse) Reverse(ctx context.Context, id string) error {
	return p.Books.Reverse(ctx, p.Venue, id)
}
