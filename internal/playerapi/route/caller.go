package route

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/netip"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/api"
	"hongyun/internal/door"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
)

// DeviceCookie is the cookie a ticket is bound to (D-21, trust SES-6). Where
// browsers reach the site by plain http, as in the demo, the name goes without
// its prefix, for the prefix demands https.
const DeviceCookie = "__Host-dev"

// Caller is who makes a call and what came with it.
type Caller struct {
	Session access.Session // empty for visitors
	Client  identity.Client

	Call   *Prepared
	Ticket string
	Values map[string]string // parsed parameters by their documented name
	Body   []byte
	Key    string // Idempotency-Key, empty: none
	Stamp  int64  // the seconds in the request token
	Accept string // what kinds of answers the client takes
	Origin string // the address of the page, as the browser names it; "" if it does not
	Last   string // Last-Event-ID: the newest message that the page knows
	Writer http.ResponseWriter
}

// read fills a call's input from its parameters and checks it.
func (c *Caller) read(into reflect.Value) error { return c.Call.Input.read(c.Values, into) }

// OrderID makes the id of the order this request places. It is derived from
// player, route and the client's Idempotency-Key, so that one player's key
// never meets another's. A documented client sends no key: then the body and
// the seconds of its request token take the key's place, so the same bytes
// never act twice, and the order is keyless (trust IDE-3).
func (c *Caller) OrderID() (id string, keyless bool) {
	key := "key|" + c.Key
	if c.Key == "" {
		sum := sha256.Sum256(c.Body)
		key = "body|" + hex.EncodeToString(sum[:]) + "|" + strconv.FormatInt(c.Stamp, 10)
	}
	sum := sha256.Sum256([]byte(c.Session.PlayerID + "|" + c.Call.Path + "|" + key))
	return hex.EncodeToString(sum[:16]), c.Key == ""
}

// IdempotencyKey reads the header; a key that could not be told from another
// is refused rather than ignored, for the client relies on it.
func IdempotencyKey(h http.Header) (string, error) {
	keys := h.Values("Idempotency-Key")
	if len(keys) == 0 {
		return "", nil
	}
	if len(keys) > 1 || len(keys[0]) < 8 || len(keys[0]) > 100 {
		return "", errIdempotency
	}
	for _, b := range []byte(keys[0]) {
		if b <= ' ' || b > '~' {
			return "", errIdempotency
		}
	}
	return keys[0], nil
}

// TicketOf reads the Authorization header: the ticket, bare or after Bearer (D-14).
func TicketOf(h http.Header) string {
	values := h.Values("Authorization")
	if len(values) != 1 {
		return ""
	}
	ticket := strings.TrimSpace(values[0])
	if scheme, rest, found := strings.Cut(ticket, " "); found && strings.EqualFold(scheme, "Bearer") {
		ticket = strings.TrimSpace(rest)
	}
	if len(ticket) > 200 {
		return ""
	}
	return ticket
}

// Prepared is a call with its input's rules worked out.
type Prepared struct {
	Call
	Input input
}

// PlayerNameField is the name under which a body's player name is kept,
// whatever case it came in.
const PlayerNameField = "playerName"

// Prepare works out the rules of a call's input.
func Prepare(reg huma.Registry, lists api.Lists, c Call) *Prepared {
	p := &Prepared{Call: c, Input: InputOf(reg, lists, c.In)}
	if c.Who != Anyone {
		p.Input.Known["playername"] = PlayerNameField // checked on every call, documented there or not (D-15)
	}
	return p
}

// CookieName is the name of the device cookie on this site.
func CookieName(tls bool) string {
	if tls {
		return DeviceCookie
	}
	return strings.TrimPrefix(DeviceCookie, "__Host-")
}

// SetDevice gives the browser the cookie its ticket is bound to.
func (c *Caller) SetDevice(value string, tls bool) {
	if value == "" || value == c.Client.DeviceCookie {
		return
	}
	http.SetCookie(c.Writer, &http.Cookie{
		Name: CookieName(tls), Value: value, Path: "/", MaxAge: int((400 * 24 * time.Hour).Seconds()),
		HttpOnly: true, Secure: tls, SameSite: http.SameSiteLaxMode,
	})
}

// MayServe refuses what the operator's licence does not let us do for this
// address (D-19, trust RG-1). A nil serves allows no address. Taking one's own
// money back is never refused.
func MayServe(ctx context.Context, serves func(netip.Addr) bool) error {
	if serves == nil || !serves(door.VisitOf(ctx).IP) {
		return errCountry
	}
	return nil
}
