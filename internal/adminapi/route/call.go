package adminapi

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
)

// bodyMost is the largest body a staff request may have.
const bodyMost = 64 << 10

// fileBodyMost is the largest body of a route that takes a file: banksheet.MaxSize in
// base64, and the fields beside it.
const fileBodyMost = 7 << 20

// call is one request of a member of staff.
type call struct {
	w       http.ResponseWriter
	r       *http.Request
	by      staff.Actor
	session staff.Session
	token   string
	query   []string // what the route reads of the query
	posted  []byte   // the body as it came
	most    int64    // the largest body
	bad     string   // the first query value that could not be read
}

// whole reads the body to its end. It comes before the question who asks: a
// body that trickles in would let an account act after it was disabled.
func (c *call) whole() error {
	if c.r.Method != http.MethodPost {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(c.r.Body, c.most+1)) // body refuses the byte too many
	if err != nil {
		return errBody
	}
	c.posted = body
	c.r.Body = io.NopCloser(bytes.NewReader(body))
	return nil
}

// body reads the JSON body into a struct. Unknown fields are refused: they are
// a misspelt one, and what was meant would be lost.
func (c *call) body(into any) error {
	kind, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return errType
	}
	d := json.NewDecoder(http.MaxBytesReader(c.w, c.r.Body, c.most))
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

// id is the {id} of the path.
func (c *call) id() string { return c.r.PathValue("id") }

// text is a query value; one that is over-long or hides something is wrong
// input. A name the route does not tell of is our own mistake.
func (c *call) text(name string) string {
	if !slices.Contains(c.query, name) {
		panic("adminapi: " + c.r.URL.Path + " reads " + name + " and its route does not say so")
	}
	values := c.r.URL.Query()[name]
	if len(values) == 0 {
		return ""
	}
	v := strings.TrimSpace(values[0])
	if len(values) > 1 || len(v) > 200 || !utf8.ValidString(v) || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }) {
		c.wrong(name)
		return ""
	}
	return v
}

// wrong notes a query value that could not be read.
func (c *call) wrong(name string) {
	if c.bad == "" {
		c.bad = name
	}
}

// one is a query value that is one of those known; all is the empty one.
func (c *call) one(name string, known ...string) string {
	v := c.text(name)
	if v != "" && !slices.Contains(known, v) {
		c.wrong(name)
		return ""
	}
	return v
}

// list is a query value of several of those known, split at commas.
func (c *call) list(name string, known ...string) []string {
	v := c.text(name)
	if v == "" {
		return nil
	}
	list := strings.Split(v, ",")
	for _, part := range list {
		if !slices.Contains(known, part) {
			c.wrong(name)
		}
	}
	return list
}

// flag is whether a query value is 1; 0 says no as well as none does.
func (c *call) flag(name string) bool { return c.one(name, "0", "1") == "1" }

// either is a query value of 1 or 0, nil if absent.
func (c *call) either(name string) *bool {
	v := c.one(name, "0", "1")
	if v == "" {
		return nil
	}
	return new(v == "1")
}

// decimals are the numbers that a query may hold, such as odds.
var decimals = regexp.MustCompile(`^-?[0-9]{1,9}(\.[0-9]{1,6})?$`)

// decimal is a query value of a plain decimal, "" if absent.
func (c *call) decimal(name string) string {
	v := c.text(name)
	if v != "" && !decimals.MatchString(v) {
		c.wrong(name)
		return ""
	}
	return v
}

// time is a query value in unix milliseconds, zero if absent.
func (c *call) time(name string) time.Time {
	v := c.text(name)
	if v == "" {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(v, 10, 64)
	if err != nil || ms < 0 || ms > 1<<53 {
		c.wrong(name)
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

// yuan is a query value of decimal yuan, nil if absent.
func (c *call) yuan(name string) *money.Fen {
	v := c.text(name)
	if v == "" {
		return nil
	}
	f, err := money.ParseYuan(v)
	if err != nil {
		c.wrong(name)
		return nil
	}
	return &f
}

// page is the part of a list that is asked for.
func (c *call) page() staff.Page {
	return staff.Page{Number: c.number("page"), Size: c.number("size")}
}

func (c *call) number(name string) int {
	v := c.text(name)
	if v == "" {
		return 0
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < 1 || n > 1_000_000 {
		c.wrong(name)
		return 0
	}
	return n
}

// checked is the fault of the first query value that could not be read.
func (c *call) checked() error {
	if c.bad != "" {
		return errInput.With(c.bad)
	}
	return nil
}

// fresh fails with ErrStepUp unless the session showed a code lately.
func (c *call) fresh(now time.Time) error {
	if !c.session.Fresh(now) {
		return staff.ErrStepUp
	}
	return nil
}

// format is the kind of file that is asked for.
func (c *call) format() string { return cmp.Or(c.one("format", sheet.CSV, sheet.XLSX), sheet.CSV) }

// filled is the query of a call as it is written to the trail.
func (c *call) filled() map[string]string {
	out := map[string]string{}
	for _, name := range c.query {
		if v := c.text(name); v != "" {
			out[name] = v
		}
	}
	return out
}
