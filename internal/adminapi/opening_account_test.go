package adminapi_test

import (
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// An account or a channel for higher VIP levels alone is none for a new player, who
// begins at level 0 (H-475).
func TestTheOpeningNeedsAnAccountThatNewPlayersAreGiven(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		check := func(step, code, state string, found ...string) {
			t.Helper()
			for _, it := range expect(t, boss.get("/opening"), http.StatusOK).Body["items"].([]any) {
				c := it.(map[string]any)
				if c["code"] != code {
					continue
				}
				if c["state"] != state {
					t.Errorf("%s: %s is %s: %s", step, code, c["state"], c["found"])
				}
				for _, part := range found {
					if !strings.Contains(c["found"].(string), part) {
						t.Errorf("%s: %s says %q and not %q", step, code, c["found"], part)
					}
				}
			}
		}
		levels := func(body map[string]any, base, lowest, highest int) map[string]any {
			body["value"].(map[string]any)["vipMin"], body["value"].(map[string]any)["vipMax"] = lowest, highest
			body["base"], body["new"] = base, base == 0
			return body
		}
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.channel", channelEntry("transfer", "bank", "Bank", "", ""))
		agreed(boss, second, "pay.account", levels(accountEntry(), 0, 3, 5))
		named := []string{"没有给新玩家（VIP 0 级）的账户", "中国工商银行 某某有限公司（VIP 3-5 级）", "通道transfer"}
		check("an account of levels 3 to 5", "account", "missing", named...)
		check("an account of levels 3 to 5", "deposit", "missing")

		// Another channel that works hides no channel that leads to a refusal.
		agreed(boss, second, "pay.gateway", gatewayEntry(h))
		agreed(boss, second, "pay.method", methodEntry("online", "在线支付"))
		agreed(boss, second, "pay.channel", channelEntry("scan", "online", "Link", "shop", "alipay"))
		check("a gateway beside it", "account", "missing", named...)
		check("a gateway beside it", "deposit", "ok", "通道scan")

		agreed(boss, second, "pay.channel", levels(channelEntry("transfer", "bank", "Bank", "", ""), 1, 3, 0))
		check("transfers for level 3 and higher", "account", "warning", "新玩家只能用其他通道存款")
		agreed(boss, second, "pay.channel", levels(channelEntry("scan", "online", "Link", "shop", "alipay"), 1, 1, 0))
		check("no channel for new players", "deposit", "missing")
		check("no channel for new players", "account", "missing", "VIP 3-5 级")

		account := levels(accountEntry(), 1, 0, 5)
		account["key"] = "1"
		agreed(boss, second, "pay.account", account)
		check("an account up to level 5", "account", "ok")
		agreed(boss, second, "pay.channel", levels(channelEntry("transfer", "bank", "Bank", "", ""), 2, 0, 0))
		check("transfers for all", "deposit", "ok", "通道transfer")
	}, bare)
}
