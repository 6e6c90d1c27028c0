package courier

import (
	"context"
	"errors"
	"net"
	"strconv"

	"hongyun/internal/outward"
)

// sendMail hands a message to the operator's mail server. A refusal of the address
// for good (5xx) is no trouble of the server.
func (c *Courier) sendMail(ctx context.Context, id, to, subject, text string) outcome {
	s := c.mail.Now()
	host, port, err := net.SplitHostPort(s.Server)
	if err != nil {
		return outcome{again: true, down: true, said: "邮件服务器未填写"}
	}
	number, _ := strconv.Atoi(port)
	err = c.out.SendMail(ctx, outward.Server{Host: host, Port: number, User: s.User, Password: c.mail.Secrets("")["password"]}, outward.Mail{
		From: s.From, FromName: s.FromName, To: []string{to}, Subject: subject, Text: text, ID: id, At: c.DB.Clock().Now(),
	})
	code := outward.MailCode(err)
	switch {
	case err == nil:
		return outcome{answer: Accepted}
	case errors.Is(err, outward.ErrMailUnknown):
		return outcome{answer: Unknown, again: true, said: "邮件服务器没有应答，可能已收下"}
	case code == 535 || code == 530 || code == 534: // the login, not the message
		return outcome{again: true, down: true, said: outward.Reason(err)}
	case code >= 500:
		return outcome{said: outward.Reason(err)}
	case code >= 400:
		return outcome{again: true, said: outward.Reason(err)}
	}
	return outcome{again: true, down: true, said: outward.Reason(err)}
}
