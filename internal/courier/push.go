package courier

import (
	"context"
	"crypto/ecdh"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/SherClockHolmes/webpush-go"
	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

const (
	maxBrowsers = 10   // of one player; one more takes the place of the oldest
	maxEndpoint = 1000 // bytes of an address at a push service
	authBytes   = 16   // of the secret that a browser shares with its senders (RFC 8291, 3.2)
	expiredMost = 1000 // removed in one transaction
)

// Browser is a browser that a player switched web push on in (RFC 8030). Whoever
// knows these three can write to its screen: they are sealed.
type Browser struct {
	Endpoint string `json:"endpoint"` // its address at its push service
	P256DH   string `json:"p256dh"`   // its public key, base64url
	Auth     string `json:"auth"`     // its secret, base64url
}

// Push is web push as one browser sees it.
type Push struct {
	Open bool   // the operator switched it on
	Key  string // the public key that browsers are bound to, base64url; "" while it is not open
	On   bool   // messages to the player go to this browser
}

// browserRow is a row of courier_push.
type browserRow struct {
	ID, Player, Session, Host, Sealed string
	ExpiresAt                         int64
}

func sealBrowser(id string) string { return "courier_push/" + id }

func (c *Courier) browserIndex(endpoint string) string {
	return c.Box.Index("courier/push", endpoint)
}

// PushState says whether web push is open, and on for one browser of a player. An
// endpoint "" is of a browser that has none.
func (c *Courier) PushState(ctx context.Context, r db.Reader, player, endpoint string) (Push, error) {
	if !c.On(WebPush) {
		return Push{}, nil
	}
	key, err := c.pushKey(ctx)
	if err != nil || endpoint == "" {
		return Push{Open: true, Key: key.public}, err
	}
	var n int
	err = r.NewRaw("SELECT COUNT(*) FROM courier_push WHERE endpoint_index = ? AND player = ? AND expires_at > ?",
		c.browserIndex(endpoint), player, c.DB.Clock().Now().UnixMilli()).Scan(ctx, &n)
	if err != nil {
		return Push{}, fmt.Errorf("find a browser: %w", err)
	}
	return Push{Open: true, Key: key.public, On: n > 0}, nil
}

// AddBrowser notes that messages to a player go to a browser until a login of theirs
// ends. The caller has locked the session. It fails with ErrPushOff, ErrPushService
// and ErrPushForm.
func (c *Courier) AddBrowser(ctx context.Context, tx *db.Tx, player, session string, until time.Time, b Browser) error {
	if !c.On(WebPush) {
		return ErrPushOff
	}
	host, err := c.checkBrowser(b)
	if err != nil {
		return err
	}
	plain, err := json.Marshal(b)
	if err != nil {
		return err
	}
	index := c.browserIndex(b.Endpoint)
	id := uuid.Must(uuid.NewV7()).String()
	_, err = tx.NewRaw(`
		INSERT INTO courier_push (id, player, session, host, sealed, endpoint_index, made_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (endpoint_index) DO UPDATE SET id = excluded.id, player = excluded.player, session = excluded.session, host = excluded.host,
			sealed = excluded.sealed, made_at = excluded.made_at, success_at = 0, expires_at = excluded.expires_at`,
		id, player, session, host, c.Box.Seal(sealBrowser(id), string(plain)), index, tx.NowMillis(), until.UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a browser: %w", err)
	}
	_, err = tx.NewRaw(`DELETE FROM courier_push WHERE player = ? AND id NOT IN (
		SELECT id FROM courier_push WHERE player = ? ORDER BY made_at DESC, id DESC LIMIT ?)`, player, player, maxBrowsers).Exec(ctx)
	if err != nil {
		return fmt.Errorf("make room for a browser: %w", err)
	}
	return nil
}

// RemoveBrowser ends web push in one browser of a player. One that is not there is
// no error.
func (c *Courier) RemoveBrowser(ctx context.Context, tx *db.Tx, player, endpoint string) error {
	if _, err := tx.NewRaw("DELETE FROM courier_push WHERE endpoint_index = ? AND player = ?", c.browserIndex(endpoint), player).Exec(ctx); err != nil {
		return fmt.Errorf("remove a browser: %w", err)
	}
	return nil
}

// ForgetBrowsers ends web push in the browsers of logins that ended.
func ForgetBrowsers(ctx context.Context, tx *db.Tx, sessions []string) error {
	if len(sessions) == 0 {
		return nil
	}
	if _, err := tx.NewRaw("DELETE FROM courier_push WHERE session IN (?)", bun.List(sessions)).Exec(ctx); err != nil {
		return fmt.Errorf("forget the browsers of %d logins: %w", len(sessions), err)
	}
	return nil
}

// checkBrowser returns the host of a browser's push service. The address comes from a
// player, so only the services of the setting are called, by https at their own port.
func (c *Courier) checkBrowser(b Browser) (host string, err error) {
	u, err := url.Parse(b.Endpoint)
	if err != nil || len(b.Endpoint) > maxEndpoint || u.User != nil || u.Fragment != "" || u.Scheme != "https" || !c.out.MayCall(u) {
		return "", ErrPushForm
	}
	ip, _ := netip.ParseAddr(u.Hostname())
	if port := u.Port(); port != "" && port != "443" && !c.out.Named(ip) {
		return "", ErrPushForm
	}
	host = strings.ToLower(u.Hostname())
	if !servedBy(host, c.push.Now().Services) {
		return "", ErrPushService
	}
	key, err := decodeKey(b.P256DH)
	if err != nil {
		return "", ErrPushForm
	}
	if _, err := ecdh.P256().NewPublicKey(key); err != nil {
		return "", ErrPushForm
	}
	if auth, err := decodeKey(b.Auth); err != nil || len(auth) != authBytes {
		return "", ErrPushForm
	}
	return host, nil
}

// decodeKey reads base64url without padding, as browsers write it. It takes no more than the library that seals
// messages: a key that only that one cannot read would look like a push service that does not work.
func decodeKey(text string) ([]byte, error) { return base64.RawURLEncoding.DecodeString(text) }

// servedBy reports whether a host is one of the services or below one.
func servedBy(host, services string) bool {
	for _, s := range strings.Fields(services) {
		if host == s || strings.HasSuffix(host, "."+s) {
			return true
		}
	}
	return false
}

// vapid is the key pair by which push services know this site (RFC 8292).
type vapid struct{ public, private string }

const sealVapid = "courier_push_key/1"

// pushKey is the site's key. The first call of all makes it; it never changes, because
// each browser is bound to it.
func (c *Courier) pushKey(ctx context.Context) (vapid, error) {
	if known := c.vapid.Load(); known != nil {
		return *known, nil
	}
	key, err := c.readPushKey(ctx, c.DB)
	if errors.Is(err, sql.ErrNoRows) {
		err = c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			private, public, err := webpush.GenerateVAPIDKeys()
			if err != nil {
				return fmt.Errorf("make the key of web push: %w", err)
			}
			// Another server may have been faster: its key is everyone's.
			_, err = tx.NewRaw("INSERT INTO courier_push_key (id, public_key, sealed, made_at) VALUES (1, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
				public, c.Box.Seal(sealVapid, private), tx.NowMillis()).Exec(ctx)
			if err != nil {
				return fmt.Errorf("store the key of web push: %w", err)
			}
			key, err = c.readPushKey(ctx, tx)
			return err
		})
	}
	if err != nil {
		return vapid{}, err
	}
	c.vapid.Store(&key)
	return key, nil
}

func (c *Courier) readPushKey(ctx context.Context, r db.Reader) (vapid, error) {
	var public, sealed string
	if err := r.NewRaw("SELECT public_key, sealed FROM courier_push_key WHERE id = 1").Scan(ctx, &public, &sealed); err != nil {
		return vapid{}, fmt.Errorf("read the key of web push: %w", err)
	}
	private, err := c.Box.Open(sealVapid, sealed)
	if err != nil {
		return vapid{}, fmt.Errorf("open the key of web push: %w", err)
	}
	return vapid{public: public, private: private}, nil
}

// pruneBrowsers removes browsers whose login is over.
func (c *Courier) pruneBrowsers(ctx context.Context, tx *db.Tx) error {
	_, err := tx.NewRaw("DELETE FROM courier_push WHERE id IN (SELECT id FROM courier_push WHERE expires_at <= ? LIMIT ?)", tx.NowMillis(), expiredMost).Exec(ctx)
	return err
}
