package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"net"

	"hongyun/internal/courier"
	"hongyun/internal/setting"
	"hongyun/sandbox/messages"
)

// messageAccount and messageKey open the simulated companies of e-mail and SMS.
const (
	messageAccount = "hongyun"
	messageKey     = "demo-messages"
)

// openMessages starts the companies that send e-mail and SMS to nobody.
func (d *Demo) openMessages() error {
	d.messages = messages.New(messages.Config{Clock: d.Clock, Account: messageAccount, Key: messageKey})
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	d.mailOn = on
	d.mail, err = d.messages.Mail(on)
	return err
}

// seedMessages has the two members of staff enter the simulated companies, as
// people do. Addresses change with each start of the demo; other values that
// people entered stay.
func (d *Demo) seedMessages(ctx context.Context) error {
	host, port, err := net.SplitHostPort(d.mail.Address())
	if err != nil {
		return err
	}
	mail, sms := d.App.Courier.MailNow(), d.App.Courier.SMSNow()
	mail.On, mail.Server, mail.User, mail.From, mail.FromName = true, net.JoinHostPort(host, port), messageAccount, "service@hongyun.test", "鸿运演示"
	sms.On, sms.Company, sms.Account, sms.Sign = true, courier.Chuanglan, messageAccount, "鸿运演示"
	sms.Address = d.SandboxURL() + "/messages/chuanglan/msg/v1/send/json"
	for _, s := range []struct {
		kind    string
		now     any
		was     any
		secrets map[string]string
	}{
		{courier.KindMail, mail, d.App.Courier.MailNow(), map[string]string{"password": messageKey}},
		{courier.KindSMS, sms, d.App.Courier.SMSNow(), map[string]string{"secret": messageKey}},
	} {
		if s.now == s.was {
			continue
		}
		maker, checker, err := d.pair(ctx)
		if err != nil {
			return err
		}
		list, err := d.App.Book.List(ctx, d.App.DB, s.kind)
		if err != nil {
			return err
		}
		if list[0].ApprovalID != "" {
			continue // people are at it
		}
		value, err := json.Marshal(s.now)
		if err != nil {
			return err
		}
		id, err := d.App.Book.Ask(ctx, maker, setting.Order{Kind: s.kind, Base: list[0].Version, Value: value, Secrets: s.secrets, Reason: "演示数据"})
		if err != nil {
			return fmt.Errorf("ask for %s: %w", s.kind, err)
		}
		if _, err := d.App.Staff.Decide(ctx, checker, id, true, ""); err != nil {
			return fmt.Errorf("approve %s: %w", s.kind, err)
		}
	}
	return nil
}
