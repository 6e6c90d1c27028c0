package adminapi

import (
	"context"
	"time"

	"hongyun/internal/alarm"
	"hongyun/internal/api"
	"hongyun/internal/staff"
)

// Alarms is where alarms go.
type Alarms struct {
	Targets    []AlarmTarget `json:"targets"`
	Kinds      []AlarmKind   `json:"kinds"`
	Version    int64         `json:"version"` // of the routes, sent back with a change
	ChangedBy  *string       `json:"changedBy"`
	ChangedAt  *Ms           `json:"changedAt"`
	ApprovalID *string       `json:"approvalId"` // of a change of the routes that waits
}

// AlarmTarget is a receiver of alarms. Its keys are shown to nobody.
type AlarmTarget struct {
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	Form       string  `json:"form" enumOf:"alarm form"`
	Place      string  `json:"place"`
	Version    int64   `json:"version"`
	ChangedBy  string  `json:"changedBy"`
	ChangedAt  Ms      `json:"changedAt"`
	SentAt     *Ms     `json:"sentAt"`
	FailedAt   *Ms     `json:"failedAt"`
	Failure    *string `json:"failure"` // why it did not take the last message
	ApprovalID *string `json:"approvalId"`
}

// AlarmKind is a kind of event and where it goes.
type AlarmKind struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Grave   bool     `json:"grave"`
	Targets []string `json:"targets"`
	Minutes int      `json:"minutes"` // it is told at most once in so many
	Shipped int      `json:"shipped"` // minutes, where nobody set others
}

// AlarmEdit is a receiver as somebody wants it. Its address is written whole.
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
	FirstAt  Ms             `json:"firstAt"`
	LastAt   Ms             `json:"lastAt"`
	EndedAt  *Ms            `json:"endedAt"` // null while it stands
	Count    int64          `json:"count"`
	Messages []AlarmMessage `json:"messages"`
}

// AlarmMessage is a message to a receiver and what became of it.
type AlarmMessage struct {
	Target  string  `json:"target"` // its name
	State   string  `json:"state" enum:"waiting,sent,lost"`
	Failure *string `json:"failure"`
	Tries   int     `json:"tries"`
	MadeAt  Ms      `json:"madeAt"`
	EndedAt *Ms     `json:"endedAt"`
}

func (s *siteHandlers) alarms(ctx context.Context, _ *call) (Alarms, error) {
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
	out := Alarms{Version: routes.Version, ChangedBy: textOf(routes.MadeBy), ChangedAt: msOf(routes.MadeAt), ApprovalID: textOf(open)}
	out.Targets = api.Each(targets, func(t alarm.Target) AlarmTarget {
		return AlarmTarget{
			ID: t.ID, Name: t.Name, Form: t.Form, Place: t.Place, Version: t.Version, ChangedBy: t.ChangedBy, ChangedAt: ms(t.ChangedAt),
			SentAt: msOf(t.SentAt), FailedAt: msOf(t.FailedAt), Failure: textOf(t.Failure), ApprovalID: textOf(pending[t.ID]),
		}
	})
	out.Kinds = api.Each(alarm.Kinds, func(k alarm.Kind) AlarmKind {
		r := routes.ByKind[k.Kind]
		return AlarmKind{Kind: k.Kind, Name: k.Name, About: k.About, Grave: k.Grave, Targets: r.Targets, Minutes: r.Minutes, Shipped: int(k.Every / time.Minute)}
	})
	return out, err
}

func (s *siteHandlers) alarmAdd(ctx context.Context, c *call, in AlarmEdit) (Outcome, error) {
	return s.saveAlarm(ctx, c, "", in)
}

func (s *siteHandlers) alarmChange(ctx context.Context, c *call, in AlarmEdit) (Outcome, error) {
	return s.saveAlarm(ctx, c, c.id(), in)
}

func (s *siteHandlers) saveAlarm(ctx context.Context, c *call, id string, in AlarmEdit) (Outcome, error) {
	id, err := s.Alarms.SaveTarget(ctx, c.by, alarm.TargetEdit{
		ID: id, Name: in.Name, Form: in.Form, Version: in.Version, Reason: in.Reason,
		Address: alarm.Address{
			Host: in.Host, Port: in.Port, User: in.User, Password: in.Password, From: in.From, To: in.To, URL: in.URL, Key: in.Key, Token: in.Token, Chat: in.Chat,
		},
	})
	if err != nil {
		for about, field := range alarmFields {
			err = inField(err, about, field)
		}
		return Outcome{}, err
	}
	return doneOrWaiting(id), nil
}

// alarmFields names the input that a refusal is about.
var alarmFields = map[error]string{
	alarm.ErrName: "name", alarm.ErrForm: "form", alarm.ErrURL: "url", alarm.ErrKey: "key", alarm.ErrToken: "token", alarm.ErrChat: "chat", alarm.ErrWecom: "key",
}

func (s *siteHandlers) alarmRemove(ctx context.Context, c *call, in AlarmRemoval) (Outcome, error) {
	id, err := s.Alarms.RemoveTarget(ctx, c.by, c.id(), in.Version, in.Reason)
	return doneOrWaiting(id), err
}

func (s *siteHandlers) alarmTest(ctx context.Context, c *call, _ Empty) (none, error) {
	return none{}, s.Alarms.Test(ctx, c.by, c.id())
}

func (s *siteHandlers) alarmRoutes(ctx context.Context, c *call, in AlarmRoutes) (Outcome, error) {
	routes := map[string]alarm.Route{}
	for _, r := range in.Routes {
		routes[r.Kind] = alarm.Route{Targets: r.Targets, Minutes: r.Minutes}
	}
	id, err := s.Alarms.SaveRoutes(ctx, c.by, routes, in.Version, in.Reason)
	return doneOrWaiting(id), err
}

func (s *siteHandlers) alarmEvents(ctx context.Context, c *call) (Page[AlarmEvent], error) {
	kinds := api.Each(alarm.Kinds, func(k alarm.Kind) string { return k.Kind })
	kind, page := c.one("kind", kinds...), c.page()
	if err := c.checked(); err != nil {
		return Page[AlarmEvent]{}, err
	}
	limit, offset := staff.Page.Bounds(page)
	list, total, err := s.Alarms.Events(ctx, kind, limit, offset)
	return pageOf(list, total, func(e alarm.Event) AlarmEvent {
		return AlarmEvent{
			ID: e.ID, Kind: e.Kind, Subject: e.Subject, Text: e.Text, FirstAt: ms(e.FirstAt), LastAt: ms(e.LastAt), EndedAt: msOf(e.EndedAt), Count: e.Count,
			Messages: api.Each(e.Messages, func(m alarm.Sent) AlarmMessage {
				return AlarmMessage{Target: m.Target, State: m.State, Failure: textOf(m.Failure), Tries: m.Tries, MadeAt: ms(m.MadeAt), EndedAt: msOf(m.EndedAt)}
			}),
		}
	}), err
}
