package arcade

import (
	"encoding/json"
	"net/http"
)

// maxBody is the longest body of a call, in bytes.
const maxBody = 4096

// Refusal is a failure that a player is told of.
type Refusal struct {
	Status   int
	Sentence string
}

func (r Refusal) Error() string { return r.Sentence }

// Explained is a refusal with one more field for the page, such as the odds as
// they are now.
type Explained struct {
	Refusal
	Field string
	Value any
}

func (e Explained) Unwrap() error { return e.Refusal }

// Failures a player is told of.
var (
	ErrSession = Refusal{Status: http.StatusForbidden, Sentence: "会话已结束，请返回平台重新进入游戏"}
	ErrGame    = Refusal{Status: http.StatusNotFound, Sentence: "没有这个游戏"}
	ErrShort   = Refusal{Status: http.StatusConflict, Sentence: "余额不足"}
	ErrCoin    = Refusal{Status: http.StatusConflict, Sentence: "投注金额不正确"}
	ErrRequest = Refusal{Status: http.StatusConflict, Sentence: "请求不正确"}
)

// Read decodes a call's body.
func Read(r *http.Request, into any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	if decoder.Decode(into) != nil {
		return ErrRequest
	}
	return nil
}

// ErrClosed says that a round takes no bets any more.
var ErrClosed = Refusal{Status: http.StatusConflict, Sentence: "本局已停止下注"}
