package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"hongyun/internal/db"
	"hongyun/internal/outward"
	"hongyun/internal/reach"
	"hongyun/internal/secret"
)

// screen is what a browser shows. It lies on lock screens: no amounts, no names, no
// numbers of orders.
type screen struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Tag   string `json:"tag"` // the same for each try of one message: a second one replaces the first
}

// browser reads where a message goes, nil if web push ended there meanwhile.
func (c *Courier) browser(ctx context.Context, id string) (*Browser, error) {
	var rows []browserRow
	err := c.DB.NewRaw("SELECT id, player, session, host, sealed, expires_at FROM courier_push WHERE id = ? AND expires_at > ?",
		id, c.DB.Clock().Now().UnixMilli()).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	plain, err := c.Box.Open(sealBrowser(id), rows[0].Sealed)
	if err != nil {
		return nil, fmt.Errorf("open a browser: %w", err)
	}
	var b Browser
	return &b, json.Unmarshal([]byte(plain), &b)
}

// sendPush hands a message to the push service of a browser. An open answer is tried
// again: the browser shows the second one in the place of the first.
func (c *Courier) sendPush(ctx context.Context, m row, b Browser) outcome {
	if _, err := c.checkBrowser(b); err != nil {
		return outcome{drop: true, said: "推送服务不在名单内"}
	}
	key, err := c.pushKey(ctx)
	if err != nil {
		return outcome{again: true, said: "推送密钥无法读取"}
	}
	s := c.push.Now()
	text := s.Money
	urgency := webpush.UrgencyNormal
	if Topic(m.Topic) == Safety {
		text, urgency = s.Safety, webpush.UrgencyHigh
	}
	body, err := json.Marshal(screen{Title: c.site(), Text: text, Tag: m.ID})
	if err != nil {
		return outcome{said: "消息无法写出"}
	}
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	left := (m.DeadlineAt - c.DB.Clock().Now().UnixMilli()) / time.Second.Milliseconds()
	answer, err := webpush.SendNotificationWithContext(ctx, body, &webpush.Subscription{Endpoint: b.Endpoint, Keys: webpush.Keys{P256dh: b.P256DH, Auth: b.Auth}}, &webpush.Options{
		HTTPClient: c.out.Client, Subscriber: s.Subject, Topic: secret.HashToken(m.ID)[:32], TTL: int(left), Urgency: urgency,
		VAPIDPublicKey: key.public, VAPIDPrivateKey: key.private, RecordSize: 1024,
	})
	if err != nil {
		var call *url.Error
		if !errors.As(err, &call) {
			return outcome{said: "消息无法加密"} // of this browser alone; nothing was sent
		}
		var dial *net.OpError
		if errors.Is(err, reach.ErrInside) || errors.As(err, &dial) && dial.Op == "dial" {
			return outcome{again: true, down: true, said: outward.Reason(err)}
		}
		return outcome{answer: Unknown, again: true, down: true, said: outward.Reason(err)}
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection can be used again
	return pushAnswer(answer.StatusCode)
}

// pushAnswer reads the status of a push service (RFC 8030, 5 and 7.3; RFC 8292, 4.2).
func pushAnswer(status int) outcome {
	said := "推送服务返回 " + strconv.Itoa(status)
	switch {
	case status >= 200 && status < 300:
		return outcome{answer: Accepted}
	case status == http.StatusNotFound || status == http.StatusGone:
		return outcome{drop: true, gone: true, said: "浏览器已取消推送"}
	case status == http.StatusTooManyRequests: // it may be about this browser alone
		return outcome{again: true, said: said}
	case status >= 500:
		return outcome{again: true, down: true, said: said}
	}
	return outcome{said: said}
}

// settleBrowser notes that a browser's push service took a message, or forgets a
// browser that it no longer knows.
func settleBrowser(ctx context.Context, tx *db.Tx, id string, out outcome) error {
	var err error
	switch {
	case out.gone:
		_, err = tx.NewRaw("DELETE FROM courier_push WHERE id = ?", id).Exec(ctx)
	case out.answer == Accepted:
		_, err = tx.NewRaw("UPDATE courier_push SET success_at = ? WHERE id = ?", tx.NowMillis(), id).Exec(ctx)
	}
	return err
}
