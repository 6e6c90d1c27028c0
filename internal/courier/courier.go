package courier

import (
	"context"
	"crypto/x509"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/outward"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
	Book  *setting.Book
	Box   *secret.Box // seals addresses and codes
	Log   *slog.Logger
	Site  string        // what messages call the site
	Named func() string // where set, what they call it now, instead of Site
	// Inside are the internal networks that a company may be in.
	Inside  []netip.Prefix
	Roots   *x509.CertPool // nil: the system's certificates
	Metrics prometheus.Registerer
}

// Courier sends messages to players outside of the site.
type Courier struct {
	Config
	out   outward.Sender
	mail  *setting.Entry[MailSetting]
	sms   *setting.Entry[SMSSetting]
	push  *setting.Entry[PushSetting]
	texts *setting.Entry[Texts]
	vapid atomic.Pointer[vapid] // nil until it was read
	ended *prometheus.CounterVec
	took  *prometheus.HistogramVec
}

// New connects the package to its database. Register is called next.
func New(c Config) *Courier {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	out := &Courier{Config: c, out: outward.New(c.Inside, c.Roots)}
	out.ended = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "hongyun_courier_messages_total",
		Help: "Tries to send a message to a player, by channel, topic and outcome: sent, failed (and tried again), refused, unknown, lost, dropped.",
	}, []string{"channel", "topic", "outcome"})
	out.took = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "hongyun_courier_delay_seconds", Help: "Time between a message and its acceptance.", Buckets: []float64{1, 5, 15, 60, 300, 1800, 21600},
	}, []string{"channel"})
	if c.Metrics != nil {
		c.Metrics.MustRegister(out.ended, out.took)
	}
	return out
}

// On reports whether the operator switched a channel on.
func (c *Courier) On(ch Channel) bool {
	switch ch {
	case SMS:
		return c.sms.Now().On
	case Email:
		return c.mail.Now().On
	case WebPush:
		return c.push.Now().On
	}
	return false
}

// budget is how many messages of a lane may leave on a day.
func (c *Courier) budget(ch Channel, lane Lane) int64 {
	b := c.mail.Now().Budgets
	switch ch {
	case SMS:
		b = c.sms.Now().Budgets
	case WebPush:
		b = Budgets{Notices: c.push.Now().Notices}
	}
	switch lane {
	case Visitors:
		return b.Visitors
	case Players:
		return b.Players
	case Notices, Secure:
		return b.Notices
	case tests:
		return testsADay
	}
	return 0
}

// CheckBudget fails with ErrOff or ErrBudget if no code of a lane may leave now. It
// counts nothing, so that it may be asked for an address of nobody.
func (c *Courier) CheckBudget(ctx context.Context, r db.Reader, ch Channel, lane Lane) error {
	if !c.On(ch) {
		return ErrOff
	}
	var used int64
	err := r.NewRaw("SELECT used FROM courier_budget WHERE day = ? AND channel = ? AND lane = ?", c.today(), string(ch), string(lane)).Scan(ctx, &used)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read the budget: %w", err)
	}
	if used >= c.budget(ch, lane) {
		return ErrBudget
	}
	return nil
}

func (c *Courier) today() string { return calendar.DayOf(c.DB.Clock().Now()).String() }

// spend counts one message of a lane and reports whether it may leave.
func (c *Courier) spend(ctx context.Context, tx *db.Tx, ch Channel, lane Lane) (bool, error) {
	var used int64
	err := tx.NewRaw(`
		INSERT INTO courier_budget (day, channel, lane, used) VALUES (?, ?, ?, 1)
		ON CONFLICT (day, channel, lane) DO UPDATE SET used = courier_budget.used + 1 RETURNING used`, c.today(), string(ch), string(lane)).Scan(ctx, &used)
	if err != nil {
		return false, fmt.Errorf("count the budget: %w", err)
	}
	return used <= c.budget(ch, lane), nil
}

// Code is a code for an address.
type Code struct {
	Player  string
	Channel Channel
	Topic   Topic
	Lane    Lane
	Address string
	Code    string
}

// letter is what only the row of a message can open.
type letter struct {
	Address string `json:"address"`
	Code    string `json:"code,omitempty"`
}

func sealFor(id string) string { return "courier/" + id }

// SendCode queues a code in the transaction that made it. It fails with ErrOff and
// ErrBudget.
func (c *Courier) SendCode(ctx context.Context, tx *db.Tx, m Code) error {
	if err := c.CheckBudget(ctx, tx, m.Channel, m.Lane); err != nil {
		return err
	}
	if _, err := c.spend(ctx, tx, m.Channel, m.Lane); err != nil {
		return err
	}
	return c.queue(ctx, tx, row{Player: m.Player, Channel: string(m.Channel), Topic: string(m.Topic)}, letter{m.Address, m.Code}, codeDeadline)
}

// Tell queues a message about the safety of an account to an address that is, or
// is about to be, no longer the player's.
func (c *Courier) Tell(ctx context.Context, tx *db.Tx, player string, ch Channel, address, title, text string) error {
	return c.queue(ctx, tx, row{Player: player, Channel: string(ch), Topic: string(Safety), Title: title, Text: text}, letter{Address: address}, noticeDeadline)
}

func (c *Courier) queue(ctx context.Context, tx *db.Tx, m row, l letter, deadline time.Duration) error {
	plain, err := json.Marshal(l)
	if err != nil {
		return err
	}
	m.ID = uuid.Must(uuid.NewV7()).String()
	_, err = tx.NewRaw(`
		INSERT INTO courier_message (id, player, channel, topic, event, sealed, title, text, made_at, next_at, deadline_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, m.Player, m.Channel, m.Topic, m.ID, c.Box.Seal(sealFor(m.ID), string(plain)), m.Title, m.Text, tx.NowMillis(), tx.NowMillis(),
		tx.Now().Add(deadline).UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("queue a message: %w", err)
	}
	return nil
}

// Notice is a message of the inbox that also leaves by the channels that its
// player proved, and to the browsers in which they switched web push on.
type Notice struct {
	Player string
	Event  string // one event makes one message a channel
	Topic  Topic  // Safety or Money
	Title  string
	Text   string
}

// Notify queues notices in the transaction of what they tell. It writes nothing
// for a player who proved no address, none about money where they were switched
// off, and none beyond noticesADay. A message to a browser has no words of its own.
func Notify(ctx context.Context, tx *db.Tx, notices ...Notice) error {
	for _, n := range notices {
		id := uuid.Must(uuid.NewV7()).String()
		_, err := tx.NewRaw(`
			INSERT INTO courier_message (id, player, channel, topic, event, title, text, made_at, next_at, deadline_at)
			SELECT CAST(? AS TEXT) || '-' || channel, player, channel, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT),
				CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
			FROM courier_contact c WHERE player = ? AND (NOT quiet OR ?) AND (
				SELECT COUNT(*) FROM courier_message m WHERE m.player = c.player AND m.channel = c.channel AND m.topic = ? AND m.made_at >= ?) < ?
			ON CONFLICT (player, channel, event) DO NOTHING`,
			id, string(n.Topic), n.Event, n.Title, n.Text, tx.NowMillis(), tx.NowMillis(), tx.Now().Add(noticeDeadline).UnixMilli(),
			n.Player, n.Topic == Safety, string(n.Topic), calendar.DayOf(tx.Now()).Start().UnixMilli(), noticesADay).Exec(ctx)
		if err != nil {
			return fmt.Errorf("queue a notice: %w", err)
		}
		_, err = tx.NewRaw(`
			INSERT INTO courier_message (id, player, channel, topic, event, device, made_at, next_at, deadline_at)
			SELECT CAST(? AS TEXT) || '-' || id, player, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT) || '/' || id, id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT)
			FROM courier_push b WHERE player = ? AND expires_at > ? AND (
				SELECT COUNT(*) FROM courier_message m WHERE m.player = b.player AND m.channel = ? AND m.topic = ? AND m.device = b.id AND m.made_at >= ?) < ?
			ON CONFLICT (player, channel, event) DO NOTHING`,
			id, string(WebPush), string(n.Topic), n.Event, tx.NowMillis(), tx.NowMillis(), tx.Now().Add(noticeDeadline).UnixMilli(),
			n.Player, tx.NowMillis(), string(WebPush), string(n.Topic), calendar.DayOf(tx.Now()).Start().UnixMilli(), noticesADay).Exec(ctx)
		if err != nil {
			return fmt.Errorf("queue a message to browsers: %w", err)
		}
	}
	return nil
}

// Contact is an address that a player proved.
type Contact struct {
	Player   string
	Channel  Channel
	Address  string
	ProvedAt time.Time
	Quiet    bool // no messages about money
}

type contactRow struct {
	Player, Channel, Sealed string
	ProvedAt                int64
	Quiet                   bool
}

func sealContact(player string, ch Channel) string {
	return "courier_contact/" + player + "/" + string(ch)
}

func (c *Courier) index(ch Channel, address string) string {
	return c.Box.Index("courier/"+string(ch), strings.ToLower(address))
}

func (c *Courier) open(r contactRow) (Contact, error) {
	address, err := c.Box.Open(sealContact(r.Player, Channel(r.Channel)), r.Sealed)
	if err != nil {
		return Contact{}, fmt.Errorf("open a proved address: %w", err)
	}
	return Contact{Player: r.Player, Channel: Channel(r.Channel), Address: address, ProvedAt: calendar.FromMillis(r.ProvedAt), Quiet: r.Quiet}, nil
}

const contactColumns = "player, channel, sealed, proved_at, quiet"

// Contacts are the addresses that a player proved, by channel.
func (c *Courier) Contacts(ctx context.Context, r db.Reader, player string) (map[Channel]Contact, error) {
	var rows []contactRow
	if err := r.NewRaw("SELECT "+contactColumns+" FROM courier_contact WHERE player = ?", player).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("find proved addresses: %w", err)
	}
	out := map[Channel]Contact{}
	for _, row := range rows {
		found, err := c.open(row)
		if err != nil {
			return nil, err
		}
		out[found.Channel] = found
	}
	return out, nil
}

// Owner is the contact with an address, nil if no player proved it.
func (c *Courier) Owner(ctx context.Context, r db.Reader, ch Channel, address string) (*Contact, error) {
	var rows []contactRow
	err := r.NewRaw("SELECT "+contactColumns+" FROM courier_contact WHERE channel = ? AND address_index = ?", string(ch), c.index(ch, address)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("find the player of an address: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	found, err := c.open(rows[0])
	return &found, err
}

// Proved notes that a player proved an address, in place of the one before. It
// fails with ErrTaken if another player proved it. quiet leaves out messages about money.
func (c *Courier) Proved(ctx context.Context, tx *db.Tx, player string, ch Channel, address string, quiet bool) error {
	_, err := tx.NewRaw(`
		INSERT INTO courier_contact (player, channel, sealed, address_index, proved_at, quiet) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, channel) DO UPDATE SET sealed = excluded.sealed, address_index = excluded.address_index, proved_at = excluded.proved_at,
			quiet = excluded.quiet`,
		player, string(ch), c.Box.Seal(sealContact(player, ch), address), c.index(ch, address), tx.NowMillis(), quiet).Exec(ctx)
	if db.IsDuplicate(err) {
		return ErrTaken
	}
	if err != nil {
		return fmt.Errorf("note a proved address: %w", err)
	}
	return nil
}

// Forget removes the proof of a player's address: it was changed by other means.
func Forget(ctx context.Context, tx *db.Tx, player string, ch Channel) error {
	if _, err := tx.NewRaw("DELETE FROM courier_contact WHERE player = ? AND channel = ?", player, string(ch)).Exec(ctx); err != nil {
		return fmt.Errorf("forget a proved address: %w", err)
	}
	return nil
}

// ForgetSince removes the proofs of a player's addresses that are not older than a
// moment, and returns their channels.
func (c *Courier) ForgetSince(ctx context.Context, tx *db.Tx, player string, since time.Time) ([]Channel, error) {
	var channels []Channel
	err := tx.NewRaw("DELETE FROM courier_contact WHERE player = ? AND proved_at >= ? RETURNING channel", player, since.UnixMilli()).Scan(ctx, &channels)
	if err != nil {
		return nil, fmt.Errorf("forget fresh proofs: %w", err)
	}
	return channels, nil
}

// SetQuiet switches the messages about money of a channel off or on. It reports
// false if the player proved no address of the channel.
func (c *Courier) SetQuiet(ctx context.Context, player string, ch Channel, quiet bool) (bool, error) {
	found := false
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed, err := tx.NewRaw("UPDATE courier_contact SET quiet = ? WHERE player = ? AND channel = ?", quiet, player, string(ch)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("set messages: %w", err)
		}
		n, _ := changed.RowsAffected()
		found = n == 1
		return nil
	})
	return found, err
}

// MailNow is the setting of e-mail in force.
func (c *Courier) MailNow() MailSetting { return c.mail.Now() }

// PushNow is the setting of web push in force.
func (c *Courier) PushNow() PushSetting { return c.push.Now() }

// SMSNow is the setting of SMS in force.
func (c *Courier) SMSNow() SMSSetting { return c.sms.Now() }
