package route

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
	"hongyun/internal/staff/login"
)

// BodyMost is the largest body a staff request may have.
const BodyMost = 64 << 10

// FileBodyMost is the largest body of a route that takes a file: banksheet.MaxSize in
// base64, and the fields beside it.
const FileBodyMost = 7 << 20

// Call is one request of a member of staff.
type Call struct {
	Writer  http.ResponseWriter
	Request *http.Request
	By      staff.Actor
	Session login.Session
	Token   string
	Query   []string    // what the route reads of the query
	Posted  []byte      // the body as it came
	MaxBody int64       // the largest body
	Bad     string      // the first query value that could not be read
	Seek    *staff.Seek // of a list that is read by cursor

	// Admit finds out once more who asks, where the body was not read before.
	Admit func() error
}

// ReadBody reads the body to its end. It comes before the question who asks: a
// body that trickles in would let an account act after it was disabled.
func (c *Call) ReadBody() error {
	if c.Request.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(c.Request.Body, c.MaxBody+1)) // body refuses the byte too many
	if err != nil {
		return errBody
	}
	c.Posted = body
	c.Request.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// Decode reads the JSON body into a struct. Unknown fields are refused: they are
// a misspelt one, and what was meant would be lost.
func (c *Call) Decode(into any) error {
	kind, _, err := mime.ParseMediaType(c.Request.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errType
	}
	d := json.NewDecoder(http.MaxBytesReader(c.Writer, c.Request.Body, c.MaxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return errTooLarge
		}
		return errBody
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errBody
	}
	return nil
}

// ID is the {id} of the path.
func (c *Call) ID() string { return c.Request.PathValue("id") }

// Text is a query value; one that is over-long or hides something is wrong
// input. A name the route does not tell of is our own mistake.
func (c *Call) Text(name string) string {
	if !slices.Contains(c.Query, name) {
		panic("adminapi: " + c.Request.URL.Path + " reads " + name + " and its route does not say so")
	}
	values := c.Request.URL.Query()[name]
	if len(values) == 0 {
		return ""
	}
	v := strings.TrimSpace(values[0])
	if len(values) > 1 || len(v) > 200 || !utf8.ValidString(v) || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }) {
		c.Wrong(name)
		return ""
	}
	return v
}

// Wrong notes a query value that could not be read.
func (c *Call) Wrong(name string) {
	if c.Bad == "" {
		c.Bad = name
	}
}

// OneOf is a query value that is one of those known; all is the empty one.
func (c *Call) OneOf(name string, known ...string) string {
	v := c.Text(name)
	if v != "" && !slices.Contains(known, v) {
		c.Wrong(name)
		return ""
	}
	return v
}

// ListOf is a query value of several of those known, split at commas.
func (c *Call) ListOf(name string, known ...string) []string {
	v := c.Text(name)
	if v == "" {
		return nil
	}
	list := strings.Split(v, ",")
	for _, part := range list {
		if !slices.Contains(known, part) {
			c.Wrong(name)
		}
	}
	return list
}

// Flag is whether a query value is 1; 0 says no as well as none does.
func (c *Call) Flag(name string) bool { return c.OneOf(name, "0", "1") == "1" }

// Either is a query value of 1 or 0, nil if absent.
func (c *Call) Either(name string) *bool {
	v := c.OneOf(name, "0", "1")
	if v == "" {
		return nil
	}
	return new(v == "1")
}

// decimals are the numbers that a query may hold, such as odds.
var decimals = regexp.MustCompile(`^-?[0-9]{1,9}(\.[0-9]{1,6})?$`)

// Decimal is a query value of a plain decimal, "" if absent.
func (c *Call) Decimal(name string) string {
	v := c.Text(name)
	if v != "" && !decimals.MatchString(v) {
		c.Wrong(name)
		return ""
	}
	return v
}

// Time is a query value in unix milliseconds, zero if absent.
func (c *Call) Time(name string) time.Time {
	v := c.Text(name)
	if v == "" {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(v, 10, 64)
	if err != nil || ms < 0 || ms > 1<<53 {
		c.Wrong(name)
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

// InYuan is a query value of decimal yuan, nil if absent.
func (c *Call) Yuan(name string) *money.Fen {
	v := c.Text(name)
	if v == "" {
		return nil
	}
	f, err := money.ParseYuan(v)
	if err != nil {
		c.Wrong(name)
		return nil
	}
	return &f
}

// Page is the part of a list that is asked for: by cursor, where the route reads one.
func (c *Call) Page() staff.Page {
	if !slices.Contains(c.Query, "after") {
		return staff.Page{Number: c.Number("page"), Size: c.Number("size")}
	}
	if c.Seek == nil { // an export brings its own
		c.Seek = &staff.Seek{Sort: c.Text("sort"), After: c.cursor("after"), Before: c.cursor("upto")}
		if c.Seek.After != "" && c.Seek.Before != "" {
			c.Wrong("upto")
		}
	}
	return staff.Page{Size: c.Number("size"), Seek: c.Seek}
}

// cursor is a query value that a list gave out; it may be longer than other texts.
func (c *Call) cursor(name string) string {
	values := c.Request.URL.Query()[name]
	if len(values) > 1 || len(values) == 1 && len(values[0]) > 500 {
		c.Wrong(name)
		return ""
	}
	return strings.Join(values, "")
}

// Number is a query value of a whole number from 1, 0 if absent.
func (c *Call) Number(name string) int {
	v := c.Text(name)
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 1_000_000 {
		c.Wrong(name)
		return 0
	}
	return n
}

// Checked is the fault of the first query value that could not be read.
func (c *Call) Checked() error {
	if c.Bad != "" {
		return ErrInput.With(c.Bad)
	}
	return nil
}

// Fresh fails with ErrStepUp unless the session showed a code lately.
func (c *Call) Fresh(now time.Time) error {
	if !c.Session.Fresh(now) {
		return staff.ErrStepUp
	}
	return nil
}

// Format is the kind of file that is asked for.
func (c *Call) Format() string { return cmp.Or(c.OneOf("format", sheet.CSV, sheet.XLSX), sheet.CSV) }

// Filled is the query of a call as it is written to the trail.
func (c *Call) Filled() map[string]string {
	out := map[string]string{}
	for _, name := range c.Query {
		if v := c.Text(name); v != "" {
			out[name] = v
		}
	}
	return out
}
