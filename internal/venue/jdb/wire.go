package jdb

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The actions that are used.
const (
	actionLaunch   = 11
	actionCreate   = 12
	actionBalance  = 15
	actionKick     = 17
	actionTransfer = 19
	actionRecent   = 29
	actionStatus   = 55
	actionOlder    = 64
)

// Values of fields.
const (
	chinese      = "ch" // of lang
	withLobby    = 1    // of windowMode
	withoutLobby = 2
	notAll       = "0" // of allCashOutFlag
	lobby        = "0" // of our catalogue
)

// The codes of the sheet.
const (
	codeOK        = "0000"
	codeNothing   = "6002"
	codeShort     = "6006"
	codeOffline   = "7405"
	codeNoMember  = "7501"
	codeExists    = "7602"
	codeDuplicate = "9011"
	codeNoData    = "9015"
)

var onSheet = map[string]bool{
	codeOK: true, codeNothing: true, codeShort: true, codeOffline: true, codeNoMember: true, codeExists: true, codeDuplicate: true, codeNoData: true,
}

// reasons are the codes that say clearly that a transfer was turned away before anything
// moved. A code that is not here proves nothing about one.
var reasons = map[string]venue.Reason{codeNothing: venue.Insufficient, codeShort: venue.Insufficient, codeNoMember: venue.Other}

type (
	head struct {
		Action int    `json:"action"`
		TS     int64  `json:"ts"`
		Parent string `json:"parent"`
	}
	newMember struct {
		head
		UID    string `json:"uid"`
		Name   string `json:"name"`
		Credit int    `json:"credit_allocated"`
	}
	newLaunch struct {
		head
		UID        string `json:"uid"`
		Lang       string `json:"lang"`
		GType      *int   `json:"gType,omitempty"`
		MType      *int   `json:"mType,omitempty"`
		WindowMode int    `json:"windowMode"`
		LobbyURL   string `json:"lobbyURL,omitempty"`
	}
	aboutMember struct {
		head
		UID string `json:"uid"`
	}
	newTransfer struct {
		head
		UID            string    `json:"uid"`
		SerialNo       string    `json:"serialNo"`
		Amount         money.Fen `json:"amount"`
		AllCashOutFlag string    `json:"allCashOutFlag"`
	}
	aboutOrder struct {
		head
		SerialNo string `json:"serialNo"`
	}
	aboutWindow struct {
		head
		Start  string `json:"starttime"`
		End    string `json:"endtime"`
		GTypes []int  `json:"gTypes"`
	}
)

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("jdb: answer does not have the vendor's form")

// reply is an answer with the fields of every action.
type reply struct {
	code string

	Status      wire.Text       `json:"status"`
	Data        json.RawMessage `json:"data"`
	Path        string          `json:"path"`
	UserBalance *wire.Decimal   `json:"userBalance"`
	PID         wire.Text       `json:"pid"`
	SerialNo    wire.Text       `json:"serialNo"`
	Amount      *wire.Decimal   `json:"amount"`
}

func readReply(body []byte) (reply, error) {
	var r reply
	if err := json.Unmarshal(body, &r); err != nil || r.Status == "" {
		return reply{}, errForm
	}
	r.code = string(r.Status)
	return r, nil
}

// refusal puts an answer into the contract's words.
func (r reply) refusal() *venue.Refusal {
	return &venue.Refusal{Reason: reasons[r.code], Code: wire.Clip(r.code)}
}

// carriedOut checks that a yes is one to this transfer. The sheet promises the balance
// and the vendor's number; the reference and the amount count where they are told.
func (r reply) carriedOut(m venue.Movement) error {
	if r.UserBalance == nil || r.PID == "" || r.SerialNo != "" && string(r.SerialNo) != m.Ref {
		return fmt.Errorf("action %d: %w", actionTransfer, errForm)
	}
	if r.Amount == nil {
		return nil
	}
	if moved, err := unsigned(*r.Amount); err != nil || moved != m.Amount {
		return fmt.Errorf("action %d: %w: another amount", actionTransfer, errForm)
	}
	return nil
}

// unsigned is an amount without the sign that is its direction.
func unsigned(d wire.Decimal) (money.Fen, error) {
	f, err := d.Fen(money.HalfUp)
	return max(f, -f), err
}

// order reads the answer about an order that was carried out.
func (r reply) order(ref string) (venue.Answer, error) {
	var list []struct {
		SerialNo wire.Text     `json:"serialNo"`
		Amount   *wire.Decimal `json:"amount"`
	}
	if err := json.Unmarshal(r.Data, &list); err != nil || len(list) != 1 || list[0].Amount == nil || list[0].SerialNo != "" && string(list[0].SerialNo) != ref {
		return venue.Answer{}, fmt.Errorf("action %d: %w", actionStatus, errForm)
	}
	moved, err := unsigned(*list[0].Amount)
	if err != nil || moved == 0 {
		return venue.Answer{}, fmt.Errorf("action %d: %w", actionStatus, errForm)
	}
	return venue.Answer{Outcome: venue.Done, Amount: moved}, nil
}

func (r reply) balance(account string) (money.Fen, error) {
	var list []struct {
		UID     wire.Text     `json:"uid"`
		Balance *wire.Decimal `json:"balance"`
	}
	if err := json.Unmarshal(r.Data, &list); err != nil || len(list) != 1 || list[0].Balance == nil || list[0].UID != "" && string(list[0].UID) != account {
		return 0, fmt.Errorf("action %d: %w", actionBalance, errForm)
	}
	f, err := list[0].Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || f < 0 {
		return 0, fmt.Errorf("action %d: %w", actionBalance, errForm)
	}
	return f, nil
}

// game is one game by the vendor's two numbers: gType and mType.
type game struct{ kind, number int }

// Values of gType.
const (
	slot    = 0
	fishing = 7
)

// letters stand before the number of a game that is no slot, in the codes of our
// catalogue: fishing, arcade, lottery, card.
var letters = map[int]string{7: "f", 9: "a", 12: "l", 18: "c"}

// allKinds are the kinds of game that records are asked for.
var allKinds = []int{slot, fishing, 9, 12, 18}

var gameCode = regexp.MustCompile(`^([falc]?)([0-9]{1,9})$`)

// readGame reads a code of our catalogue.
func readGame(code string) (game, error) {
	parts := gameCode.FindStringSubmatch(code)
	if parts == nil {
		return game{}, errors.New("jdb: not the code of a game")
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return game{}, err
	}
	kind := slot
	for k, letter := range letters {
		if letter == parts[1] {
			kind = k
		}
	}
	return game{kind, number}, nil
}

// code is the game in our catalogue; "" for a kind that we do not know.
func (g game) code() string {
	if g.kind == slot {
		return strconv.Itoa(g.number)
	}
	letter, known := letters[g.kind]
	if !known {
		return ""
	}
	return fmt.Sprintf("%s%02d", letter, g.number)
}
