package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/mileusna/useragent"

	"hongyun/internal/calendar"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// touchEvery bounds how often a busy session writes its row.
const touchEvery = time.Minute

// Why a session ended, as staff read it.
const (
	endLogout   = "退出登录"
	endReplaced = "在其他设备登录"
	EndPassword = "修改密码"
	EndReset    = "凭重设码设置新密码"
	EndFrozen   = "账号被限制登录"

	EndSecond    = "两步验证变更"
	EndPasskey   = "通行密钥可能被复制"
	EndElsewhere = "在其他设备上退出"
)

// Login is an open session, as the player's browser gets it.
type Login struct {
	Player       identity.Player
	Ticket       string
	DeviceCookie string // to be set HttpOnly, beside the ticket (D-21)
	ExpiresAt    time.Time
	NewDevice    bool      // the player has not logged in from this device before
	LastLoginAt  time.Time // the login before this one; zero if none
	LastLoginIP  string
}

// Session is who calls.
type Session struct {
	PlayerID    string
	Name        string
	DeviceBound bool   // the device cookie of the login came with the ticket
	ID          string // of the session, for staff and for keeping it when others end
	Since       time.Time
}

// Tickets are the sessions of players, and what keeps strangers from opening one.
type Tickets struct {
	*identity.People
	sessions   *sessionCache
	seen       *seenNotes
	images     *identity.PerMinute
	testAnswer string // accepted beside the drawn captcha, if set
}

func NewTickets(p *identity.People, testAnswer string) *Tickets {
	return &Tickets{People: p, sessions: newSessionCache(), seen: newSeenNotes(), images: identity.NewPerMinute(p.DB.Clock()), testAnswer: testAnswer}
}

// Issue opens a session in the transaction of a login or registration, ending
// the oldest when there are too many (trust SES-5). The caller has locked the
// player's row, so that logins at once count each other.
func (p *Tickets) Issue(ctx context.Context, tx *db.Tx, a identity.Row, c identity.Client, remember bool) (Login, error) {
	device := c.DeviceCookie
	if !secret.IsToken(device) {
		device = secret.NewToken()
	}
	deviceHash := secret.HashToken(device)
	_, err := tx.NewRaw(`INSERT INTO player_device (player, device_hash, first_at, last_at) VALUES (?0, ?1, ?2, ?2)
		ON CONFLICT (player, device_hash) DO UPDATE SET last_at = excluded.last_at`, a.ID, deviceHash, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return Login{}, fmt.Errorf("keep device: %w", err)
	}
	if err := p.makeRoom(ctx, tx, a.ID); err != nil {
		return Login{}, err
	}
	validFor := p.Limits.Session
	if remember {
		validFor = p.Limits.Remembered
	}
	ticket := secret.NewToken()
	out := Login{
		Ticket: ticket, DeviceCookie: device, ExpiresAt: tx.Now().Add(validFor),
		LastLoginAt: identity.Instant(a.LastLoginAt), LastLoginIP: a.LastLoginIP,
	}
	_, err = tx.NewRaw(`
		INSERT INTO player_ticket (hash, id, player, name, device_hash, remember, ip, agent, created_at, seen_at, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		secret.HashToken(ticket), uuid.Must(uuid.NewV7()).String(), a.ID, a.Name, deviceHash, remember, c.IP, Cut(c.UserAgent, 200),
		tx.NowMillis(), tx.NowMillis(), out.ExpiresAt.UnixMilli()).Exec(ctx)
	if err != nil {
		return Login{}, fmt.Errorf("open session: %w", err)
	}
	return out, nil
}

// makeRoom ends the oldest sessions until one more is within the limit.
func (p *Tickets) makeRoom(ctx context.Context, tx *db.Tx, player string) error {
	var live []string
	err := tx.NewRaw("SELECT id FROM player_ticket WHERE player = ? AND ended_at = 0 AND expires_at > ? ORDER BY created_at, id",
		player, tx.NowMillis()).Scan(ctx, &live)
	if err != nil {
		return fmt.Errorf("count sessions: %w", err)
	}
	for len(live) >= p.Limits.Sessions {
		if err := p.End(ctx, tx, endReplaced, "id = ?", live[0]); err != nil {
			return err
		}
		live = live[1:]
	}
	return nil
}

// End ends the live sessions a condition names, at once on this node and
// within a second on others (trust SES-4). Web push ends in their browsers with them.
func (p *Tickets) End(ctx context.Context, tx *db.Tx, why, where string, args ...any) error {
	all := append([]any{tx.NowMillis(), why}, args...)
	var ended []string
	err := tx.NewRaw("UPDATE player_ticket SET ended_at = ?, end_reason = ? WHERE ended_at = 0 AND "+where+" RETURNING id", all...).Scan(ctx, &ended)
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if err := courier.ForgetBrowsers(ctx, tx, ended); err != nil {
		return err
	}
	tx.AfterCommit(p.sessions.clear)
	return nil
}

// ticketRow is a row of player_ticket.
type ticketRow struct {
	ID, Player, Name, DeviceHash string
	Remember                     bool
	IP                           string `bun:"ip"`
	Agent                        string
	CreatedAt, SeenAt, ExpiresAt int64
	EndedAt                      int64
	EndReason                    string
}

const ticketColumns = "id, player, name, device_hash, remember, ip, agent, created_at, seen_at, expires_at, ended_at, end_reason"

// Authenticate returns whose ticket it is, or ErrNoTicket: there is none, it
// was idle for 30 minutes (not if it is remembered), it is past its end, or it
// was ended. activity false is for the page's own polls, which do not keep a
// session alive (trust SES-3). device is the device cookie, if one came.
func (p *Tickets) Authenticate(ctx context.Context, ticket, device string, activity bool) (Session, error) {
	if !secret.IsToken(ticket) {
		return Session{}, identity.ErrNoTicket
	}
	hash := secret.HashToken(ticket)
	noted := p.seen.of(hash) // before the row, which has it once the note is gone
	row, err := p.ticket(ctx, hash)
	if errors.Is(err, sql.ErrNoRows) {
		return Session{}, identity.ErrNoTicket
	}
	if err != nil {
		return Session{}, fmt.Errorf("find ticket: %w", err)
	}
	stored := row.SeenAt
	row.SeenAt = max(row.SeenAt, noted)
	now := p.DB.Clock().Now()
	if !p.alive(row, now) {
		return Session{}, identity.ErrNoTicket
	}
	if activity && now.UnixMilli()-row.SeenAt >= touchEvery.Milliseconds() {
		if err := p.touch(ctx, hash, row.Remember, stored, now); err != nil {
			return Session{}, err
		}
	}
	return Session{
		PlayerID: row.Player, Name: row.Name, ID: row.ID,
		DeviceBound: device != "" && secret.HashToken(device) == row.DeviceHash, Since: calendar.FromMillis(row.CreatedAt),
	}, nil
}

// ticket reads a row by hash, from memory if it was read within the last second.
func (p *Tickets) ticket(ctx context.Context, hash string) (ticketRow, error) {
	row, generation, ok := p.sessions.get(hash)
	if ok {
		return row, nil
	}
	err := db.ReadFixed(ctx, p.DB, &row, "SELECT "+ticketColumns+" FROM player_ticket WHERE hash = ?", hash)
	if err != nil {
		return ticketRow{}, err
	}
	p.sessions.put(hash, row, generation)
	return row, nil
}

func (p *Tickets) alive(row ticketRow, now time.Time) bool {
	ms := now.UnixMilli()
	switch {
	case row.EndedAt > 0, ms >= row.ExpiresAt:
		return false
	case row.Remember:
		return true
	}
	return ms < row.SeenAt+p.Limits.Idle.Milliseconds()
}

// LogOut ends a ticket's session on the server (ACC-13). A ticket that has
// none is no error.
func (p *Tickets) LogOut(ctx context.Context, ticket string) error {
	if !secret.IsToken(ticket) {
		return nil
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return p.End(ctx, tx, endLogout, "hash = ?", secret.HashToken(ticket))
	})
}

// LogOutAll ends a player's sessions but the one named (none if empty). why is
// in Chinese, for staff.
func (p *Tickets) LogOutAll(ctx context.Context, tx *db.Tx, player, except, why string) error {
	return p.End(ctx, tx, why, "player = ? AND id <> ?", player, except)
}

// OpenSession is a session as staff see it.
type OpenSession struct {
	ID         string
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time
	EndedAt    time.Time // zero while it lives
	EndReason  string
	IP         string
	Device     string // browser and system
	Remembered bool
}

// Sessions lists a player's live sessions, then the last 20 that ended, each newest first.
func (p *Tickets) Sessions(ctx context.Context, player string) ([]OpenSession, error) {
	var rows []ticketRow
	now := p.DB.Clock().Now()
	err := p.DB.NewRaw("SELECT "+ticketColumns+` FROM player_ticket WHERE player = ?
		ORDER BY CASE WHEN ended_at = 0 AND expires_at > ? THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT 60`, player, now.UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	out := []OpenSession{}
	ended := 0
	for _, row := range rows {
		s := OpenSession{
			ID: row.ID, CreatedAt: calendar.FromMillis(row.CreatedAt), LastSeenAt: calendar.FromMillis(row.SeenAt),
			ExpiresAt: calendar.FromMillis(row.ExpiresAt), EndedAt: identity.Instant(row.EndedAt), EndReason: row.EndReason,
			IP: row.IP, Device: DeviceName(row.Agent), Remembered: row.Remember,
		}
		if s.EndedAt.IsZero() && !p.alive(row, now) {
			s.EndReason = "已过期"
			s.EndedAt = s.ExpiresAt
			if idle := calendar.FromMillis(row.SeenAt).Add(p.Limits.Idle); !row.Remember && idle.Before(s.EndedAt) {
				s.EndedAt = idle
			}
		}
		if !s.EndedAt.IsZero() {
			if ended++; ended > 20 {
				continue
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// DeviceName is the browser and system of a user agent, "" if unknown.
func DeviceName(agent string) string {
	a := useragent.Parse(agent)
	return strings.Trim(a.Name+" / "+a.OS, " /")
}

// Kick ends one session of a player, or fails with ErrNoSession.
func (p *Tickets) Kick(ctx context.Context, by staff.Actor, player, session, reason string) error {
	return p.kick(ctx, by, player, reason, "player = ? AND id = ?", player, session)
}

// KickAll ends all sessions of a player, or fails with ErrNoSession if there are none.
func (p *Tickets) KickAll(ctx context.Context, by staff.Actor, player, reason string) error {
	return p.kick(ctx, by, player, reason, "player = ?", player)
}

func (p *Tickets) kick(ctx context.Context, by staff.Actor, player, reason, where string, args ...any) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var live int
		all := append(slices.Clone(args), tx.NowMillis())
		err := tx.NewRaw("SELECT count(*) FROM player_ticket WHERE "+where+" AND ended_at = 0 AND expires_at > ?", all...).Scan(ctx, &live)
		if err != nil {
			return fmt.Errorf("count sessions: %w", err)
		}
		if live == 0 {
			return identity.ErrNoSession
		}
		if err := p.End(ctx, tx, "由客服下线："+reason, where, args...); err != nil {
			return err
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "player.kick", Subject: "player:" + player, Label: player, Reason: reason, After: map[string]any{"sessions": live},
		})
	})
}

// Cut shortens text to at most n bytes, at the start of a character.
func Cut(text string, n int) string {
	if len(text) <= n {
		return strings.ToValidUTF8(text, "")
	}
	return strings.ToValidUTF8(text[:n], "")
}
