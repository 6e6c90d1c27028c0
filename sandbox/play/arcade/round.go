package arcade

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// Dealt is a round that is over, as the engine of its game dealt it, with bets of one
// player in it. The bets are not in the books yet.
type Dealt struct {
	Bets    []books.Bet
	Opposed bool     // two bets are on the two sides of one play
	Facts   []string // of the outcome: whoever tells it tells these
}

// ErrNoRounds says that a game has no rounds, such as a match.
var ErrNoRounds = errors.New("play: this game has no rounds")

// DealtID is a new id for a bet in a dealt round.
func DealtID() string { return "R" + rand.Text() }

// DealtStakes are the stakes of two bets on two sides. They differ, as those of a
// player who bets on both do.
var DealtStakes = []money.Fen{10 * money.Yuan, 8 * money.Yuan}

// suits are the suits of cards as people write them.
var suits = strings.NewReplacer("S", "♠", "H", "♥", "C", "♣", "D", "♦")

// Face writes a card of the engines, such as H10, as people do: ♥10. A tile stays its
// number.
func Face(card string) string {
	if len(card) < 2 {
		return card
	}
	return suits.Replace(card[:1]) + card[1:]
}

// Fairness is what the page shows of the seeds. The server seed itself is not
// part of it before it is revealed.
type Fairness struct {
	Commitment string `json:"commitment"`
	Client     string `json:"client"`
	Round      uint64 `json:"round"`
	Revealed   string `json:"revealed,omitempty"`
}

// FairnessOf is the public part of a player's seeds.
func FairnessOf(s books.Seeds) Fairness {
	return Fairness{s.Server.Commitment(), s.Client, s.Round, s.Revealed}
}

// SeedUsed names the seeds that decided a round.
type SeedUsed struct {
	Commitment string `json:"commitment"`
	Client     string `json:"client"`
	Round      uint64 `json:"round"`
}

// IDShape is the form of the id that a page gives a request.
var IDShape = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// RoundID names a bet by its player and the page's own number.
func RoundID(s books.Session, id string) string {
	sum := sha256.Sum256([]byte(s.Venue + "\x00" + books.Key(s.Player) + "\x00" + id))
	return "S" + strings.ToUpper(hex.EncodeToString(sum[:10]))
}
