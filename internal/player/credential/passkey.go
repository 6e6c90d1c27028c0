package credential

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// The refusals of passkeys.
var (
	ErrPasskeySite    = fault.New(fault.Refused, "player.passkey_site", "当前网址不能使用通行密钥，请从官网地址打开后再试")
	ErrPasskeyForm    = fault.New(fault.Invalid, "player.passkey_form", "通行密钥的数据不正确，请重新操作")
	ErrPasskeyOld     = fault.New(fault.Refused, "player.passkey_old", "通行密钥验证已超时或已使用，请重新操作")
	ErrPasskeyWrong   = fault.New(fault.Refused, "player.passkey_wrong", "通行密钥验证未通过，请重新操作")
	ErrPasskeyUnknown = fault.New(fault.Refused, "player.passkey_unknown", "该通行密钥不属于此账号或已删除，请改用密码登录")
	ErrPasskeyStopped = fault.New(fault.Refused, "player.passkey_stopped", "该通行密钥可能被复制，已停用，请改用密码登录后删除并重新添加")
	ErrPasskeyMany    = fault.New(fault.TooMany, "player.passkey_many", "通行密钥操作过于频繁，请稍后再试")
	ErrPasskeyBusy    = fault.New(fault.TooMany, "player.passkey_busy", "通行密钥暂时繁忙，请改用密码登录或稍后再试")
	ErrPasskeyFull    = fault.New(fault.Conflict, "player.passkey_full", "最多可添加10个通行密钥，请先删除不用的")
	ErrPasskeyTaken   = fault.New(fault.Conflict, "player.passkey_taken", "该通行密钥已经添加过")
	ErrPasskeyName    = fault.New(fault.Invalid, "player.passkey_name", "请输入1至20个字的名称")
	ErrPasskeyGone    = fault.New(fault.NotFound, "player.passkey_not_found", "没有找到该通行密钥，可能已删除")
)

const (
	maxPasskeys    = 10
	maxPasskeyName = 20  // characters
	maxPublicKey   = 600 // bytes; one of RSA with 4096 bits has 530
)

// Passkey is a passkey as its player sees it.
type Passkey struct {
	ID         string
	Name       string
	CreatedAt  time.Time
	LastUsedAt time.Time // zero: never
	StoppedAt  time.Time // zero: in use; else its counter went back
	Here       bool      // the client's device used it last
}

// passkeyRow is a row of player_passkey.
type passkeyRow struct {
	ID, Player, Credential, Site, Handle, Name, Sealed string
	Flags                                              uint8
	SignCount                                          uint32
	Transports, DeviceHash                             string
	CreatedAt, LastUsedAt, StoppedAt                   int64
}

const passkeyColumns = "id, player, credential, site, handle, name, sealed, flags, sign_count, transports, device_hash, created_at, last_used_at, stopped_at"

// passkeyOwner is a player as the authenticators know them.
type passkeyOwner struct {
	handle, name string
	keys         []webauthn.Credential
}

func (o passkeyOwner) WebAuthnID() []byte                         { return []byte(o.handle) }
func (o passkeyOwner) WebAuthnName() string                       { return o.name }
func (o passkeyOwner) WebAuthnDisplayName() string                { return o.name }
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.keys }

// PasskeysOpen reports whether passkeys work at an origin.
func (p *Passwords) PasskeysOpen(origin string) bool { return p.Sites.At(origin) }

// PasskeysOf lists a player's passkeys, the oldest first.
func (p *Passwords) PasskeysOf(ctx context.Context, r db.Reader, player string, from identity.Client) ([]Passkey, error) {
	rows, err := passkeyRows(ctx, r, player)
	out := make([]Passkey, len(rows))
	for i, row := range rows {
		out[i] = Passkey{
			ID: row.ID, Name: row.Name, CreatedAt: calendar.FromMillis(row.CreatedAt), LastUsedAt: identity.Instant(row.LastUsedAt),
			StoppedAt: identity.Instant(row.StoppedAt), Here: row.DeviceHash == deviceOf(from),
		}
	}
	return out, err
}

// PasskeyCount is how many passkeys a player has, stopped ones too.
func (p *Passwords) PasskeyCount(ctx context.Context, r db.Reader, player string) (n int, err error) {
	err = r.NewRaw("SELECT COUNT(*) FROM player_passkey WHERE player = ?", player).Scan(ctx, &n)
	return n, err
}

func passkeyRows(ctx context.Context, r db.Reader, player string) (rows []passkeyRow, err error) {
	err = r.NewRaw("SELECT "+passkeyColumns+" FROM player_passkey WHERE player = ? ORDER BY created_at, id", player).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	return rows, nil
}

// BeginPasskey asks the browser for a new passkey of a player who knows the login
// password and, with two-step login, has a code. It returns the options for the
// browser as JSON. It fails as Prove and CheckSecond do, or with ErrPasskeySite,
// ErrPasskeyFull, ErrPasskeyMany or ErrPasskeyBusy.
func (p *Passwords) BeginPasskey(ctx context.Context, player, session, password, code, origin string, from identity.Client) (options string, err error) {
	site, found := p.Sites.find(origin)
	if !found {
		return "", ErrPasskeySite
	}
	if err := p.Prove(ctx, player, password); err != nil {
		return "", err
	}
	if err := p.CheckSecond(ctx, player, code, from); err != nil {
		return "", err
	}
	row, err := identity.FindRow(ctx, p.DB, player)
	if err != nil {
		return "", fmt.Errorf("find player: %w", err)
	}
	keys, err := passkeyRows(ctx, p.DB, player)
	if err != nil {
		return "", err
	}
	if len(keys) >= maxPasskeys {
		return "", ErrPasskeyFull
	}
	owner := passkeyOwner{handle: secret.NewToken(), name: row.Name}
	if len(keys) > 0 {
		owner.handle = keys[0].Handle
	}
	// EdDSA, ES256 and RS256: every authenticator has one of them, and the keys are short.
	made, data, err := p.Sites.engine.BeginRegistration(owner, webauthn.WithCredentialParameters(webauthn.CredentialParametersRecommendedL3()),
		webauthn.WithExclusions(descriptors(keys)),
		webauthn.WithRegistrationRelyingPartyID(site.domain), webauthn.WithRegistrationOrigin(site.origin), relyingPartyName(p.Named()))
	if err != nil {
		return "", fmt.Errorf("begin a passkey: %w", err)
	}
	text, err := json.Marshal(made.Response)
	if err != nil {
		return "", err
	}
	return string(text), p.ask(ctx, challenge{purpose: challengeAdd, device: deviceOf(from), player: player, session: session}, from, data)
}

// relyingPartyName is the name under which authenticators list the passkey. The
// relying party itself is the domain, which no change of the name touches.
func relyingPartyName(name string) webauthn.RegistrationOption {
	return func(o *protocol.PublicKeyCredentialCreationOptions) error {
		o.RelyingParty.Name = name
		return nil
	}
}

func descriptors(keys []passkeyRow) []protocol.CredentialDescriptor {
	out := make([]protocol.CredentialDescriptor, 0, len(keys))
	for _, key := range keys {
		out = append(out, protocol.CredentialDescriptor{Type: protocol.PublicKeyCredentialType, CredentialID: credentialID(key.Credential)})
	}
	return out
}

func credentialID(text string) []byte {
	id, _ := base64.RawURLEncoding.DecodeString(text) // written by AddPasskey
	return id
}

// AddPasskey stores the passkey that a browser made for BeginPasskey, tells the player
// and holds withdrawals as after a change of the password. made is the browser's answer
// as JSON; an empty name becomes that of the browser, or 通行密钥 for an unknown one. It
// fails with ErrPasskeyForm, ErrPasskeyName, ErrPasskeyOld, ErrPasskeySite,
// ErrPasskeyWrong, ErrPasskeyFull or ErrPasskeyTaken.
func (p *Passwords) AddPasskey(ctx context.Context, player, session, made, name string, from identity.Client) error {
	if strings.TrimSpace(name) == "" {
		name = passkeyNameOf(from.UserAgent)
	}
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(made))
	if err != nil {
		return ErrPasskeyForm
	}
	client := answer.Response.CollectedClientData
	data, err := p.burn(ctx, challenge{purpose: challengeAdd, device: deviceOf(from), player: player, session: session}, client.Challenge, from)
	if err != nil {
		return err
	}
	if !strings.EqualFold(client.Origin, data.Origin) {
		return ErrPasskeySite
	}
	key, err := p.Sites.engine.CreateCredential(passkeyOwner{handle: string(data.UserID)}, data, answer)
	if err != nil {
		p.Log.InfoContext(ctx, "new passkey refused", "player", player, "err", err)
		return ErrPasskeyWrong
	}
	if len(key.PublicKey) > maxPublicKey {
		p.Log.InfoContext(ctx, "new passkey refused: its public key is too long", "player", player, "bytes", len(key.PublicKey))
		return ErrPasskeyWrong
	}
	return p.insertPasskey(ctx, session, passkeyOf(player, name, data, key, from), p.publicKey(player, key))
}

func passkeyOf(player, name string, data webauthn.SessionData, key *webauthn.Credential, from identity.Client) passkeyRow {
	transports := make([]string, len(key.Transport))
	for i, transport := range key.Transport {
		transports[i] = string(transport)
	}
	return passkeyRow{
		ID: uuid.Must(uuid.NewV7()).String(), Player: player, Credential: base64.RawURLEncoding.EncodeToString(key.ID), Site: data.RelyingPartyID,
		Handle: string(data.UserID), Name: name, Flags: key.Flags.MsgpByte(), SignCount: key.Authenticator.SignCount,
		Transports: access.Cut(strings.Join(transports, ","), 100), DeviceHash: deviceOf(from),
	}
}

// publicKey seals a public key, so that it opens for its player and credential alone.
func (p *Passwords) publicKey(player string, key *webauthn.Credential) string {
	return p.Box.Seal(passkeySealed(player, base64.RawURLEncoding.EncodeToString(key.ID)), base64.StdEncoding.EncodeToString(key.PublicKey))
}

func passkeySealed(player, credential string) string {
	return identity.Sealed("passkey", player+"/"+credential)
}

// insertPasskey stores a passkey while the session that asked for it is open: a change
// of the password that came between has ended it, and must not be outlived.
func (p *Passwords) insertPasskey(ctx context.Context, session string, row passkeyRow, sealed string) error {
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := identity.LockRow(ctx, tx, row.Player); err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		var open bool
		err := tx.NewRaw("SELECT EXISTS (SELECT 1 FROM player_ticket WHERE player = ? AND id = ? AND ended_at = 0)", row.Player, session).Scan(ctx, &open)
		if err != nil {
			return fmt.Errorf("look at the session: %w", err)
		}
		if !open {
			return ErrPasskeyOld
		}
		n, err := p.PasskeyCount(ctx, tx, row.Player)
		if err != nil {
			return err
		}
		if n >= maxPasskeys {
			return ErrPasskeyFull
		}
		_, err = tx.NewRaw("INSERT INTO player_passkey ("+passkeyColumns+") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)",
			row.ID, row.Player, row.Credential, row.Site, row.Handle, row.Name, sealed, row.Flags, row.SignCount, row.Transports, row.DeviceHash, tx.NowMillis()).Exec(ctx)
		if db.IsDuplicate(err) {
			return ErrPasskeyTaken
		}
		if err != nil {
			return fmt.Errorf("insert: %w", err)
		}
		if err := holdForPasskey(ctx, tx, row.Player); err != nil {
			return err
		}
		return inbox.Write(ctx, tx, identity.PasskeyAddedMessage(row.Player, row.ID, row.Name, tx.Now()))
	})
	if err != nil {
		return fmt.Errorf("add a passkey: %w", err)
	}
	return nil
}

// holdForPasskey holds withdrawals of a player as after a change of the password.
func holdForPasskey(ctx context.Context, tx *db.Tx, player string) error {
	if _, err := tx.NewRaw("UPDATE player SET passkey_added_at = ? WHERE id = ?", tx.NowMillis(), player).Exec(ctx); err != nil {
		return fmt.Errorf("hold withdrawals for a passkey: %w", err)
	}
	return nil
}

// passkeyNameOf names a passkey after the browser that made it.
func passkeyNameOf(agent string) string {
	name := []rune(strings.ToValidUTF8(access.DeviceName(agent), ""))
	name = name[:min(len(name), maxPasskeyName)]
	return cmp.Or(strings.TrimSpace(string(name)), "通行密钥")
}

// passkeyName is a name as it is stored, or ErrPasskeyName.
func passkeyName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > maxPasskeyName {
		return "", ErrPasskeyName
	}
	return name, nil
}

// RenamePasskey gives a passkey of the player another name. It fails with
// ErrPasskeyName or ErrPasskeyGone.
func (p *Passwords) RenamePasskey(ctx context.Context, player, id, name string) error {
	name, err := passkeyName(name)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw("UPDATE player_passkey SET name = ? WHERE id = ? AND player = ?", name, id, player).Exec(ctx)
		if err != nil {
			return fmt.Errorf("rename a passkey: %w", err)
		}
		if n, _ := res.RowsAffected(); n != 1 {
			return ErrPasskeyGone
		}
		return nil
	})
}

// RemovePasskey removes a passkey of a player who knows the login password and, with
// two-step login, has a code. Withdrawals go on: the password alone opened the account
// before, or its second step still does. It fails as Prove and CheckSecond do, or with
// ErrPasskeyGone.
func (p *Passwords) RemovePasskey(ctx context.Context, player, id, password, code string, from identity.Client) error {
	if err := p.Prove(ctx, player, password); err != nil {
		return err
	}
	if err := p.CheckSecond(ctx, player, code, from); err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := identity.LockRow(ctx, tx, player); err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		removed, err := p.dropPasskeys(ctx, tx, "player = ? AND id = ?", player, id)
		if err == nil && removed == 0 {
			return ErrPasskeyGone
		}
		return err
	})
}

// dropPasskeys removes the passkeys that a condition names and tells their players.
func (p *Passwords) dropPasskeys(ctx context.Context, tx *db.Tx, where string, args ...any) (removed int, err error) {
	var rows []struct{ ID, Player, Name string }
	if err := tx.NewRaw("DELETE FROM player_passkey WHERE "+where+" RETURNING id, player, name", args...).Scan(ctx, &rows); err != nil {
		return 0, fmt.Errorf("remove passkeys: %w", err)
	}
	for _, row := range rows {
		if err := inbox.Write(ctx, tx, identity.PasskeyRemovedMessage(row.Player, row.ID, row.Name, tx.Now())); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// dropFreshPasskeys removes the passkeys that a player added within freshProof, when
// the login password changes: a thief who knew the old one may have added them.
func (p *Passwords) dropFreshPasskeys(ctx context.Context, tx *db.Tx, player string) (removed int, err error) {
	return p.dropPasskeys(ctx, tx, "player = ? AND created_at > ?", player, tx.Now().Add(-freshProof).UnixMilli())
}
