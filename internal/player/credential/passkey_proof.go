package credential

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// BeginPasskeyProof asks a browser for any passkey of the site, whoever its player is.
// It returns the options for the browser as JSON, and the device cookie that the
// question is bound to: the client's own, or a new one. It fails with ErrPasskeySite,
// ErrPasskeyMany or ErrPasskeyBusy.
func (p *Passwords) BeginPasskeyProof(ctx context.Context, origin string, from identity.Client) (options, device string, err error) {
	site, found := p.Sites.find(origin)
	if !found {
		return "", "", ErrPasskeySite
	}
	if !secret.IsToken(from.DeviceCookie) {
		from.DeviceCookie = secret.NewToken()
	}
	asked, data, err := p.Sites.engine.BeginDiscoverableLogin(webauthn.WithLoginRelyingPartyID(site.domain), webauthn.WithLoginOrigin(site.origin))
	if err != nil {
		return "", "", fmt.Errorf("begin a proof by passkey: %w", err)
	}
	text, err := json.Marshal(asked.Response)
	if err != nil {
		return "", "", err
	}
	return string(text), from.DeviceCookie, p.ask(ctx, challenge{purpose: challengeLogin, device: deviceOf(from)}, from, data)
}

// PasskeyProof is an authenticator's answer to a question that is used up. Its
// signature is not checked yet.
type PasskeyProof struct {
	Player string // who the passkey belongs to

	answer *protocol.ParsedCredentialAssertionData
	asked  webauthn.SessionData
}

// OpenPasskeyProof reads the answer of a browser, as JSON, and uses its question up. It
// fails with ErrPasskeyForm, ErrPasskeyOld, ErrPasskeySite or ErrPasskeyUnknown.
func (p *Passwords) OpenPasskeyProof(ctx context.Context, answer string, from identity.Client) (PasskeyProof, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return PasskeyProof{}, ErrPasskeyForm
	}
	client := parsed.Response.CollectedClientData
	asked, err := p.burn(ctx, challenge{purpose: challengeLogin, device: deviceOf(from)}, client.Challenge, from)
	if err != nil {
		return PasskeyProof{}, err
	}
	if !strings.EqualFold(client.Origin, asked.Origin) {
		return PasskeyProof{}, ErrPasskeySite
	}
	row, err := findPasskey(ctx, p.DB, parsed.RawID, false)
	return PasskeyProof{Player: row.Player, answer: parsed, asked: asked}, err
}

// findPasskey is the passkey of a credential, or ErrPasskeyUnknown.
func findPasskey(ctx context.Context, r db.Reader, credential []byte, locked bool) (passkeyRow, error) {
	query := "SELECT " + passkeyColumns + " FROM player_passkey WHERE credential = ?"
	if tx, writes := r.(*db.Tx); locked && writes {
		query += tx.ForUpdate()
	}
	var row passkeyRow
	err := r.NewRaw(query, base64.RawURLEncoding.EncodeToString(credential)).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return passkeyRow{}, ErrPasskeyUnknown
	}
	if err != nil {
		return passkeyRow{}, fmt.Errorf("find a passkey: %w", err)
	}
	return row, nil
}

// RightPasskey checks a proof for the locked player and notes the use. refused is nil
// for a right one; else it is ErrPasskeyUnknown, ErrPasskeyWrong or ErrPasskeyStopped,
// and must not roll back: a passkey whose counter went back is stopped from then on.
func (p *Passwords) RightPasskey(ctx context.Context, tx *db.Tx, player string, proof PasskeyProof, from identity.Client) (refused, err error) {
	row, err := findPasskey(ctx, tx, proof.answer.RawID, true)
	switch {
	case errors.Is(err, ErrPasskeyUnknown):
		return ErrPasskeyUnknown, nil
	case err != nil:
		return nil, err
	case row.Player != player:
		return ErrPasskeyUnknown, nil
	case row.StoppedAt > 0:
		return ErrPasskeyStopped, nil
	case row.Site != proof.asked.RelyingPartyID:
		return ErrPasskeySite, nil
	}
	owner, err := p.ownerOf(row)
	if err != nil {
		return nil, err
	}
	if len(owner.keys[0].PublicKey) > maxPublicKey { // added before there was a limit
		return ErrPasskeyWrong, nil
	}
	_, used, err := p.Sites.engine.ValidatePasskeyLogin(func(_, _ []byte) (webauthn.User, error) { return owner, nil }, proof.asked, proof.answer)
	if err != nil {
		p.Log.InfoContext(ctx, "passkey refused", "player", player, "err", err)
		return ErrPasskeyWrong, nil
	}
	if used.Authenticator.CloneWarning {
		return ErrPasskeyStopped, p.stopPasskey(ctx, tx, row, proof.answer.Response.AuthenticatorData.Counter, from)
	}
	_, err = tx.NewRaw("UPDATE player_passkey SET sign_count = ?, last_used_at = ?, device_hash = ? WHERE id = ?",
		used.Authenticator.SignCount, tx.NowMillis(), deviceOf(from), row.ID).Exec(ctx)
	if err != nil {
		return nil, fmt.Errorf("note the use of a passkey: %w", err)
	}
	return nil, nil
}

// ownerOf is the player of a passkey with this passkey alone.
func (p *Passwords) ownerOf(row passkeyRow) (passkeyOwner, error) {
	text, err := p.Box.Open(passkeySealed(row.Player, row.Credential), row.Sealed)
	if err != nil {
		return passkeyOwner{}, err
	}
	public, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return passkeyOwner{}, fmt.Errorf("public key of a passkey: %w", err)
	}
	return passkeyOwner{handle: row.Handle, keys: []webauthn.Credential{{
		ID: credentialID(row.Credential), PublicKey: public, Flags: webauthn.CredentialFlagsFromMsgpByte(row.Flags),
		Authenticator: webauthn.Authenticator{SignCount: row.SignCount},
	}}}, nil
}

// stopPasskey stops a passkey whose counter did not grow: two authenticators may hold
// its key, and either may have logged in before. So all sessions of the player end and
// withdrawals are held. The trail tells staff, a message tells the player.
func (p *Passwords) stopPasskey(ctx context.Context, tx *db.Tx, row passkeyRow, came uint32, from identity.Client) error {
	if _, err := tx.NewRaw("UPDATE player_passkey SET stopped_at = ? WHERE id = ?", tx.NowMillis(), row.ID).Exec(ctx); err != nil {
		return fmt.Errorf("stop a passkey: %w", err)
	}
	if err := holdForPasskey(ctx, tx, row.Player); err != nil {
		return err
	}
	if err := p.LogOutAll(ctx, tx, row.Player, "", access.EndPasskey); err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, identity.PasskeyStoppedMessage(row.Player, row.ID, row.Name, tx.Now())); err != nil {
		return err
	}
	p.Log.ErrorContext(ctx, "the counter of a passkey went back: its key may have been copied", "player", row.Player, "passkey", row.ID)
	if p.Staff == nil {
		return nil
	}
	return p.Staff.Audit(ctx, tx, staff.System("player.passkey"), staff.Change{
		Action: "player.passkey_stopped", Subject: "player:" + row.Player, Label: row.Player, Reason: "通行密钥的计数倒退，可能被复制",
		Before: map[string]any{"passkey": row.Name, "count": row.SignCount}, After: map[string]any{"count": came, "ip": from.IP},
	})
}
