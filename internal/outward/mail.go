package outward

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"mime"
	"net"
	"net/smtp"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

// errPlain says that a mail server offers no TLS. Nothing is sent to it.
var errPlain = StatusError{"邮件服务器不支持加密，已拒绝发送"}

// ErrMailUnknown says that the whole message went out and no answer came: the
// server may have taken it.
var ErrMailUnknown = errors.New("the mail server did not answer to the message")

// Server is a mail server and the account on it. Port 465 speaks TLS from the
// start; others must offer STARTTLS.
type Server struct {
	Host           string
	Port           int
	User, Password string // both empty: no login
}

// Mail is one message. Its addresses were checked by the caller.
type Mail struct {
	From     string
	FromName string // "" for none
	To       []string
	Subject  string
	Text     string
	ID       string // the same for each try of one message
	At       time.Time
}

// SendMail hands a message to a mail server. The whole conversation ends with the
// deadline of ctx. An error that is ErrMailUnknown leaves open whether the server
// took the message; with any other it did not.
func (s Sender) SendMail(ctx context.Context, at Server, m Mail) error {
	conn, err := s.dialer.DialContext(ctx, "tcp", net.JoinHostPort(at.Host, strconv.Itoa(at.Port)))
	if err != nil {
		return err
	}
	defer conn.Close()
	if until, limited := ctx.Deadline(); limited {
		if err := conn.SetDeadline(until); err != nil {
			return err
		}
	}
	c, err := s.mailClient(ctx, conn, at)
	if err != nil {
		return err
	}
	defer c.Close()
	if at.User != "" {
		if err := c.Auth(smtp.PlainAuth("", at.User, at.Password, at.Host)); err != nil {
			return err
		}
	}
	if err := c.Mail(m.From); err != nil {
		return err
	}
	for _, to := range m.To {
		if err := c.Rcpt(to); err != nil {
			return err
		}
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(m.wire()); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		if MailCode(err) == 0 {
			return errors.Join(ErrMailUnknown, err)
		}
		return err
	}
	_ = c.Quit() // the message was taken: what comes now changes nothing
	return nil
}

// MailCode is the reply code of a mail server in an error, 0 if it holds none.
func MailCode(err error) int {
	var reply *textproto.Error
	if errors.As(err, &reply) {
		return reply.Code
	}
	return 0
}

// mailClient greets a mail server, under TLS from the start or after STARTTLS.
func (s Sender) mailClient(ctx context.Context, conn net.Conn, at Server) (*smtp.Client, error) {
	const implicit = 465
	secure := s.tls(at.Host)
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

// wire is the message as it goes over the wire. Only checked addresses and
// encoded texts are in it, so nothing can begin a header of its own.
func (m Mail) wire() []byte {
	var b bytes.Buffer
	head := func(name, value string) { b.WriteString(name + ": " + value + "\r\n") }
	from := m.From
	if m.FromName != "" {
		from = mime.BEncoding.Encode("utf-8", m.FromName) + " <" + m.From + ">"
	}
	head("From", from)
	head("To", strings.Join(m.To, ", "))
	head("Subject", mime.BEncoding.Encode("utf-8", m.Subject))
	head("Date", m.At.Format(time.RFC1123Z))
	_, domain, _ := strings.Cut(m.From, "@")
	head("Message-ID", "<"+m.ID+"@"+domain+">")
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
