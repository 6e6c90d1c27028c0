package playerapi

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"hongyun/internal/api"
)

// who says who may make a call.
type who int

const (
	whoAnyone who = iota // visitors too; a stale ticket is ignored (D-30)
	whoPlayer            // a valid ticket
	whoMoney             // a ticket and the device cookie it was issued with (D-21)
)

func (w who) String() string { return [...]string{"anyone", "player", "money"}[w] }

// A call is one documented call: everything there is to know about it.
type call struct {
	api.Entry           // its path is without /common
	noun         string // groups the calls of the document
	who          who
	open         bool // needs no X-Req-Token: loaded by an image tag (D-30)
	poll         bool // made by a timer: no sign that somebody is there (trust SES-3)
	guess        bool // tries a password or a captcha: limited far below the others (trust CAP-4)
	export       bool // reads many records at once: limited far below the others
	venues       bool // asks the venues themselves: limited, so that a page cannot flood them
	beacon       bool // sent by pages about themselves: its own small limits
	upload       bool // its body may hold a picture
	rests        bool // refused while the whole site is under maintenance (MNT-01)
	refusedAs400 bool // the bank withdrawal (D-06)
	serve        func(ctx context.Context, c *Caller) (any, error)
}

// name is the last part of the path: PlayerBalance.
func (c call) name() string { return c.Path[strings.LastIndexByte(c.Path, '/')+1:] }

type option func(*call)

func open(c *call)   { c.open = true }
func poll(c *call)   { c.poll = true }
func guess(c *call)  { c.guess = true }
func beacon(c *call) { c.beacon = true }
func export(c *call) { c.export = true }
func venues(c *call) { c.venues = true }
func rests(c *call)  { c.rests = true }
func upload(c *call) { c.upload = true }

func refusedAs400(c *call) { c.refusedAs400 = true }

// on makes the entry of one call from its handler; what goes in and out is
// read from the handler's own types.
func on[In, Out any](method, path string, w who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) call {
	c := call{
		Entry: api.Entry{Method: method, Path: path, Summary: summary, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()},
		noun:  noun, who: w,
	}
	c.serve = func(ctx context.Context, caller *Caller) (any, error) {
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

func get[In, Out any](path string, w who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) call {
	return on(http.MethodGet, path, w, noun, summary, handle, options...)
}

func post[In, Out any](path string, w who, noun, summary string,
	handle func(context.Context, *Caller, In) (Out, error), options ...option,
) call {
	return on(http.MethodPost, path, w, noun, summary, handle, options...)
}

// picture is an answer that is an image, not an envelope.
type picture []byte
