package dfpay

import (
	"bytes"
	"crypto/md5"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/wire"
)

// errGarbage says that an answer does not have the convention's form. It never
// quotes the answer.
var errGarbage = errors.New("dfpay: answer does not have the convention's form")

const (
	signatureField = "pay_md5sign"
	codePaid       = "00" // returncode of a notice
)

// stateOf is what a refCode means. 5 is refused by the company's own review; 8 and
// what is not in the list is unknown.
func stateOf(refCode string) payment.State {
	switch refCode {
	case "1":
		return payment.Paid
	case "2", "5":
		return payment.Failed
	case "3", "4", "6":
		return payment.Open
	case "7":
		return payment.Absent
	}
	return payment.Unknown
}

// read takes a flat JSON answer apart; numbers keep their digits as sent.
func read(body []byte) (map[string]string, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil || len(raw) == 0 || len(raw) > maxFields {
		return nil, errGarbage
	}
	out := make(map[string]string, len(raw))
	for name, v := range raw {
		switch {
		case bytes.Equal(v, []byte("null")):
			out[name] = ""
		case len(v) > 0 && v[0] == '"':
			var s string
			if err := json.Unmarshal(v, &s); err != nil {
				return nil, errGarbage
			}
			out[name] = s
		case len(v) > 0 && (v[0] == '{' || v[0] == '['):
			return nil, errGarbage
		default:
			out[name] = string(v)
		}
	}
	return out, nil
}

// sign is the convention's signature: the non-empty values but the signature and
// attach, sorted by name, as k=v joined by &, then &key= and the key; MD5 in upper
// hex. Values are taken as they are.
func sign(values map[string]string, key string) string {
	sum := md5.Sum([]byte(wire.Joined(values, "sign", signatureField, "attach") + "&key=" + key))
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// ambiguous says that a value could be read as the start of another field, so that
// two orders would have one signature.
func ambiguous(values map[string]string) bool {
	for name, v := range values {
		if name != "notifyurl" && strings.ContainsAny(v, "&=") {
			return true
		}
	}
	return false
}

func signedForm(values map[string]string, key string) url.Values {
	form := url.Values{signatureField: {sign(values, key)}}
	for name, value := range values {
		if value != "" {
			form.Set(name, value)
		}
	}
	return form
}

// authentic compares a given signature with the right one in constant time.
func authentic(values map[string]string, field, key string) bool {
	return subtle.ConstantTimeCompare([]byte(values[field]), []byte(sign(values, key))) == 1
}

// readable turns a form into fields of which each comes once and can be signed in
// one way only.
func readable(form url.Values) (map[string]string, bool) {
	if len(form) == 0 || len(form) > maxFields {
		return nil, false
	}
	values := make(map[string]string, len(form))
	for name, all := range form {
		if len(all) != 1 || name == "" || !noticeFields[name] || strings.Contains(all[0], "&") {
			return nil, false
		}
		values[name] = all[0]
	}
	return values, true
}

// noticeFields are the fields a notice may have. attach is not signed and not used.
var noticeFields = map[string]bool{
	"memberid": true, "orderid": true, "amount": true, "transaction_id": true, "datetime": true, "returncode": true,
	"refCode": true, "refMsg": true, "attach": true, "sign": true,
}

// amount reads decimal yuan with up to four decimals, of which the last two are
// zeros, as gateways of the convention write them.
func amount(s string) (money.Fen, error) {
	if whole, part, ok := strings.Cut(s, "."); ok && len(part) == 4 && strings.HasSuffix(part, "00") {
		s = whole + "." + part[:2]
	}
	f, err := money.ParseYuan(s)
	if err != nil || f <= 0 {
		return 0, errGarbage
	}
	return f, nil
}
