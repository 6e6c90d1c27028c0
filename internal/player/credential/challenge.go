package credential

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// The purposes of a question to an authenticator.
const (
	challengeLogin = "login"
	challengeAdd   = "add"
)

// The bounds of the questions that are open at once. Beyond them passkeys wait and
// passwords still work.
const (
	maxChallenges           = 10_000 // of all browsers together
	maxSubscriberChallenges = 300    // of one subscriber, who may have many addresses
)

// challenge is an open question. A login has neither player nor session.
type challenge struct{ purpose, device, player, session string }

// ask stores a question for its browser, whose earlier question of this purpose it
// replaces. It fails with ErrPasskeyMany or ErrPasskeyBusy.
func (p *Passwords) ask(ctx context.Context, c challenge, from identity.Client, data *webauthn.SessionData) error {
	question, err := json.Marshal(data)
	if err != nil {
		return err
	}
	var refused error
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		n, err := identity.Hit(ctx, tx, "kc/"+identity.CountedAddress(from.IP), time.Minute)
		if err != nil {
			return err
		}
		var replaced []int64
		if err := tx.NewRaw("DELETE FROM player_challenge WHERE device_hash = ? AND purpose = ? RETURNING expires_at", c.device, c.purpose).Scan(ctx, &replaced); err != nil {
			return fmt.Errorf("replace a challenge: %w", err)
		}
		for _, expires := range replaced {
			if expires > tx.NowMillis() {
				if err := closeChallenge(ctx, tx, from); err != nil {
					return err
				}
			}
		}
		asked, err := identity.Hit(ctx, tx, subscriberKey(from), challengeValid)
		if err != nil {
			return err
		}
		var open int
		err = tx.NewRaw("SELECT COUNT(*) FROM (SELECT 1 FROM player_challenge WHERE expires_at > ? LIMIT ?) AS open", tx.NowMillis(), maxChallenges).Scan(ctx, &open)
		if err != nil {
			return fmt.Errorf("count challenges: %w", err)
		}
		switch {
		case n > p.Limits.ChecksPerIP || asked > maxSubscriberChallenges:
			refused = ErrPasskeyMany
			return closeChallenge(ctx, tx, from)
		case open >= maxChallenges:
			refused = ErrPasskeyBusy
			return closeChallenge(ctx, tx, from)
		}
		_, err = tx.NewRaw("INSERT INTO player_challenge (hash, purpose, device_hash, player, session, question, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			secret.HashToken(data.Challenge), c.purpose, c.device, c.player, c.session, string(question), tx.NowMillis()+challengeValid.Milliseconds()).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep a challenge: %w", err)
	}
	return refused
}

// subscriberKey is the counter of a subscriber's open questions.
func subscriberKey(from identity.Client) string { return "kn/" + identity.CountedSubscriber(from.IP) }

// closeChallenge takes a question off the count of a subscriber. That of another network,
// where it may have been asked, stays until it runs out.
func closeChallenge(ctx context.Context, tx *db.Tx, from identity.Client) error {
	_, err := tx.NewRaw("UPDATE player_throttle SET hits = hits - 1 WHERE key = ? AND hits > 0", subscriberKey(from)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("close a challenge: %w", err)
	}
	return nil
}

// burn takes the question that an answer names, or fails with ErrPasskeyOld: there is
// none, it is older than challengeValid, or it was asked in another browser or session.
// It commits whatever becomes of the answer: a question is answered once.
func (p *Passwords) burn(ctx context.Context, c challenge, named string, from identity.Client) (webauthn.SessionData, error) {
	var row struct {
		Question  string
		ExpiresAt int64
	}
	live := false
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		err := tx.NewRaw(`DELETE FROM player_challenge WHERE hash = ? AND purpose = ? AND device_hash = ? AND player = ? AND session = ?
			RETURNING question, expires_at`, secret.HashToken(named), c.purpose, c.device, c.player, c.session).Scan(ctx, &row)
		if errors.Is(err, sql.ErrNoRows) {
			live = false
			return nil
		}
		live = row.ExpiresAt > tx.NowMillis()
		if err != nil || !live {
			return err
		}
		return closeChallenge(ctx, tx, from)
	})
	if err != nil {
		return webauthn.SessionData{}, fmt.Errorf("take a challenge: %w", err)
	}
	if !live {
		return webauthn.SessionData{}, ErrPasskeyOld
	}
	var data webauthn.SessionData
	return data, json.Unmarshal([]byte(row.Question), &data)
}

// deviceOf is the mark of the browser that a question is bound to, "" if it has none.
func deviceOf(from identity.Client) string {
	if !secret.IsToken(from.DeviceCookie) {
		return ""
	}
	return secret.HashToken(from.DeviceCookie)
}
