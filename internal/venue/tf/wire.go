package tf

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// newMember is the order to create an account.
type newMember struct {
	MemberCode string `json:"member_code"`
}

// newTransfer is a deposit or a withdrawal.
type newTransfer struct {
	Member     string    `json:"member"`
	OperatorID string    `json:"operator_id"`
	Amount     money.Fen `json:"amount"`
	Reference  string    `json:"reference_no"`
}

// errForm says that an answer does not have the vendor's form.
var errForm = errors.New("tf: answer does not have the vendor's form")

// reply is an answer: a status and an object. A code in the object makes it an error,
// whatever its status.
type reply struct {
	status int
	code   string
	body   json.RawMessage
	fields map[string]json.RawMessage
}

// readReply reads an answer. One that is no JSON object is not the vendor's.
func readReply(status int, body []byte) (reply, error) {
	r := reply{status: status, body: body}
	if err := json.Unmarshal(body, &r.fields); err != nil || r.fields == nil {
		return reply{}, errForm
	}
	if raw, there := r.fields["code"]; there {
		var code wire.Text
		_ = json.Unmarshal(raw, &code) // a code of another form is one all the same
		r.code = wire.Or(wire.Clip(string(code)), "no code")
	}
	return r, nil
}

// yes says whether a command was carried out.
func (r reply) yes() bool {
	return r.code == "" && (r.status == http.StatusOK || r.status == http.StatusCreated)
}

// contradicts says whether the status means yes and the object is an error.
func (r reply) contradicts() bool {
	return r.code != "" && (r.status == http.StatusOK || r.status == http.StatusCreated)
}

// noMember says whether a transfer may have been turned away for a member who is not
// there. The sheet leaves open whether that is an absent thing or a wrong field.
func (r reply) noMember() bool {
	_, wrong := r.fields["member"]
	return r.status == http.StatusNotFound || r.status == http.StatusBadRequest && wrong
}

// isAbout says whether an answer names the reference, or none. In an error the field
// holds what is wrong with it.
func (r reply) isAbout(ref string) bool {
	raw, there := r.fields["reference_no"]
	var named string
	return !there || json.Unmarshal(raw, &named) == nil && named == ref
}

// The codes beside status 409.
const (
	codeShort  = "4091"
	codeLocked = "4092"
)

// fieldReasons are the fields of a transfer that the vendor checks before it
// moves anything. The field reference_no is not one of them: it is also wrong
// where it was used before.
var fieldReasons = map[string]venue.Reason{"amount": venue.Limit, "operator_id": venue.Setup, "member": venue.Other}

// reason says why a call was turned away. It is definite where the answer says clearly
// that nothing was moved by it.
func (r reply) reason() (reason venue.Reason, definite bool) {
	switch r.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return venue.Setup, false // the question about the order gets the same answer
	case http.StatusConflict:
		switch r.code {
		case codeShort:
			return venue.Insufficient, true
		case codeLocked:
			return venue.Blocked, true
		}
	case http.StatusBadRequest:
		for field := range r.fields {
			one, known := fieldReasons[field]
			if !known {
				return venue.Other, false
			}
			reason, definite = max(reason, one), true // of several, always the same one
		}
		return reason, definite
	case http.StatusServiceUnavailable:
		return venue.Maintenance, false
	}
	return venue.Other, false
}

// refusal puts an answer into the contract's words.
func (r reply) refusal() *venue.Refusal {
	reason, _ := r.reason()
	return &venue.Refusal{Reason: reason, Code: r.said()}
}

// said is an answer in short, for logs.
func (r reply) said() string {
	if r.code != "" {
		return fmt.Sprintf("%d/%s", r.status, r.code)
	}
	return fmt.Sprint(r.status)
}

// readBalance reads the list that has one account or none.
func readBalance(body []byte, account string) (balance money.Fen, there bool, err error) {
	var list struct {
		Results *[]struct {
			MemberCode wire.Text     `json:"member_code"`
			Balance    *wire.Decimal `json:"balance"`
		} `json:"results"`
	}
	if err := json.Unmarshal(body, &list); err != nil || list.Results == nil || len(*list.Results) > 1 {
		return 0, false, errForm
	}
	if len(*list.Results) == 0 {
		return 0, false, nil
	}
	one := (*list.Results)[0]
	if one.Balance == nil || one.MemberCode != "" && !strings.EqualFold(string(one.MemberCode), account) {
		return 0, false, errForm
	}
	balance, err = one.Balance.Fen(money.Down) // less than a fen cannot be moved
	if err != nil || balance < 0 {
		return 0, false, errForm
	}
	return balance, true, nil
}
