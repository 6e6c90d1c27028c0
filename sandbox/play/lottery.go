package play

import (
	"encoding/json"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// Ticket is what was picked with a bet on a draw. A bet keeps it whole, so that
// its record stays as it was when names and prices change.
type Ticket struct {
	Issue    string    `json:"issue"`
	Play     string    `json:"play"`
	Position string    `json:"position"`
	Number   string    `json:"number"`
	Odds     string    `json:"odds"`
	Unit     money.Fen `json:"unit"`
	Multiple int       `json:"multiple"`
	Result   string    `json:"result"` // "" before the draw
}

// TicketOf reads what was picked; a bet that was put by hand picked nothing.
func TicketOf(b books.Bet) Ticket {
	var t Ticket
	if json.Unmarshal([]byte(b.Detail), &t) != nil || t.Issue == "" {
		return Ticket{Odds: b.Odds, Unit: b.Stake, Multiple: 1}
	}
	return t
}
