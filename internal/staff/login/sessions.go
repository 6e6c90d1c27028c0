package login

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// OpenSession is a session as the back office shows it.
type OpenSession struct {
	ID        string // leads to no session: see sessionID
	IP        string
	Agent     string // the browser, as it calls itself
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time
	Current   bool // the one that asks
}

// sessionIDLength is how much of a token's hash names its session. The hash is
// of 256 random bits and opens nothing.
const sessionIDLength = 16

func sessionID(tokenHash string) string { return tokenHash[:sessionIDLength] }

// checkAgent bounds what a browser says about itself, and drops what is not printed.
func checkAgent(agent string) string {
	agent = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.Is(unicode.C, r) {
			return -1
		}
		return r
	}, agent)
	runes := []rune(agent)
	return string(runes[:min(len(runes), 300)])
}

// Sessions are the open sessions of an account, the last used first. own is the
// session that asks.
func (s *Logins) Sessions(ctx context.Context, r db.Reader, id string, own Session) ([]OpenSession, error) {
	if _, err := staff.FindPerson(ctx, r, id, ""); err != nil {
		return nil, err
	}
	now := s.DB.Clock().Now()
	var rows []struct {
		TokenHash                    string
		IP                           string `bun:"ip"`
		Agent                        string
		CreatedAt, SeenAt, ExpiresAt int64
	}
	err := r.NewRaw(`SELECT token_hash, ip, agent, created_at, seen_at, expires_at FROM staff_session
		WHERE staff = ? AND expires_at > ? AND seen_at > ? ORDER BY seen_at DESC, token_hash LIMIT 100`,
		id, now.UnixMilli(), now.Add(-s.idle).UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list sessions of staff: %w", err)
	}
	mine := ""
	if own.Token != "" {
		mine = secret.HashToken(own.Token)
	}
	out := make([]OpenSession, len(rows))
	for i, row := range rows {
		out[i] = OpenSession{
			ID: sessionID(row.TokenHash), IP: row.IP, Agent: row.Agent, Current: row.TokenHash == mine,
			CreatedAt: calendar.FromMillis(row.CreatedAt), SeenAt: calendar.FromMillis(row.SeenAt), ExpiresAt: calendar.FromMillis(row.ExpiresAt),
		}
	}
	return out, nil
}

// EndOwn ends one of the caller's sessions, or all but the one that asks where
// no id is given. The browsers of what ends are known no more. It returns how
// many ended, and ErrNoOpenSession where an id leads to none.
func (s *Logins) EndOwn(ctx context.Context, own Session, id string) (int, error) {
	return s.endSessions(ctx, own.Actor, own.Actor.ID, own.Actor.Name, id, secret.HashToken(own.Token), "")
}

// EndOf ends one or all sessions of another account, at once: it is what is done
// about a browser left open, or a stolen one.
func (s *Logins) EndOf(ctx context.Context, by staff.Actor, account, id, reason string) (int, error) {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return 0, err
	}
	p, err := staff.FindPerson(ctx, s.DB, account, "")
	if err != nil {
		return 0, err
	}
	return s.endSessions(ctx, by, p.ID, p.Name, id, "", reason)
}

func (s *Logins) endSessions(ctx context.Context, by staff.Actor, account, name, id, spared, reason string) (int, error) {
	ended := 0
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		where, value := "token_hash <> ?", spared
		if id != "" {
			where, value = "substr(token_hash, 1, 16) = ?", id
		}
		gone, err := tx.NewRaw("DELETE FROM staff_session WHERE staff = ? AND "+where, account, value).Exec(ctx)
		if err != nil {
			return fmt.Errorf("end sessions of staff: %w", err)
		}
		n, _ := gone.RowsAffected()
		ended = int(n)
		if id != "" && n == 0 {
			return staff.ErrNoOpenSession
		}
		if id == "" {
			if _, err := tx.NewRaw("DELETE FROM staff_device WHERE staff = ?", account).Exec(ctx); err != nil {
				return err
			}
		}
		return s.Audit(ctx, tx, by, staff.Change{
			Action: "staff.session_end", Subject: "staff:" + account, Label: name, Reason: reason, After: map[string]any{"session": id, "ended": n},
		})
	})
	return ended, err
}
