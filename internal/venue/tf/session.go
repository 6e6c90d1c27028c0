package tf

import (
	"encoding/json"
	"net/http"

	"hongyun/internal/fault"
	"hongyun/internal/venue"
)

const jsonType = "application/json"

// VerifySession answers the vendor's question whose token a launch has. The question
// holds no key of the vendor: the token is all that counts (H-270).
func (v *Venue) VerifySession(body []byte, admit func(account string) error) venue.SessionAnswer {
	var question struct {
		Token string `json:"token"`
	}
	if json.Unmarshal(body, &question) != nil || question.Token == "" {
		return refusedSession(venue.SessionUnknown, http.StatusUnauthorized)
	}
	account, err := v.config.Sessions.Account(question.Token)
	if err != nil {
		return refusedSession(venue.SessionUnknown, http.StatusUnauthorized)
	}
	if err := admit(account); err != nil {
		if f, told := fault.Of(err); told && f.Kind != fault.Unavailable {
			return refusedSession(venue.SessionRefused, http.StatusForbidden)
		}
		return refusedSession(venue.SessionFailed, http.StatusServiceUnavailable)
	}
	return sessionAnswer(venue.SessionGood, http.StatusOK, map[string]string{"loginName": account})
}

func refusedSession(result venue.SessionResult, status int) venue.SessionAnswer {
	return sessionAnswer(result, status, map[string]string{"detail": "refused"})
}

func sessionAnswer(result venue.SessionResult, status int, answer map[string]string) venue.SessionAnswer {
	body, _ := json.Marshal(answer) // texts alone: it cannot fail
	return venue.SessionAnswer{Result: result, Status: status, Type: jsonType, Body: body}
}
