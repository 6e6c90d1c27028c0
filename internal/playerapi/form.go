package playerapi

import (
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxBody is the most a request body may hold, in bytes, maxBeacon that of
// a beacon, maxUpload that of a picture; maxParameters the most parameters. No honest call comes near.
const (
	maxBody       = 64 << 10
	maxBeacon     = 1 << 10
	maxUpload     = 3 << 20 // a picture of 2 MB as base64
	maxParameters = 100
)

// readBody reads the body of a POST, or says why it may not be read further.
func readBody(r *http.Request, most int64) ([]byte, error) {
	if r.ContentLength > most {
		return nil, errBodyTooLarge
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, most+1))
	if err != nil {
		return nil, errForm
	}
	if int64(len(body)) > most {
		return nil, errBodyTooLarge
	}
	if len(body) > 0 && !formType(r.Header.Values("Content-Type")) {
		return nil, errContentType
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

// parseForm reads form-encoded text into the fields that are known, matched
// without regard to case. Unknown names are dropped: the documented client
// sends some. A known name twice, or as an array, is an error: two readers of
// such a request could see two different orders (trust INP-2). Only the fields
// in lines may hold line breaks.
func parseForm(encoded string, known map[string]string, lines map[string]bool) (map[string]string, error) {
	if strings.Count(encoded, "&") >= maxParameters {
		return nil, errForm
	}
	values := map[string]string{}
	for pair := range strings.SplitSeq(encoded, "&") {
		if pair == "" {
			continue
		}
		if strings.Contains(pair, ";") {
			return nil, errForm // some readers take it for another &
		}
		rawName, rawValue, _ := strings.Cut(pair, "=")
		name, err := url.QueryUnescape(rawName)
		if err != nil {
			return nil, errForm
		}
		base, bracket, isArray := strings.Cut(name, "[")
		field, isKnown := known[strings.ToLower(base)]
		if !isKnown {
			continue
		}
		if isArray && strings.HasSuffix(bracket, "]") {
			return nil, errArray.With(field)
		}
		if isArray {
			continue
		}
		value, err := url.QueryUnescape(rawValue)
		if err != nil {
			return nil, errForm
		}
		if _, twice := values[field]; twice {
			return nil, errRepeated.With(field)
		}
		if lines[field] {
			value = strings.ReplaceAll(value, "\r\n", "\n")
		}
		shown := value
		if lines[field] {
			shown = strings.ReplaceAll(value, "\n", "")
		}
		if !cleanText(shown) {
			return nil, errCharacters
		}
		values[field] = value
	}
	return values, nil
}

// cleanText refuses what no honest field holds and what would mislead whoever
// reads it on a staff page or in a log: broken UTF-8, control characters, and
// characters that change the direction of text (trust INP-4).
func cleanText(s string) bool {
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
