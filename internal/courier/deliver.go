package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// row is a message as it is stored.
type row struct {
	ID, Player, Channel, Topic string
	Device, Host               string // of web push: the browser and its push service
	Sealed, Title, Text, State string
	Tries                      int
	MadeAt, NextAt, DeadlineAt int64
}

// company says which messages go through one company: those of others do not wait for it.
func (m row) company() string { return m.Channel + " " + m.Host }

const rowColumns = "id, player, channel, topic, device, sealed, title, text, state, tries, made_at, next_at, deadline_at"

// outcome is what became of a try.
type outcome struct {
	answer Answer
	again  bool // refused for now: it may be accepted later
	down   bool // the company does not work: others need not try now
	late   bool // its deadline passed before it was sent
	said   string
	drop   bool // nobody is to have it any more
	gone   bool // its browser is no longer known to the push service
}

// Answer is the answer of a company.
type Answer int

// The answers.
const (
	Refused  Answer = iota // the message was not taken
	Accepted               // it was
	Unknown                // nobody knows
)

// Deliver sends what waits. Companies do not wait for one another. It is a sweep.
func (c *Courier) Deliver(ctx context.Context) error {
	due, err := c.take(ctx)
	if err != nil {
		return fmt.Errorf("take messages to send: %w", err)
	}
	byCompany := map[string][]row{}
	for _, m := range due {
		byCompany[m.company()] = append(byCompany[m.company()], m)
	}
	var (
		wait   sync.WaitGroup
		mu     sync.Mutex
		failed error
	)
	for _, list := range byCompany {
		wait.Go(func() {
			for _, m := range list {
				if ctx.Err() != nil {
					return
				}
				out := c.try(ctx, m)
				if err := c.settle(ctx, m, out); err != nil {
					mu.Lock()
					failed = errors.Join(failed, err)
					mu.Unlock()
				}
				if out.down {
					return // the others of this company wait for their next time
				}
			}
		})
	}
	wait.Wait()
	return failed
}

// take reads the messages that are due, codes first and at most maxNotices notices
// of a company, and moves each one's next time on: should this process die, another one sends them then.
func (c *Courier) take(ctx context.Context) ([]row, error) {
	var due []row
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		due = nil
		// Each is read apart, or a backlog of browsers would fill the place of e-mail and SMS.
		for _, of := range []string{"channel <> 'push'", "channel = 'push'"} {
			var some []row
			err := tx.NewRaw(`
				SELECT `+rowColumns+`, COALESCE((SELECT host FROM courier_push b WHERE b.id = device), '') AS host
				FROM courier_message WHERE state = 'waiting' AND next_at <= ? AND `+of+`
				ORDER BY CASE WHEN topic IN ('prove', 'change', 'reset') THEN 0 ELSE 1 END, next_at, id LIMIT ?`,
				tx.NowMillis(), maxAtOnce).Scan(ctx, &some)
			if err != nil {
				return err
			}
			due = append(due, some...)
		}
		notices := map[string]int{}
		due = slices.DeleteFunc(due, func(m row) bool {
			if Topic(m.Topic).isCode() {
				return false
			}
			notices[m.company()]++
			return notices[m.company()] > maxNotices
		})
		for _, m := range due {
			next := tx.Now().Add(Topic(m.Topic).backOff(m.Tries) + 2*sendLimit).UnixMilli()
			if _, err := tx.NewRaw("UPDATE courier_message SET next_at = ? WHERE id = ? AND state = 'waiting'", next, m.ID).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return due, err
}

// try sends one message. After its deadline it is of no use and is not sent.
func (c *Courier) try(ctx context.Context, m row) outcome {
	ch, topic := Channel(m.Channel), Topic(m.Topic)
	if c.DB.Clock().Now().UnixMilli() >= m.DeadlineAt {
		return outcome{late: true, said: "已过发送期限"}
	}
	if !c.On(ch) {
		return outcome{drop: true, said: "发送设置未启用"}
	}
	var l letter
	var to *Browser
	if ch == WebPush {
		var err error
		if to, err = c.browser(ctx, m.Device); err != nil {
			return outcome{again: true, said: "浏览器的推送地址无法读取"}
		}
		if to == nil {
			return outcome{drop: true, said: "该浏览器已关闭推送"}
		}
	} else if m.Sealed != "" {
		plain, err := c.Box.Open(sealFor(m.ID), m.Sealed)
		if err == nil {
			err = json.Unmarshal([]byte(plain), &l)
		}
		if err != nil {
			return outcome{said: "消息无法读取"}
		}
	} else {
		contacts, err := c.Contacts(ctx, c.DB, m.Player)
		if err != nil {
			return outcome{again: true, said: "收件地址无法读取"}
		}
		if l.Address = contacts[ch].Address; l.Address == "" {
			return outcome{drop: true, said: "没有已验证的收件地址"}
		}
	}
	if !topic.isCode() {
		may := false
		err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			if m.Tries > 0 { // counted with its first try
				may = true
				return nil
			}
			may, err = c.spend(ctx, tx, ch, laneOf(topic))
			return err
		})
		if err != nil {
			return outcome{again: true, said: "发送量无法统计"}
		}
		if !may {
			return outcome{drop: true, said: "今日通知发送量已达上限"}
		}
	}
	if to != nil {
		return c.sendPush(ctx, m, *to)
	}
	return c.send(ctx, ch, m.ID, topic, l, m.Title, m.Text)
}

// send hands a message to the company of a channel within sendLimit.
func (c *Courier) send(ctx context.Context, ch Channel, id string, topic Topic, l letter, title, text string) outcome {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	texts := c.texts.Now()
	code := map[Topic]string{Prove: texts.Prove, Change: texts.Change, Reset: texts.Reset}[topic]
	if ch == Email {
		if topic.isCode() {
			return c.sendMail(ctx, id, l.Address, c.site()+"验证码", c.fill(code, "{code}", l.Code))
		}
		return c.sendMail(ctx, id, l.Address, title, c.fill(texts.Long, "{title}", title, "{text}", text))
	}
	m := shortMessage{ID: id, Phone: l.Address, Code: l.Code, Title: title, Text: c.fill(texts.Short, "{title}", title)}
	if topic.isCode() {
		m.Text = c.fill(code, "{code}", l.Code)
	}
	return c.sendSMS(ctx, m)
}

// settle writes down what became of a try, and removes the contents of a message
// that has ended. It does so although the process stops meanwhile: otherwise the
// message would be sent again.
func (c *Courier) settle(ctx context.Context, m row, out outcome) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settleLimit)
	defer cancel()
	now := c.DB.Clock().Now()
	state := "waiting"
	switch {
	case out.drop:
		state = "dropped"
	case out.late:
		state = "lost"
	case out.answer == Accepted:
		state = "sent"
	case out.answer == Unknown && m.Channel == string(SMS):
		state = "unknown" // it may have gone, and another one would cost money
	case out.answer == Refused && !out.again:
		state = "refused"
	case now.UnixMilli() >= m.DeadlineAt:
		state = "lost"
	}
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if m.Device != "" {
			if err := settleBrowser(ctx, tx, m.Device, out); err != nil {
				return err
			}
		}
		if state == "waiting" {
			next := min(tx.Now().Add(Topic(m.Topic).backOff(m.Tries)).UnixMilli(), max(m.DeadlineAt, tx.NowMillis()))
			_, err := tx.NewRaw("UPDATE courier_message SET tries = tries + 1, failure = ?, next_at = ? WHERE id = ? AND state = 'waiting'", out.said, next, m.ID).Exec(ctx)
			return err
		}
		_, err := tx.NewRaw("UPDATE courier_message SET state = ?, tries = tries + 1, failure = ?, ended_at = ?, sealed = '', text = '' WHERE id = ? AND state = 'waiting'",
			state, out.said, tx.NowMillis(), m.ID).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("settle the message %s: %w", m.ID, err)
	}
	told := state
	if state == "waiting" {
		told = "failed"
	}
	c.ended.WithLabelValues(m.Channel, m.Topic, told).Inc()
	if state == "sent" {
		c.took.WithLabelValues(m.Channel).Observe(now.Sub(calendar.FromMillis(m.MadeAt)).Seconds())
	} else {
		c.Log.WarnContext(ctx, "a message to a player was not sent", "message", m.ID, "channel", m.Channel, "topic", m.Topic, "tries", m.Tries+1, "outcome", told)
	}
	return nil
}

// Prune removes messages that ended long ago, budgets of past days, and browsers whose
// login is over. It is a sweep.
func (c *Courier) Prune(ctx context.Context) error {
	for {
		var removed int64
		err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			done, err := tx.NewRaw("DELETE FROM courier_message WHERE id IN (SELECT id FROM courier_message WHERE ended_at > 0 AND ended_at < ? LIMIT 1000)",
				tx.Now().Add(-keptFor).UnixMilli()).Exec(ctx)
			if err != nil {
				return err
			}
			removed, _ = done.RowsAffected()
			if err := c.pruneBrowsers(ctx, tx); err != nil {
				return err
			}
			_, err = tx.NewRaw("DELETE FROM courier_budget WHERE day < ?", calendar.DayOf(tx.Now().Add(-keptFor)).String()).Exec(ctx)
			return err
		})
		if err != nil || removed < 1000 {
			return err
		}
	}
}

// Trouble is a channel whose messages do not arrive.
type Trouble struct {
	Channel Channel
	Code    string // stable: "waiting", "failing" or the lane whose budget is used up
	Text    string // Chinese
}

// From when on failures are trouble.
const (
	waitsOver   = 10 * time.Minute
	failsWithin = 30 * time.Minute
	failsOver   = 5
)

// Troubles are the channels that need people: a message waits for more than ten
// minutes, five failed in half an hour and none went out, or a day's budget is
// used up.
func (c *Courier) Troubles(ctx context.Context) ([]Trouble, error) {
	var out []Trouble
	now := c.DB.Clock().Now()
	for _, ch := range append(slices.Clone(Channels), WebPush) {
		if !c.On(ch) {
			continue
		}
		var waiting, failed, sent int64
		err := c.DB.NewRaw("SELECT COUNT(*) FROM courier_message WHERE state = 'waiting' AND channel = ? AND made_at < ?", string(ch), now.Add(-waitsOver).UnixMilli()).Scan(ctx, &waiting)
		if err != nil {
			return nil, err
		}
		err = c.DB.NewRaw(`SELECT COALESCE(SUM(CASE WHEN state IN ('refused', 'unknown', 'lost') THEN 1 ELSE 0 END), 0),
			COALESCE(SUM(CASE WHEN state = 'sent' THEN 1 ELSE 0 END), 0) FROM courier_message WHERE channel = ? AND ended_at > ?`,
			string(ch), now.Add(-failsWithin).UnixMilli()).Scan(ctx, &failed, &sent)
		if err != nil {
			return nil, err
		}
		name := map[Channel]string{SMS: "短信", Email: "邮件", WebPush: "推送"}[ch]
		switch {
		case waiting > 0:
			out = append(out, Trouble{ch, "waiting", fmt.Sprintf("%s：有 %d 条消息超过十分钟没有发出。", name, waiting)})
		case failed >= failsOver && sent == 0:
			out = append(out, Trouble{ch, "failing", fmt.Sprintf("%s：半小时内 %d 条没有成功，没有一条成功。", name, failed)})
		}
		lanes := []Lane{Visitors, Players, Notices, Secure}
		if ch == WebPush {
			lanes = lanes[2:] // no code leaves by it
		}
		for _, lane := range lanes {
			if err := c.CheckBudget(ctx, c.DB, ch, lane); errors.Is(err, ErrBudget) {
				label := map[Lane]string{Visitors: "访客验证码", Players: "会员验证码", Notices: "存提款通知", Secure: "账号安全通知"}[lane]
				out = append(out, Trouble{ch, string(lane), name + "：今日" + label + "已达上限。"})
			} else if err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// TestSend sends a message to an address that staff entered, now, and waits for
// the answer. It fails with ErrTestTo, ErrTestOff, ErrTests, and ErrUnsent with
// the reason.
func (c *Courier) TestSend(ctx context.Context, by staff.Actor, ch Channel, to string) error {
	if ch == SMS && !phoneForm.MatchString(to) || ch == Email && !isMail(to) || ch != SMS && ch != Email {
		return ErrTestTo
	}
	if !c.On(ch) {
		return ErrTestOff
	}
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		may, err := c.spend(ctx, tx, ch, tests)
		if err != nil {
			return err
		}
		if !may {
			return ErrTests
		}
		return c.Staff.Audit(ctx, tx, by, staff.Change{Action: "courier.test", Subject: "courier:" + string(ch), Label: string(ch)})
	})
	if err != nil {
		return err
	}
	out := c.send(ctx, ch, uuid.NewString(), Prove, letter{Address: to, Code: "000000"}, "", "")
	c.ended.WithLabelValues(string(ch), string(Test), map[Answer]string{Accepted: "sent", Refused: "refused", Unknown: "unknown"}[out.answer]).Inc()
	if out.answer != Accepted {
		return ErrUnsent.With(out.said)
	}
	return nil
}
