package route

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxBody is the most a request body may hold, in bytes, MaxBeacon that of
// a beacon, MaxUpload that of a picture; maxParameters the most parameters. No honest call comes near.
const (
	MaxBody       = 64 << 10
	MaxBeacon     = 1 << 10
	MaxUpload     = 3 << 20 // a picture of 2 MB as base64
	maxParameters = 100
)

// ReadBody reads the body of a POST, or says why it may not be read further.
func ReadBody(r *http.Request, most int64) ([]byte, error) {
	if r.ContentLength > most {
		return nil, ErrBodyTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return nil, ErrForm
	}
	if int64(len(body)) > most {
		return nil, ErrBodyTooLarge
	}
	if len(body) > 0 && !formType(r.Header.Values("Content-Type")) {
		return nil, ErrContentType
	}
	return body, nil
}

func formType(headers []string) bool {
	if len(headers) != 1 {
		return false
	}
	kind, params, err := mime.ParseMediaType(headers[0])
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return false
	}
	charset := params["charset"]
	return charset == "" || strings.EqualFold(charset, "utf-8")
}

// ParseForm reads form-encoded text into the fields that are known, matched
// without regard to case. Unknown names are dropped: the documented client
// sends some. A known name twice, or as an array, is an error: two readers of
// such a request could see two different orders (trust INP-2). Only the fields
// in lines may hold line breaks.
func ParseForm(encoded string, known map[string]string, lines map[string]bool) (map[string]string, error) {
	if strings.Count(encoded, "&") >= maxParameters {
		return nil, ErrForm
	}
	values := map[string]string{}
	for pair := range strings.SplitSeq(encoded, "&") {
		if pair == "" {
			continue
		}
		if strings.Contains(pair, ";") {
			return nil, ErrForm // some readers take it for another &
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(rawName)
		if err != nil {
			return nil, ErrForm
		}
		base, bracket, isArray := strings.Cut(name, "[")
		field, isKnown := known[strings.ToLower(base)]
		if !isKnown {
			continue
		}
		if isArray && strings.HasSuffix(bracket, "]") {
			return nil, ErrArray.With(field)
		}
		if isArray {
			continue
		}
		value, err := url.QueryUnescape(rawValue)
		if err != nil {
			return nil, ErrForm
		}
		if _, twice := values[field]; twice {
			return nil, ErrRepeated.With(field)
		}
		if lines[field] {
			value = strings.ReplaceAll(value, "\r\n", "\n")
		}
		shown := value
		if lines[field] {
			shown = strings.ReplaceAll(value, "\n", "")
		}
		if !CleanText(shown) {
			return nil, ErrCharacters
		}
		values[field] = value
	}
	return values, nil
}

// CleanText refuses what no honest field holds and what would mislead whoever
// reads it on a staff page or in a log: broken UTF-8, control characters, and
// characters that change the direction of text (trust INP-4).
func CleanText(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return false
		}
	}
	return true
}
