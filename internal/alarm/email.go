package alarm

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"mime"
	"net"
	"net/smtp"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
)

// errPlain says that a mail server offers no TLS. Nothing is sent to it.
var errPlain = statusError{"邮件服务器不支持加密，已拒绝发送"}

// sendEmail hands a message to a mail server. The whole conversation has a deadline.
func (a *Alarms) sendEmail(ctx context.Context, at Address, id string, m message) error {
	conn, err := a.out.dialer.DialContext(ctx, "tcp", net.JoinHostPort(at.Host, strconv.Itoa(at.Port)))
	if err != nil {
		return err
	}
	defer conn.Close()
	if until, limited := ctx.Deadline(); limited {
		if err := conn.SetDeadline(until); err != nil {
			return err
		}
	}
	c, err := a.mailClient(ctx, conn, at)
	if err != nil {
		return err
	}
	defer c.Close()
	if at.User != "" {
		if err := c.Auth(smtp.PlainAuth("", at.User, at.Password, at.Host)); err != nil {
			return err
		}
	}
	if err := c.Mail(at.From); err != nil {
		return err
	}
	for _, to := range at.To {
		if err := c.Rcpt(to); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	_, err = w.Write(mailText(at, id, m))
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	_ = c.Quit() // the message was taken: what comes now changes nothing
	return nil
}

// mailClient greets a mail server, under TLS from the start or after STARTTLS.
func (a *Alarms) mailClient(ctx context.Context, conn net.Conn, at Address) (*smtp.Client, error) {
	const implicit = 465
	secure := a.out.tls(at.Host)
	if at.Port == implicit {
		return tlsClient(ctx, conn, secure, at.Host)
	}
	c, err := smtp.NewClient(conn, at.Host)
	if err != nil {
		return nil, err
	}
	if ok, _ := c.Extension("STARTTLS"); !ok {
		return nil, errors.Join(errPlain, c.Close())
	}
	if err := c.StartTLS(secure); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// mailText is the message as it goes over the wire. Only checked addresses and
// encoded texts are in it, so nothing can begin a header of its own.
func mailText(at Address, id string, m message) []byte {
	var b bytes.Buffer
	head := func(name, value string) { b.WriteString(name + ": " + value + "\r\n") }
	head("From", at.From)
	head("To", strings.Join(at.To, ", "))
	head("Subject", mime.BEncoding.Encode("utf-8", m.heading()))
	head("Date", calendar.FromMillis(m.At).Format(time.RFC1123Z))
	_, domain, _ := strings.Cut(at.From, "@")
	head("Message-ID", "<"+id+"@"+domain+">")
	head("Auto-Submitted", "auto-generated")
	head("MIME-Version", "1.0")
	head("Content-Type", "text/plain; charset=utf-8")
	head("Content-Transfer-Encoding", "base64")
	b.WriteString("\r\n")
	text := base64.StdEncoding.EncodeToString([]byte(m.Text + "\r\n"))
	for len(text) > 76 {
		b.WriteString(text[:76] + "\r\n")
		text = text[76:]
	}
	b.WriteString(text + "\r\n")
	return b.Bytes()
}
