package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payout"
	"hongyun/internal/setting"
	"hongyun/sandbox"
)

// payoutAfter is how long the simulated company works on a pay-out.
const payoutAfter = 10 * time.Second

const payoutMerchant = "20001"

// payers are the simulated companies that pay out.
func (d *Demo) payers() []sandbox.PayerConfig {
	return []sandbox.PayerConfig{{
		Code: "dfpay", Merchant: payoutMerchant, Key: d.keys.Companies["dfpay.key"], Balance: 5_000_000 * money.Yuan, After: payoutAfter,
	}}
}

// seedPayouts has two people enter the company twice: cards of some banks are paid
// by themselves up to 5,000 yuan, all others when staff click. An address that moved
// since the last start is entered anew.
func (d *Demo) seedPayouts(ctx context.Context) error {
	maker, checker, err := d.pair(ctx)
	if err != nil {
		return err
	}
	there, err := d.App.Book.List(ctx, d.App.DB, payout.KindCompany)
	if err != nil {
		return err
	}
	all := payout.Company{
		Name: "代付甲", Protocol: "dfpay", BaseURL: d.SandboxURL() + "/payers/dfpay", Merchant: payoutMerchant,
		Min: 100_00, Max: 50_000_00, Daily: 1_000_000_00, Absent: 60, Sort: 1,
	}
	some := all
	some.Name, some.Banks, some.Auto, some.Sort = "代付乙（自动）", "ABC,BOC,CCB,COMM,CMB", 5_000_00, 2
	for key, c := range map[string]payout.Company{"payout_a": all, "payout_b": some} {
		o := setting.Order{Kind: payout.KindCompany, Key: key, New: true, Secrets: map[string]string{"key": d.keys.Companies["dfpay.key"]}, On: true, Reason: "演示数据"}
		moved := true
		for _, it := range there {
			if it.Key != key {
				continue
			}
			var now payout.Company
			if err := json.Unmarshal(it.Value, &now); err != nil {
				return err
			}
			moved = now.BaseURL != c.BaseURL
			now.BaseURL = c.BaseURL
			c, o.New, o.Base, o.On = now, false, it.Version, it.On
		}
		if !moved {
			continue
		}
		if o.Value, err = json.Marshal(c); err != nil {
			return err
		}
		id, err := d.App.Book.Ask(ctx, maker, o)
		if err != nil {
			return fmt.Errorf("ask for pay-out company %s: %w", key, err)
		}
		if _, err := d.App.Staff.Decide(ctx, checker, id, true, ""); err != nil {
			return fmt.Errorf("approve pay-out company %s: %w", key, err)
		}
	}
	return nil
}
