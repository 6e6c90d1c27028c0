package app

import (
	"context"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/job"
)

const (
	// recentlyActive is who is told of the maintenance of the site.
	recentlyActive = 30 * 24 * time.Hour
	toldAtOnce     = 500
)

// maintenanceArgs tells the players who were here lately of the maintenance of
// the site.
type maintenanceArgs struct {
	Event string `json:"event"`
	Title string `json:"title"`
	Body  string `json:"body"`
}

// Kind names the job.
func (maintenanceArgs) Kind() string { return "inbox.maintenance" }

// news connects the messages whose readers are many. A job writes them in parts;
// a part that is repeated writes nothing twice.
func (a *App) news() {
	a.Content.OnMaintenance = func(ctx context.Context, tx *db.Tx, m content.Maintenance) error {
		return a.Jobs.Enqueue(ctx, tx, maintenanceTold(m, tx.Now()))
	}
	job.Handle(a.Jobs, func(ctx context.Context, told maintenanceArgs) error {
		since := a.Clock.Now().Add(-recentlyActive)
		for after, more := "", true; more; {
			players, last, err := a.Players.ActiveAfter(ctx, a.DB, after, since, toldAtOnce)
			if err != nil {
				return err
			}
			messages := make([]inbox.Message, len(players))
			for i, player := range players {
				messages[i] = inbox.Message{Player: player, Event: told.Event, Kind: inbox.Maintenance, Title: told.Title, Body: told.Body}
			}
			if err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return inbox.Write(ctx, tx, messages...) }); err != nil {
				return err
			}
			after, more = last, last != ""
		}
		return nil
	})
}

func maintenanceTold(m content.Maintenance, now time.Time) maintenanceArgs {
	out := maintenanceArgs{Event: "maintenance:" + strconv.FormatInt(now.UnixMilli(), 10)}
	if !m.On {
		out.Title, out.Body = "维护已结束", "站点维护已结束或已取消，您可以正常使用全部功能。"
		return out
	}
	from, to := "现在", "以公告为准"
	if m.From.After(now) {
		from = calendar.Stamp(m.From) + "（GMT+8）"
	}
	if !m.To.IsZero() {
		to = calendar.Stamp(m.To) + "（GMT+8）"
	}
	out.Title, out.Body = "站点维护通知", "站点维护时间："+from+" 起，预计恢复："+to+"。维护期间不能存款、转账和进入游戏，您的资金不受影响。"
	return out
}

// watchInbox tells open pages of messages that any node wrote.
func (a *App) watchInbox() {
	w := &inbox.Watcher{DB: a.DB, Log: a.Log, Wanted: a.Events.Listening, Tell: a.Events.PublishMessage}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		w.Run(ctx)
	}()
	a.endWatch = func() { cancel(); <-ended }
}
