package app

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/alarm"
	"hongyun/internal/app/company"
	"hongyun/internal/payout"
	"hongyun/internal/secret"
)

const (
	attemptLate = 30 * time.Minute // an attempt without an end is an alarm from here on
	shortOver   = time.Hour        // how long a refusal for balance is one
)

// buildPayouts makes what pays withdrawals through companies.
func (a *App) buildPayouts(box *secret.Box) {
	a.Payouts = payout.New(payout.Config{
		DB: a.DB, Staff: a.Staff, Book: a.Book, Box: box, Cashier: a.Cashier.Payouts, Log: a.Log, Metrics: a.Metrics,
		HooksURL: a.PublicHooks, Protocols: company.PayerProtocols, Build: a.entered().Payer, Seam: a.Seam,
	})
}

func (a *App) watchAttempts(ctx context.Context) ([]alarm.Signal, error) {
	s, err := a.Payouts.Standing(ctx, a.Clock.Now().Add(-attemptLate), a.Clock.Now())
	if err != nil || s.Old+s.Needs == 0 {
		return nil, err
	}
	return []alarm.Signal{{
		Subject: "attempts", Text: fmt.Sprintf("有 %d 笔代付超过30分钟没有结果，%d 笔等待人工判定。", s.Old, s.Needs), Level: int64(s.Old + s.Needs),
	}}, nil
}

func (a *App) watchCompanies(ctx context.Context) ([]alarm.Signal, error) {
	s, err := a.Payouts.Standing(ctx, a.Clock.Now(), a.Clock.Now().Add(-shortOver))
	var signals []alarm.Signal
	for company, n := range s.Refused {
		signals = append(signals, alarm.Signal{Subject: company, Text: fmt.Sprintf("代付公司 %s 一小时内以余额不足拒绝了 %d 笔。", company, n), Level: int64(n)})
	}
	return signals, err
}
