package pg

import (
	"crypto/subtle"
	"encoding/json"
	"net/url"

	"hongyun/internal/fault"
	"hongyun/internal/venue"
)

const jsonType = "application/json; charset=utf-8"

// verified is the data of a good answer.
type verified struct {
	PlayerName string `json:"player_name"`
	Nickname   string `json:"nickname"`
	Currency   string `json:"currency"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// VerifySession answers the vendor's question whose session a launch has. Each field
// counts only where it is there once.
func (v *Venue) VerifySession(body []byte, admit func(account string) error) venue.SessionAnswer {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		form = nil // a question without fields
	}
	ours := equal(once(form, "operator_token"), v.config.OperatorToken) & equal(once(form, "secret_key"), v.config.SecretKey)
	if ours != 1 {
		return sessionAnswer(venue.SessionStranger, nil, codeOperator)
	}
	token := once(form, "operator_player_session")
	if token == "" {
		return sessionAnswer(venue.SessionUnknown, nil, codeMissing)
	}
	account, err := v.config.Sessions.Account(token)
	if err != nil {
		return sessionAnswer(venue.SessionUnknown, nil, codeRequest)
	}
	if err := admit(account); err != nil {
		if f, told := fault.Of(err); told && f.Kind != fault.Unavailable {
			return sessionAnswer(venue.SessionRefused, nil, codeRequest)
		}
		return sessionAnswer(venue.SessionFailed, nil, codeInternal)
	}
	return sessionAnswer(venue.SessionGood, &verified{PlayerName: account, Nickname: account, Currency: currency}, codeOK)
}

// once is the value of a field, "" where it is missing or repeated.
func once(form url.Values, name string) string {
	if len(form[name]) != 1 {
		return ""
	}
	return form[name][0]
}

// equal is 1 where a text is the wanted one. The time it takes tells nothing about where
// they differ.
func equal(got, want string) int { return subtle.ConstantTimeCompare([]byte(got), []byte(want)) }

func sessionAnswer(result venue.SessionResult, data *verified, code string) venue.SessionAnswer {
	answer := struct {
		Data  *verified `json:"data"`
		Error *failure  `json:"error"`
	}{Data: data}
	if code != codeOK {
		answer.Error = &failure{Code: code, Message: "refused"}
	}
	body, _ := json.Marshal(answer) // texts alone: it cannot fail
	return venue.SessionAnswer{Result: result, Type: jsonType, Body: body}
}
