package access

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

const (
	captchaValid  = 120 * time.Second
	captchaLength = 4
	// Letters and digits that are told apart when drawn askew: no 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V.
	captchaAlphabet = "3479ACDEFHJKMNPQRTWXY"
)

// Image draws a captcha for vRand, a version-4 uuid of the caller's, and
// returns it as PNG. Another one for the same vRand takes the place of the
// first. It fails with ErrVRand, and with ErrCaptchaTooMany above 30 a minute
// from one address (trust CAP-6).
func (p *Tickets) Image(ctx context.Context, vRand, ip string) ([]byte, error) {
	vRand, err := CheckVRand(vRand)
	if err != nil {
		return nil, err
	}
	if p.images.Add(ip) > p.Limits.ImagesPerIP {
		return nil, identity.ErrCaptchaTooMany
	}
	answer := secret.Text(captchaLength, captchaAlphabet)
	picture, err := drawCaptcha(answer)
	if err != nil {
		return nil, fmt.Errorf("draw captcha: %w", err)
	}
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			INSERT INTO player_captcha (v_rand, answer, expires_at) VALUES (?, ?, ?)
			ON CONFLICT (v_rand) DO UPDATE SET answer = excluded.answer, expires_at = excluded.expires_at, used = FALSE`,
			vRand, p.captchaMark(vRand, answer), tx.Now().Add(captchaValid).UnixMilli()).Exec(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("keep captcha: %w", err)
	}
	return picture, nil
}

func CheckVRand(vRand string) (string, error) {
	vRand = strings.ToLower(vRand)
	if !identity.VRandForm.MatchString(vRand) {
		return "", identity.ErrVRand
	}
	return vRand, nil
}

// captchaMark is what is stored of an answer: of no use without the key, and
// different for each vRand.
func (p *Tickets) captchaMark(vRand, answer string) string {
	return p.Box.Index("captcha/"+vRand, strings.ToUpper(answer))
}

// Burn checks an answer and uses its captcha up, right or wrong: whoever
// guesses needs a new image for each guess (trust CAP-1). Of many checks at
// once the row lets one through. The transaction must commit whatever follows.
func (p *Tickets) Burn(ctx context.Context, tx *db.Tx, vRand, answer string) (bool, error) {
	vRand, err := CheckVRand(vRand)
	if err != nil {
		return false, nil // no captcha was ever drawn for it
	}
	byTest := p.testAnswer != "" && strings.EqualFold(answer, p.testAnswer)
	var row struct {
		Answer    string
		ExpiresAt int64
	}
	err = tx.NewRaw("UPDATE player_captcha SET used = TRUE WHERE v_rand = ? AND NOT used RETURNING answer, expires_at", vRand).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		if !byTest {
			return false, nil
		}
		// The test answer needs no drawn image, but it too is good for one use of a vRand.
		made, err := tx.NewRaw(`INSERT INTO player_captcha (v_rand, answer, expires_at, used) VALUES (?, '', ?, TRUE)
			ON CONFLICT (v_rand) DO NOTHING`, vRand, tx.Now().Add(captchaValid).UnixMilli()).Exec(ctx)
		if err != nil {
			return false, fmt.Errorf("burn captcha: %w", err)
		}
		n, _ := made.RowsAffected()
		return n == 1, nil
	}
	if err != nil {
		return false, fmt.Errorf("burn captcha: %w", err)
	}
	if tx.NowMillis() >= row.ExpiresAt {
		return false, nil
	}
	return byTest || row.Answer == p.captchaMark(vRand, answer), nil
}

// AdmitForm counts one more form of an address in this minute, under key, and
// uses its captcha up. What it counted and burned stays, whatever it answers.
func (p *Tickets) AdmitForm(ctx context.Context, key string, most int, vRand, answer string) error {
	var refused error
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = nil
		n, err := identity.Hit(ctx, tx, key, time.Minute)
		if err != nil {
			return err
		}
		if n > most {
			refused = identity.ErrTooMany
			return nil
		}
		right, err := p.Burn(ctx, tx, vRand, answer)
		if err == nil && !right {
			refused = identity.ErrCaptchaWrong
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("admit form: %w", err)
	}
	return refused
}
