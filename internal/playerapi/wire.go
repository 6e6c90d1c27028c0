package playerapi

import (
	"cmp"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
)

// Answer is the envelope of every answer (API-04). On a refusal IsSuc is false
// and both messages hold the same sentence; on success ResultMessage may hold
// a sentence or the value a call is documented to return there.
type Answer struct {
	IsSuc         bool   `json:"IsSuc" doc:"false: refused, and the messages say why"`
	ErrorMessage  string `json:"ErrorMessage" doc:"the sentence to show on a refusal, else empty"`
	ResultMessage string `json:"ResultMessage" doc:"the sentence to show, or the documented result"`
}

// Data is an answer whose contents stand under Data.
type Data[T any] struct {
	Answer
	Data T `json:"Data"`
}

// Failure is the body of every status of 400 and above (API-03, D-22).
type Failure struct {
	Answer
	Message    string `json:"Message" doc:"the sentence to show; the bank withdrawal's 400 puts WithdrawAction: before it (D-06)"`
	Code       string `json:"Code" doc:"stable name of the failure"`
	RequestId  string `json:"RequestId,omitempty" doc:"names the request in the server's log"`
	ServerTime int64  `json:"ServerTime,omitempty" doc:"unix milliseconds; with a refused X-Req-Token, so that a client can correct its clock (D-13)"`
}

// Nothing is the input of a call without parameters.
type Nothing struct{}

// Page stands in the answers of paged lists.
type Page struct {
	RowCount  int `json:"RowCount" doc:"rows of the whole list"`
	PageCount int `json:"PageCount"`
	PageIndex int `json:"PageIndex" doc:"from 1"`
}

// pageSize is the number of rows of a page of the cash record.
const pageSize = 20

func pageOf(rows, index, size int) Page {
	return Page{RowCount: rows, PageCount: (rows + size - 1) / size, PageIndex: index}
}

// succeeded is the plain answer of a call that did what was asked.
func succeeded(message string) Answer { return Answer{IsSuc: true, ResultMessage: message} }

func dataOf[T any](value T) Data[T] { return Data[T]{Answer: Answer{IsSuc: true}, Data: value} }

// Yuan is an amount on the wire: decimal yuan with two places as a JSON number
// (D-17), integer fen inside.
type Yuan = money.Fen

var sourceText = map[string]string{"deposit": "存款", "bonus": "优惠", "fund": "优惠基金"}

// sourceName is the source of a requirement in Chinese.
func sourceName(source string) string { return cmp.Or(sourceText[source], source) }

// depositSn is the number of a deposit, and empty for what has an internal key.
func depositSn(source, ref string) string {
	if source != "deposit" {
		return ""
	}
	return ref
}

func pageIndex(n int) int { return max(n, 1) }

// stamp is a time on the documented wire; what never happened is empty.
func stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return calendar.Stamp(at)
}

// millis is a time on our own part of the wire; 0 is never.
func millis(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// bit is a yes or no on the documented wire.
func bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
