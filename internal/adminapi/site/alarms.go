package site

import (
	"context"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/alarm"
	"hongyun/internal/api"
)

// Alarms is where alarms go.
type Alarms struct {
	Targets    []AlarmTarget `json:"targets"`
	Kinds      []AlarmKind   `json:"kinds"`
	Version    int64         `json:"version"` // of the routes, sent back with a change
	ChangedBy  *string       `json:"changedBy"`
	ChangedAt  *wire.Ms      `json:"changedAt"`
	ApprovalID *string       `json:"approvalId"` // of a change of the routes that waits
}

// AlarmTarget is a receiver of alarms. Its keys are never shown.
type AlarmTarget struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Form       string   `json:"form" enumOf:"alarm form"`
	Place      string   `json:"place"`
	Version    int64    `json:"version"`
	ChangedBy  string   `json:"changedBy"`
	ChangedAt  wire.Ms  `json:"changedAt"`
	SentAt     *wire.Ms `json:"sentAt"`
	FailedAt   *wire.Ms `json:"failedAt"`
	Failure    *string  `json:"failure"` // why it did not take the last message
	ApprovalID *string  `json:"approvalId"`
}

// AlarmKind is a kind of event and where it goes.
type AlarmKind struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Grave   bool     `json:"grave"`
	Targets []string `json:"targets"`
	Minutes int      `json:"minutes"` // it is told at most once in so many
	Shipped int      `json:"shipped"` // minutes, while no others are set
}

// AlarmEdit is a receiver as its editor wants it. Its address is written whole.
type AlarmEdit struct {
	Name     string   `json:"name"`
	Form     string   `json:"form" enumOf:"alarm form"`
	Version  int64    `json:"version"`
	Reason   string   `json:"reason"`
	Host     string   `json:"host,omitempty" writeOnly:"true"`
	Port     int      `json:"port,omitempty" writeOnly:"true"`
	User     string   `json:"user,omitempty" writeOnly:"true"`
	Password string   `json:"password,omitempty" writeOnly:"true"`
	From     string   `json:"from,omitempty" writeOnly:"true"`
	To       []string `json:"to,omitempty" writeOnly:"true"`
	URL      string   `json:"url,omitempty" writeOnly:"true"`
	Key      string   `json:"key,omitempty" writeOnly:"true"`
	Token    string   `json:"token,omitempty" writeOnly:"true"`
	Chat     string   `json:"chat,omitempty" writeOnly:"true"`
}

// AlarmRemoval takes a receiver away.
type AlarmRemoval struct {
	Version int64  `json:"version"`
	Reason  string `json:"reason"`
}

// AlarmRoutes is where every kind of event shall go.
type AlarmRoutes struct {
	Routes  []AlarmRoute `json:"routes"`
	Version int64        `json:"version"`
	Reason  string       `json:"reason"`
}

// AlarmRoute is where one kind of event shall go.
type AlarmRoute struct {
	Kind    string   `json:"kind"`
	Targets []string `json:"targets"`
	Minutes int      `json:"minutes"`
}

// AlarmEvent is something that was told, or would have been.
type AlarmEvent struct {
	ID       string         `json:"id"`
	Kind     string         `json:"kind"`
	Subject  string         `json:"subject"`
	Text     string         `json:"text"`
	FirstAt  wire.Ms        `json:"firstAt"`
	LastAt   wire.Ms        `json:"lastAt"`
	EndedAt  *wire.Ms       `json:"endedAt"` // null while it lasts
	Count    int64          `json:"count"`
	Messages []AlarmMessage `json:"messages"`
}

// AlarmMessage is a message to a receiver and what became of it.
type AlarmMessage struct {
	Target  string   `json:"target"` // its name
	State   string   `json:"state" enum:"waiting,sent,lost"`
	Failure *string  `json:"failure"`
	Tries   int      `json:"tries"`
	MadeAt  wire.Ms  `json:"madeAt"`
	EndedAt *wire.Ms `json:"endedAt"`
}

func (s *Handlers) alarms(ctx context.Context, _ *route.Call) (Alarms, error) {
	targets, err := s.Alarms.Targets(ctx, s.Read)
	if err != nil {
		return Alarms{}, err
	}
	routes, err := s.Alarms.Routes(ctx, s.Read)
	if err != nil {
		return Alarms{}, err
	}
	open, err := s.Staff.PendingApproval(ctx, s.Read, alarm.RouteSubject)
	if err != nil {
		return Alarms{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, alarm.TargetSubject(""), api.Each(targets, func(t alarm.Target) string { return t.ID }))
	out := Alarms{Version: routes.Version, ChangedBy: wire.TextOrNull(routes.MadeBy), ChangedAt: wire.InMsOrNull(routes.MadeAt), ApprovalID: wire.TextOrNull(open)}
	out.Targets = api.Each(targets, func(t alarm.Target) AlarmTarget {
		return AlarmTarget{
			ID: t.ID, Name: t.Name, Form: t.Form, Place: t.Place, Version: t.Version, ChangedBy: t.ChangedBy, ChangedAt: wire.InMs(t.ChangedAt),
			SentAt: wire.InMsOrNull(t.SentAt), FailedAt: wire.InMsOrNull(t.FailedAt), Failure: wire.TextOrNull(t.Failure), ApprovalID: wire.TextOrNull(pending[t.ID]),
		}
	})
	out.Kinds = api.Each(alarm.Kinds, func(k alarm.Kind) AlarmKind {
		r := routes.ByKind[k.Kind]
		return AlarmKind{Kind: k.Kind, Name: k.Name, About: k.About, Grave: k.Grave, Targets: r.Targets, Minutes: r.Minutes, Shipped: int(k.Every / time.Minute)}
	})
	return out, err
}

func (s *Handlers) alarmAdd(ctx context.Context, c *route.Call, in AlarmEdit) (wire.Outcome, error) {
	return s.saveAlarm(ctx, c, "", in)
}

func (s *Handlers) alarmChange(ctx context.Context, c *route.Call, in AlarmEdit) (wire.Outcome, error) {
	return s.saveAlarm(ctx, c, c.ID(), in)
}

func (s *Handlers) saveAlarm(ctx context.Context, c *route.Call, id string, in AlarmEdit) (wire.Outcome, error) {
	id, err := s.Alarms.SaveTarget(ctx, c.By, alarm.TargetEdit{
		ID: id, Name: in.Name, Form: in.Form, Version: in.Version, Reason: in.Reason,
		Address: alarm.Address{
			Host: in.Host, Port: in.Port, User: in.User, Password: in.Password, From: in.From, To: in.To, URL: in.URL, Key: in.Key, Token: in.Token, Chat: in.Chat,
		},
	})
	if err != nil {
		for about, field := range alarmFields {
			err = route.InField(err, about, field)
		}
		return wire.Outcome{}, err
	}
	return wire.DoneOrWaiting(id), nil
}

// alarmFields names the input that a refusal is about.
var alarmFields = map[error]string{
	alarm.ErrName: "name", alarm.ErrForm: "form", alarm.ErrURL: "url", alarm.ErrKey: "key", alarm.ErrToken: "token", alarm.ErrChat: "chat", alarm.ErrWecom: "key",
}

func (s *Handlers) alarmRemove(ctx context.Context, c *route.Call, in AlarmRemoval) (wire.Outcome, error) {
	id, err := s.Alarms.RemoveTarget(ctx, c.By, c.ID(), in.Version, in.Reason)
	return wire.DoneOrWaiting(id), err
}

func (s *Handlers) alarmTest(ctx context.Context, c *route.Call, _ wire.Empty) (route.None, error) {
	return route.None{}, s.Alarms.Test(ctx, c.By, c.ID())
}

func (s *Handlers) alarmRoutes(ctx context.Context, c *route.Call, in AlarmRoutes) (wire.Outcome, error) {
	routes := map[string]alarm.Route{}
	for _, r := range in.Routes {
		routes[r.Kind] = alarm.Route{Targets: r.Targets, Minutes: r.Minutes}
	}
	id, err := s.Alarms.SaveRoutes(ctx, c.By, routes, in.Version, in.Reason)
	return wire.DoneOrWaiting(id), err
}

func (s *Handlers) alarmEvents(ctx context.Context, c *route.Call) (wire.Page[AlarmEvent], error) {
	kind, page := alarmKind(c), c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[AlarmEvent]{}, err
	}
	limit, offset := page.Bounds()
	list, total, err := s.Alarms.Events(ctx, kind, limit, offset)
	return wire.PageOf(list, total, alarmEventShown), err
}

// fixedAlarmEvents are the alarms of a file: one that is told again while it is written
// changes its place in the list.
func (s *Handlers) fixedAlarmEvents(ctx context.Context, c *route.Call) (route.Fixed[AlarmEvent], error) {
	kind := alarmKind(c)
	if err := c.Checked(); err != nil {
		return route.Fixed[AlarmEvent]{}, err
	}
	keys, err := s.Alarms.EventKeys(ctx, kind)
	return route.Keyed(keys, func(ctx context.Context, keys []string) ([]AlarmEvent, error) {
		list, err := s.Alarms.EventsByKey(ctx, keys)
		return api.Each(list, alarmEventShown), err
	}), err
}

func alarmKind(c *route.Call) string {
	return c.OneOf("kind", api.Each(alarm.Kinds, func(k alarm.Kind) string { return k.Kind })...)
}

func alarmEventShown(e alarm.Event) AlarmEvent {
	return AlarmEvent{
		ID: e.ID, Kind: e.Kind, Subject: e.Subject, Text: e.Text, FirstAt: wire.InMs(e.FirstAt), LastAt: wire.InMs(e.LastAt), EndedAt: wire.InMsOrNull(e.EndedAt), Count: e.Count,
		Messages: api.Each(e.Messages, func(m alarm.Sent) AlarmMessage {
			return AlarmMessage{Target: m.Target, State: m.State, Failure: wire.TextOrNull(m.Failure), Tries: m.Tries, MadeAt: wire.InMs(m.MadeAt), EndedAt: wire.InMsOrNull(m.EndedAt)}
		}),
	}
}
