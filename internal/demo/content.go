package demo

import (
	"context"

	"hongyun/internal/content"
	"hongyun/internal/staff"
)

// playHouse is where the demo's operator is reached. Its addresses end in .example,
// which nobody can register, and the other values say that they are not real.
var playHouse = content.House{
	Email: "service@demo.example", ComplaintEmail: "complaint@demo.example", PrivacyEmail: "privacy@demo.example", AgentEmail: "agent@demo.example",
	Arbiter: "演示仲裁机构（非真实机构）", Helpline: "您所在地的戒赌求助机构（演示站点不设热线）",
}

// seedContent writes what the home page shows on the first day, and how to reach
// the operator while nobody set another way.
func (d *Demo) seedContent(ctx context.Context) error {
	if err := d.App.Content.Seed(ctx, ""); err != nil { // 客服 leads to the tickets
		return err
	}
	held, err := d.App.Content.House(ctx)
	if err != nil || held != (content.House{}) {
		return err
	}
	return d.App.Content.SetHouse(ctx, staff.System("demo"), content.Whatever, playHouse)
}
