package playerapi

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

	"hongyun/internal/door"
	"hongyun/internal/player"
)

// DeviceCookie is the cookie a ticket is bound to (D-21, trust SES-6). Where
// browsers reach the site by plain http, as in the demo, the name goes without
// its prefix, for the prefix demands https.
const DeviceCookie = "__Host-dev"

// Caller is who makes a call and what came with it.
type Caller struct {
	Session player.Session // of nobody, when visitors may call
	Client  player.Client

	call   *prepared
	ticket string
	values map[string]string // parsed parameters by their documented name
	body   []byte
	key    string // Idempotency-Key, empty: none
	stamp  int64  // the seconds in the request token
	accept string // what kinds of answers the client takes
	last   string // Last-Event-ID: the newest message that the page knows
	writer http.ResponseWriter
}

// read fills a call's input from its parameters and checks it.
func (c *Caller) read(into reflect.Value) error { return c.call.input.read(c.values, into) }

// orderID makes the id of the order this request places. It is derived from
// player, route and the client's Idempotency-Key, so that one player's key
// never meets another's. A documented client sends no key: then the body and
// the seconds of its request token take the key's place, so the same bytes
// never act twice, and the order is keyless (trust IDE-3).
func (c *Caller) orderID() (id string, keyless bool) {
	key := "key|" + c.key
	if c.key == "" {
		sum := sha256.Sum256(c.body)
		key = "body|" + hex.EncodeToString(sum[:]) + "|" + strconv.FormatInt(c.stamp, 10)
	}
	sum := sha256.Sum256([]byte(c.Session.PlayerID + "|" + c.call.Path + "|" + key))
	return hex.EncodeToString(sum[:16]), c.key == ""
}

// idempotencyKey reads the header; a key that could not be told from another
// is refused rather than ignored, for the client relies on it.
func idempotencyKey(h http.Header) (string, error) {
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

// ticketOf reads the Authorization header: the ticket, bare or after Bearer (D-14).
func ticketOf(h http.Header) string {
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

// prepared is a call with its input's rules worked out.
type prepared struct {
	call
	input input
}

// playerNameField is the name under which a body's player name is kept,
// whatever case it came in.
const playerNameField = "playerName"

// prepare works out the rules of a call's input.
func prepare(reg huma.Registry, c call) *prepared {
	p := &prepared{call: c, input: inputOf(reg, c.In)}
	if c.who != whoAnyone {
		p.input.known["playername"] = playerNameField // checked on every call, documented there or not (D-15)
	}
	return p
}

// cookieName is the name of the device cookie on this site.
func cookieName(tls bool) string {
	if tls {
		return DeviceCookie
	}
	return strings.TrimPrefix(DeviceCookie, "__Host-")
}

// setDevice gives the browser the cookie its ticket is bound to.
func (c *Caller) setDevice(value string, tls bool) {
	if value == "" || value == c.Client.DeviceCookie {
		return
	}
	http.SetCookie(c.writer, &http.Cookie{
		Name: cookieName(tls), Value: value, Path: "/", MaxAge: int((400 * 24 * time.Hour).Seconds()),
		HttpOnly: true, Secure: tls, SameSite: http.SameSiteLaxMode,
	})
}

// mayServe refuses what the operator's licence does not let us do for this
// address (D-19, trust RG-1). A nil serves allows no address. Taking one's own
// money back is never refused.
func mayServe(ctx context.Context, serves func(netip.Addr) bool) error {
	if serves == nil || !serves(door.VisitOf(ctx).IP) {
		return errCountry
	}
	return nil
}
