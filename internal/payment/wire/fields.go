package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// Limit is the most bytes of an answer or of a callback.
const Limit = 64 << 10

// maxFields is the most fields of a form or an object.
const maxFields = 40

// Joined is the text that the conventions sign: the fields that are not empty,
// sorted by name, as k=v joined by &, without those named. Values are taken as
// they are, not url-encoded.
//
// Joined like this, an & inside a value could be read as the start of another
// field. Form and Object refuse such values before a signature is trusted.
func Joined(values map[string]string, without ...string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if values[name] == "" || slices.Contains(without, name) {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name + "=" + values[name])
	}
	return b.String()
}

// Form turns a form into fields of which each comes once and can be signed in
// one way only. False when the form is not like that.
func Form(form url.Values) (map[string]string, bool) {
	if len(form) == 0 || len(form) > maxFields {
		return nil, false
	}
	values := make(map[string]string, len(form))
	for name, all := range form {
		if len(all) != 1 || !plain(name, all[0]) {
			return nil, false
		}
		values[name] = all[0]
	}
	return values, true
}

// FormOf reads the fields of a callback: those of the query of a GET, or of the
// form in the body of a POST. Only the place that the method names is read.
func FormOf(raw payment.Raw) (map[string]string, bool) {
	switch raw.Method {
	case http.MethodGet:
		return Form(raw.Query)
	case http.MethodPost:
		if len(raw.Body) > Limit {
			return nil, false
		}
		form, err := url.ParseQuery(string(raw.Body))
		if err != nil {
			return nil, false
		}
		return Form(form)
	}
	return nil, false
}

// Object turns a JSON object of plain values into fields, like Form. A number
// is written in its shortest decimal form: 100.00 is 100, and 15.6300 is 15.63.
// A null is an empty field. False for an object with a name twice, with a value
// that is no text and no plain number, or with anything behind it.
func Object(body []byte) (map[string]string, bool) {
	if len(body) > Limit {
		return nil, false
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	values := map[string]string{}
	for d.More() {
		name, err := d.Token()
		key, isText := name.(string)
		if err != nil || !isText || len(values) == maxFields {
			return nil, false
		}
		token, err := d.Token()
		if err != nil {
			return nil, false
		}
		value, ok := textOf(token)
		if _, twice := values[key]; !ok || twice || !plain(key, value) {
			return nil, false
		}
		values[key] = value
	}
	if _, err := d.Token(); err != nil {
		return nil, false
	}
	_, err := d.Token()
	return values, err == io.EOF && len(values) > 0
}

// plain reports whether a field can be signed in one way only.
func plain(name, value string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && !strings.Contains(value, "&")
}

// decimal is a number that every JSON writer reads as the same amount: without an
// exponent, and with few enough digits for a floating point number.
var decimal = regexp.MustCompile(`^(0|[1-9][0-9]{0,11})(\.[0-9]{1,8})?$`)

func textOf(token json.Token) (string, bool) {
	switch v := token.(type) {
	case string:
		return v, true
	case nil:
		return "", true
	case json.Number:
		return Shortest(v.String())
	}
	return "", false
}

// Shortest is a decimal number without the zeros that say nothing. False when
// the text is no plain decimal number of 0 or more.
func Shortest(text string) (string, bool) {
	if !decimal.MatchString(text) {
		return "", false
	}
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text, true
}

// Yuan reads an amount above zero in yuan. Zeros behind the second place are
// allowed, because some gateways store four places.
func Yuan(text string) (money.Fen, bool) {
	if whole, rest, cut := strings.Cut(text, "."); cut && len(rest) > 2 && len(rest) <= 6 && strings.Trim(rest[2:], "0") == "" {
		text = whole + "." + rest[:2]
	}
	f, err := money.ParseYuan(text)
	return f, err == nil && f > 0
}

// WebAddress reports whether a text is an address that a browser may be sent to.
func WebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

// Text is a field that comes as text or as a number, with its digits as sent.
type Text string

// UnmarshalJSON reads "1.00", 1.00 and null.
func (t *Text) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		*t = Text(s)
	case bytes.Equal(b, []byte("null")):
		*t = ""
	case len(b) == 0 || b[0] == '{' || b[0] == '[':
		return errNoText
	default:
		*t = Text(b)
	}
	return nil
}

var errNoText = errors.New("neither text nor a number")
