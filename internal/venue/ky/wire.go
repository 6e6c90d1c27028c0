package ky

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor's commands, by their number in the parameter s.
const (
	cmdLaunch  = 0
	cmdBalance = 1
	cmdDeposit = 2
	cmdTake    = 3
	cmdOrder   = 4
	cmdRecords = 6
	cmdTotal   = 7
	cmdKick    = 8
)

// The codes that decide something here; the rest of the vendor's list is in
// reasons.
const (
	codeOK          = 0
	codeNoRows      = 16
	codeOrderAbsent = 26
	codeUpdateFail  = 32
	codeGoldFail    = 33
	codeDuplicate   = 34
	codeNoPlayer    = 35
	codeConcurrent  = 39
	codeTooOften    = 43
)

// reasons are the codes that clearly say that a call was refused before
// anything moved. Other codes (27 database, 33 gold, 34 duplicate, 39
// concurrent, 44 processing, 52 risk hold, 999, all unknown ones) prove nothing
// about a transfer.
var reasons = map[int]venue.Reason{
	2: venue.Setup, 3: venue.Setup, 4: venue.Setup, 5: venue.Setup, 15: venue.Setup, 22: venue.Setup, 42: venue.Setup,
	6: venue.Other, 8: venue.Other, 29: venue.Other, 35: venue.Other, 36: venue.Other, 37: venue.Other, 45: venue.Other,
	20: venue.Blocked, 28: venue.Blocked,
	31: venue.Limit, 40: venue.Limit,
	38: venue.Insufficient, 1005: venue.Insufficient,
	1002: venue.Float,
}

// refusal puts a code into the contract's words.
func refusal(code int) *venue.Refusal {
	return &venue.Refusal{Reason: reasons[code], Code: strconv.Itoa(code)}
}

// The states of an order, as command 4 gives them.
const (
	orderAbsent     = -1
	orderDone       = 0
	orderFailed     = 2
	orderProcessing = 3
)

// envelope is every answer: s is 100 plus the command asked.
type envelope struct {
	S *wire.Integer   `json:"s"`
	D json.RawMessage `json:"d"`
}

// reply holds the fields of all command answers; each command reads its own.
type reply struct {
	Code       *wire.Integer `json:"code"`
	Money      *wire.Decimal `json:"money"`
	Status     *wire.Integer `json:"status"`
	URL        string        `json:"url"`
	TotalMoney *wire.Decimal `json:"totalMoney"`
	FreeMoney  *wire.Decimal `json:"freeMoney"`
	GameStatus *wire.Integer `json:"gameStatus"`
}

// errGarbage says that an answer does not have the vendor's form. It never
// quotes the answer, which may hold anything.
var errGarbage = errors.New("ky: answer does not have the vendor's form")

// open reads an answer to a command down to its inner object.
func open(body []byte, command int) (json.RawMessage, error) {
	var e envelope
	if err := json.Unmarshal(body, &e); err != nil || e.S == nil || len(e.D) == 0 {
		return nil, errGarbage
	}
	if int(*e.S) != 100+command {
		return nil, fmt.Errorf("%w: it answers command %d, not %d", errGarbage, int64(*e.S)-100, command)
	}
	return e.D, nil
}

// readReply reads an answer to anything but the records.
func readReply(body []byte, command int) (reply, error) {
	inner, err := open(body, command)
	if err != nil {
		return reply{}, err
	}
	var r reply
	if err := json.Unmarshal(inner, &r); err != nil || r.Code == nil {
		return reply{}, errGarbage
	}
	return r, nil
}

// yuan writes an amount as the vendor wants it: main unit, two decimals.
func yuan(f money.Fen) string { return f.String() }
