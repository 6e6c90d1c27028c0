package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
)

// PasskeyAttempt is a login by passkey, without a name or a password.
type PasskeyAttempt struct {
	Answer   string // of the authenticator, as JSON
	Remember bool   // 30 days instead of 12 hours (D-04)
	Client   identity.Client
}

// LogInByPasskey opens a session of the player whose passkey answers the question of
// BeginPasskeyProof. The passkey counts as both steps of a login, for its authenticator
// has verified its user. Attempts of an address and failures of device, network and
// account are counted as for passwords; no captcha is asked for, since a key cannot be
// guessed. It fails with ErrTooMany, with guard's refusal of a frozen player, or as
// OpenPasskeyProof and RightPasskey do.
func (p *Players) LogInByPasskey(ctx context.Context, a PasskeyAttempt) (access.Login, error) {
	if err := p.admitPasskey(ctx, a.Client); err != nil {
		return access.Login{}, err
	}
	proof, err := p.OpenPasskeyProof(ctx, a.Answer, a.Client)
	if err != nil {
		return access.Login{}, p.passkeyFailed(ctx, proof.Player, a.Client, err)
	}
	c := p.CountersOf(proof.Player, a.Client)
	login, err := p.enter(ctx, proof.Player, entry{
		client: a.Client, remember: a.Remember, counters: c,
		prove: func(ctx context.Context, tx *db.Tx, row identity.Row) (refused, err error) {
			return p.RightPasskey(ctx, tx, row.ID, proof, a.Client)
		},
	})
	if err != nil {
		return access.Login{}, p.passkeyFailed(ctx, proof.Player, a.Client, err)
	}
	return login, nil
}

// admitPasskey counts the attempt of an address.
func (p *Players) admitPasskey(ctx context.Context, from identity.Client) error {
	n := 0
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		n, err = identity.Hit(ctx, tx, p.CountersOf("", from).Ip, time.Minute)
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("admit a login by passkey: %w", err)
	case n > p.Limits.ChecksPerIP:
		return identity.ErrTooMany
	}
	return nil
}

// passkeyFailed counts a failed login by passkey and returns its error. An expired or
// unreadable answer and the refusal of a frozen player are no failures of a proof.
func (p *Players) passkeyFailed(ctx context.Context, player string, from identity.Client, failed error) error {
	if !errors.Is(failed, credential.ErrPasskeyWrong) && !errors.Is(failed, credential.ErrPasskeyUnknown) && !errors.Is(failed, credential.ErrPasskeyStopped) {
		return failed
	}
	c := p.CountersOf(player, from)
	account := c.Account
	if player == "" {
		account = ""
	}
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return countFailure(ctx, tx, account, c) })
	if err != nil {
		return fmt.Errorf("count a failed login by passkey: %w", err)
	}
	if f, told := fault.Of(failed); told {
		p.Log.InfoContext(ctx, "login by passkey failed", "network", c.Network, "fault", f.Code)
	}
	return failed
}
