package route

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"hongyun/internal/api"
)

// Who is the permission of a call.
type Who int

const (
	Anyone       Who = iota // visitors too; a stale ticket is ignored (D-30)
	AnyPlayer               // a valid ticket
	DevicePlayer            // a ticket and the device cookie it was issued with (D-21)
)

// String is the name in the published document.
func (w Who) String() string { return [...]string{"anyone", "player", "money"}[w] }

// Call is one documented call: everything there is to know about it.
type Call struct {
	api.Entry           // its path is without /common
	Noun         string // groups the calls of the document
	Who          Who
	Open         bool // needs no X-Req-Token: loaded by an image tag (D-30)
	Poll         bool // made by a timer: no sign that a person is there (trust SES-3)
	Guess        bool // tries a password or a captcha: limited far below the others (trust CAP-4)
	Export       bool // reads many records at once: limited far below the others
	Venues       bool // asks the venues themselves: limited, so that a page cannot flood them
	Beacon       bool // sent by pages about themselves: its own small limits
	Upload       bool // its body may hold a picture
	Rests        bool // refused while the whole site is under maintenance (MNT-01)
	RefusedAs400 bool // the bank withdrawal (D-06)
	Serve        func(ctx context.Context, c *Caller) (any, error)
}

// Name is the last part of the path: PlayerBalance.
func (c Call) Name() string { return c.Path[strings.LastIndexByte(c.Path, '/')+1:] }

type option func(*Call)

// Open marks a call that needs no X-Req-Token.
func Open(c *Call) { c.Open = true }

// Poll marks a call made by a timer, which is no sign of a person.
func Poll(c *Call) { c.Poll = true }

// Guess marks a call that tries a password or a captcha.
func Guess(c *Call) { c.Guess = true }

// Beacon marks a report of a page about itself.
func Beacon(c *Call) { c.Beacon = true }

// Export marks a call that reads many records at once.
func Export(c *Call) { c.Export = true }

// Venues marks a call that asks the venues themselves.
func Venues(c *Call) { c.Venues = true }

// Rests marks a call that is refused while the whole site is under maintenance.
func Rests(c *Call) { c.Rests = true }

// Upload marks a call whose body may hold a picture.
func Upload(c *Call) { c.Upload = true }

// RefusedAs400 marks the bank withdrawal, whose refusals are a 400 (D-06).
func RefusedAs400(c *Call) { c.RefusedAs400 = true }

// on makes the entry of one call from its handler; what goes in and out is
// read from the handler's own types.
func on[In, Out any](method, path string, w Who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) Call {
	c := Call{
		Entry: api.Entry{Method: method, Path: path, Summary: summary, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()},
		Noun:  noun, Who: w,
	}
	c.Serve = func(ctx context.Context, caller *Caller) (any, error) {
		var in In
		if err := caller.read(reflect.ValueOf(&in)); err != nil {
			return nil, err
		}
		return handle(ctx, caller, in)
	}
	for _, o := range options {
		o(&c)
	}
	return c
}

// Get makes the entry of a call by GET.
func Get[In, Out any](path string, w Who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) Call {
	return on(http.MethodGet, path, w, noun, summary, handle, options...)
}

// Post makes the entry of a call by POST.
func Post[In, Out any](path string, w Who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) Call {
	return on(http.MethodPost, path, w, noun, summary, handle, options...)
}

// Picture is an answer that is an image, not an envelope.
type Picture []byte
