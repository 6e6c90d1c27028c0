package wire

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

// Page is a part of the answers of paged lists.
type Page struct {
	RowCount  int `json:"RowCount" doc:"rows of the whole list"`
	PageCount int `json:"PageCount"`
	PageIndex int `json:"PageIndex" doc:"from 1"`
}

// PageSize is the number of rows of a page of the cash record.
const PageSize = 20

// PageOf is the page of a list with so many rows.
func PageOf(rows, index, size int) Page {
	return Page{RowCount: rows, PageCount: (rows + size - 1) / size, PageIndex: index}
}

// Succeeded is the plain answer of a call that did what was asked.
func Succeeded(message string) Answer { return Answer{IsSuc: true, ResultMessage: message} }

// DataOf is the answer whose contents are value.
func DataOf[T any](value T) Data[T] { return Data[T]{Answer: Answer{IsSuc: true}, Data: value} }

// Yuan is an amount on the wire: decimal yuan with two places as a JSON number
// (D-17), integer fen inside.
type Yuan = money.Fen

var sourceText = map[string]string{"deposit": "存款", "bonus": "优惠", "fund": "优惠基金"}

// SourceName is the source of a requirement in Chinese.
func SourceName(source string) string { return cmp.Or(sourceText[source], source) }

// DepositSn is the number of a deposit, and empty for what has an internal key.
func DepositSn(source, ref string) string {
	if source != "deposit" {
		return ""
	}
	return ref
}

// PageIndex is the number of a page that was asked for; one below 1 is the first.
func PageIndex(n int) int { return max(n, 1) }

// Stamp is a time on the documented wire; what never happened is empty.
func StampOf(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return calendar.Stamp(at)
}

// MillisOf is a time on our own part of the wire; 0 is never.
func MillisOf(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.UnixMilli()
}

// Bits are what Bit gives.
var Bits = []int{0, 1}

// Bit is a yes or no on the documented wire.
func Bit(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
