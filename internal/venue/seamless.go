package venue

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Seamless is a venue that plays on the player's centre wallet: the venue calls
// us for each bet, win and rollback. Its Rules say so, and its Credit and Debit
// refuse everything.
type Seamless interface {
	Venue

	// OpenCall reads one call of the venue. It checks the signature over the raw
	// body before it reads anything else. Only VerdictOK comes with a whole call.
	OpenCall(call string, header http.Header, body []byte) (SeamlessCall, Verdict)

	// WriteReply is the answer in the venue's own form.
	WriteReply(c SeamlessCall, r SeamlessReply) (contentType string, body []byte)
}

// SeamlessKind is a venue's request to the centre wallet.
type SeamlessKind string

// The kinds of calls.
const (
	SeamlessUser     SeamlessKind = "user"
	SeamlessBalance  SeamlessKind = "balance"
	SeamlessBet      SeamlessKind = "bet"
	SeamlessWin      SeamlessKind = "win"
	SeamlessRollback SeamlessKind = "rollback"
)

// SeamlessCall is one call of a seamless venue in our units.
type SeamlessCall struct {
	Kind      SeamlessKind
	Account   string // the player's name at the venue
	Token     string // of the session
	RequestID string // echoed
	ID        string // the venue's id of this transaction
	Ref       string // the transaction that a win or a rollback refers to
	Game      string
	Round     string // "" where the venue names none

	RoundClosed bool // no bet of the round is open after this call
	Amount      money.Fen
	Rest        int64 // what the venue's amount has below one fen, in thousandths of a fen
	Raw         []byte
}

// SeamlessReply is the answer to the venue.
type SeamlessReply struct {
	Verdict Verdict
	Balance money.Fen // of the centre wallet now, with VerdictOK
}

// Verdict is how a call of a seamless venue ended. The zero value says that
// nothing is known: the fault is ours, and the venue asks again.
type Verdict int

// The verdicts.
const (
	VerdictUnknown      Verdict = iota
	VerdictOK                   // done, now or before
	VerdictSignature            // not the venue's signature
	VerdictSyntax               // not the form of the call
	VerdictTypes                // a value of another type
	VerdictClosed               // the venue or the money switch is closed
	VerdictToken                // no such session
	VerdictTokenExpired         // the session is over
	VerdictGame                 // not the game of the session, or a hidden one
	VerdictCurrency             // not our currency
	VerdictMoney                // the centre wallet has less
	VerdictDisabled             // the player may not bet
	VerdictDuplicate            // the id was used: with other contents, or reversed
	VerdictAbsent               // what it refers to is not there
	VerdictLimit                // the amount is beyond the limit
)

var verdictNames = [...]string{
	"unknown", "ok", "signature", "syntax", "types", "closed", "token", "token expired", "game", "currency", "money", "disabled", "duplicate", "absent", "limit",
}

// String is the verdict in plain words, for logs.
func (v Verdict) String() string {
	if v >= 0 && int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict(%d)", int(v))
}

// VerdictNamed is the verdict that String names so; VerdictUnknown if none does.
func VerdictNamed(name string) Verdict { return Verdict(max(slices.Index(verdictNames[:], name), 0)) }

// Playable gives a venue in which a game can be played now. It fails with
// ErrNoVenue, one of the states' faults, ErrGameHidden or ErrGameMaintained.
func (v *Venues) Playable(ctx context.Context, r db.Reader, code, game string) (Entry, error) {
	e, err := v.Get(ctx, r, code)
	if err != nil {
		return Entry{}, err
	}
	if err := e.Usable(); err != nil {
		return e, err
	}
	return e, v.gameShut(ctx, r, e, game)
}
