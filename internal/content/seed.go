package content

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Seed writes the first contents of a new house, once: what staff change or
// remove afterwards stays so. support is the address of customer service,
// empty to leave it unset.
func (c *Content) Seed(ctx context.Context, support string) error {
	if support != "" && !isAddress(support) {
		return ErrLink
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		made, err := tx.NewRaw("INSERT INTO content_setting (key, value, changed_at) VALUES (?, 'yes', ?) ON CONFLICT (key) DO NOTHING",
			keySeeded, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("seed content: %w", err)
		}
		if n, _ := made.RowsAffected(); n == 0 {
			return nil
		}
		for _, row := range seeds() {
			if _, err := insert(ctx, tx, row.noun, row.columns); err != nil {
				return err
			}
		}
		if support != "" {
			if err := put(ctx, tx, keySupport, support); err != nil {
				return err
			}
		}
		return c.staff.Audit(ctx, tx, staff.System("seed"), staff.Change{Action: "content.seed", Subject: "content:seed", Label: "seed"})
	})
}

type seedRow struct {
	noun    string
	columns []column
}

func seeds() []seedRow {
	rows := []seedRow{
		{"announcement", []column{
			{"title", "欢迎来到鸿运"}, {"hot_until", 0}, {"published", true},
			{"body", "鸿运全新上线。存款、转账、游戏与提款均可在电脑和手机上完成。\n请合理安排时间与预算，未满十八周岁不得参与。"},
		}},
		{"announcement", []column{
			{"title", "关于存款到账"}, {"hot_until", 0}, {"published", true},
			{"body", "公司入款请按订单显示的金额与账户转账，并在二十分钟内完成。逾期付款将由人工核对后入账。"},
		}},
	}
	for i, text := range []string{
		"欢迎来到鸿运，祝您鸿运当头！",
		"请认准官方网址，切勿向任何人透露您的密码与验证码。",
		"公司入款账户不定期更换，请以每笔订单显示的账户为准。",
	} {
		rows = append(rows, seedRow{"ticker", []column{{"body", text}, {"position", i}, {"published", true}}})
	}
	for _, device := range []string{"pc", "h5"} {
		for i, b := range []struct{ alt, link string }{
			{"鸿运 · 一站畅玩", "/#/Boardgame_03"}, {"极速存取 · 分毫必达", "/#/Deposit"}, {"棋牌盛宴 · 即刻开局", "/#/Boardgame_01"},
		} {
			rows = append(rows, seedRow{"banner", []column{
				{"device", device}, {"picture", fmt.Sprintf("/art/banner-%d.svg", i+1)}, {"link", b.link}, {"alt", b.alt}, {"position", i}, {"published", true},
			}})
		}
	}
	return rows
}
