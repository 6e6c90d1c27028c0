package alarm

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Route is where a kind of event goes, and how often it is told at most.
type Route struct {
	Targets []string `json:"targets"`
	Minutes int      `json:"minutes"`
}

// Routes is the route of each kind.
type Routes struct {
	ByKind  map[string]Route
	Version int64 // 0: as shipped
	MadeBy  string
	MadeAt  time.Time
}

// mostMinutes is the longest time for which an event may be folded.
const mostMinutes = 24 * 60

func (r Routes) of(kind string) Route {
	route, ok := r.ByKind[kind]
	if !ok || route.Minutes == 0 {
		route.Minutes = int(mustKind(kind).Every / time.Minute)
	}
	if route.Targets == nil {
		route.Targets = []string{}
	}
	return route
}

func (r Routes) every(kind string) time.Duration {
	return time.Duration(r.of(kind).Minutes) * time.Minute
}

func readRoutes(ctx context.Context, r db.Reader) (Routes, error) {
	var row struct {
		Version int64
		Routes  string
		MadeBy  string
		MadeAt  int64
	}
	err := r.NewRaw("SELECT version, routes, made_by, made_at FROM alarm_route ORDER BY version DESC LIMIT 1").Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Routes{ByKind: map[string]Route{}}, nil
	}
	if err != nil {
		return Routes{}, fmt.Errorf("read where alarms go: %w", err)
	}
	out := Routes{Version: row.Version, MadeBy: row.MadeBy, MadeAt: calendar.FromMillis(row.MadeAt)}
	return out, json.Unmarshal([]byte(row.Routes), &out.ByKind)
}

// Routes reads where each kind of event goes.
func (a *Alarms) Routes(ctx context.Context, r db.Reader) (Routes, error) {
	routes, err := readRoutes(ctx, r)
	full := map[string]Route{}
	for _, k := range Kinds {
		full[k.Kind] = routes.of(k.Kind)
	}
	routes.ByKind = full
	return routes, err
}

const kindRoute staff.Kind[routePayload] = "alarm.route"

type routePayload struct {
	Routes  map[string]Route `json:"routes"`
	Version int64            `json:"version"`
}

// RouteSubject is what a request about the routes is about.
const RouteSubject = "alarm.route:all"

// SaveRoutes changes where events go. More targets and shorter times hold at
// once; what takes a target away from a kind, or folds it for longer, would keep
// people from hearing of it and needs a second person. It returns the id of the
// request, if one was made. Faults: ErrRoute, ErrStale, ErrSame.
func (a *Alarms) SaveRoutes(ctx context.Context, by staff.Actor, routes map[string]Route, version int64, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if err := a.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		in := routePayload{Routes: routes, Version: version}
		old, quieter, err := a.routesToChange(ctx, tx, &in)
		if err != nil {
			return err
		}
		two, err := a.Staff.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if len(quieter) == 0 || !two {
			return a.writeRoutes(ctx, tx, by, old, in, reason)
		}
		approval, err = a.Staff.RequestApproval(ctx, tx, by, kindRoute.Request(in, staff.Request{
			Subject: RouteSubject, Label: "报警分派", Title: "减少报警的去向或次数", Reason: reason, Details: quieter,
		}))
		return err
	})
	return approval, err
}

// routesToChange checks the wanted routes, and says in words what of them keeps
// somebody from hearing of an event.
func (a *Alarms) routesToChange(ctx context.Context, tx *db.Tx, in *routePayload) (Routes, []staff.Detail, error) {
	old, err := a.Routes(ctx, tx)
	if err != nil {
		return old, nil, err
	}
	if old.Version != in.Version {
		return old, nil, ErrStale
	}
	targets, err := liveTargets(ctx, tx)
	if err != nil {
		return old, nil, err
	}
	names := map[string]string{}
	for _, t := range targets {
		names[t.ID] = t.Name
	}
	var quieter []staff.Detail
	same := true
	for _, k := range Kinds {
		was, will := old.ByKind[k.Kind], in.Routes[k.Kind]
		if will.Minutes < 1 || will.Minutes > mostMinutes {
			return old, nil, ErrRoute.With(k.Name + "的间隔须为1至1440分钟")
		}
		will.Targets = slices.Compact(slices.Sorted(slices.Values(will.Targets)))
		for _, id := range will.Targets {
			if names[id] == "" {
				return old, nil, ErrRoute.With(k.Name + "的去向已不存在")
			}
		}
		in.Routes[k.Kind] = will
		gone := []string{}
		for _, id := range was.Targets {
			if !slices.Contains(will.Targets, id) && names[id] != "" {
				gone = append(gone, names[id])
			}
		}
		if len(gone) > 0 {
			quieter = append(quieter, staff.Detail{Label: k.Name, Value: "不再发往 " + strings.Join(gone, "、")})
		}
		if will.Minutes > was.Minutes {
			quieter = append(quieter, staff.Detail{Label: k.Name, Value: fmt.Sprintf("重复通知的间隔 %d → %d 分钟", was.Minutes, will.Minutes)})
		}
		same = same && slices.Equal(was.Targets, will.Targets) && was.Minutes == will.Minutes
	}
	if len(in.Routes) != len(Kinds) {
		return old, nil, ErrRoute.With("有未知的事件")
	}
	if same {
		return old, nil, ErrSame
	}
	return old, quieter, nil
}

// applyRoutes carries out a request of SaveRoutes.
func (a *Alarms) applyRoutes(ctx context.Context, tx *db.Tx, by staff.Actor, asked staff.Approval, in routePayload) error {
	if err := a.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	old, _, err := a.routesToChange(ctx, tx, &in)
	if err != nil {
		return staff.ErrSubjectChange
	}
	return a.writeRoutes(ctx, tx, by, old, in, asked.Reason)
}

func (a *Alarms) writeRoutes(ctx context.Context, tx *db.Tx, by staff.Actor, old Routes, in routePayload, reason string) error {
	text, err := json.Marshal(in.Routes)
	if err != nil {
		return err
	}
	before, err := liveTargets(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO alarm_route (version, routes, made_by, made_at) VALUES (?, ?, ?, ?)", old.Version+1, string(text), by.Name, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write where alarms go: %w", err)
	}
	if err := a.tellChange(ctx, tx, before, "routes", by.Name+" 修改了报警分派。"); err != nil {
		return err
	}
	return a.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindRoute), Subject: RouteSubject, Label: "报警分派", Reason: reason, Before: old.ByKind, After: in.Routes,
	})
}
