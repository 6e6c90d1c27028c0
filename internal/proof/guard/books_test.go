package guard_test

import (
	"fmt"
	"strings"
	"testing"
)

// Trust MON-3: nothing that is a player's, or nobody's yet, is below zero.
func TestNoBalanceIsBelowZero(t *testing.T) {
	each(t, "a balance below zero, or an account that may not be", func(d *database) {
		for _, a := range []struct{ name, asset, player string }{
			{"player:%s:centre", "CNY", "ming"}, {"player:%s:locked", "CNY", "ming"}, {"player:%s:transit", "CNY", "ming"}, {"player:%s:fund", "C$", "ming"},
			{"suspense:%s", "CNY", ""},
		} {
			name, fresh := strings.Replace(a.name, "%s", "ming", 1), strings.Replace(a.name, "%s", "li", 1)
			owner := "li"
			if a.player == "" {
				name, owner = "suspense:late", ""
			}
			for _, below := range []int{-1, -100_000, -1 << 62} {
				d.refused(name+" below zero", fmt.Sprintf("UPDATE account SET balance = %d WHERE name = '%s'", below, name))
				d.refused(name+" taken below zero", fmt.Sprintf("UPDATE account SET balance = balance - 100 + %d WHERE name = '%s'", below, name))
				d.refused(name+" opened below zero", d.insert("account", d.account(fresh, a.asset, owner, below)))
			}
			leave := d.account(fresh, a.asset, owner, 0)
			d.passes(name+" opened", d.insert("account", leave))
			leave["may_negative"] = "TRUE"
			d.refused(name+" with leave to be below zero", d.insert("account", leave))
			leave["may_negative"], leave["summed"] = "FALSE", "TRUE"
			d.refused(name+" without a balance of its own", d.insert("account", leave))
			d.refused(name+" given leave", "UPDATE account SET may_negative = TRUE WHERE name = '"+name+"'")
			unknown := d.account(fresh, "XYZ", owner, 0)
			d.refused(name+" of no asset", d.insert("account", unknown))
		}
		d.passes("our mirror of a venue lags", "UPDATE account SET balance = -100 WHERE name = 'player:ming:venue:ky'")
		d.refused("a balance in the row of a summed account", "UPDATE account SET balance = 1 WHERE name = 'house:bank:icbc'")
		d.refused("an account of no kind", d.insert("account", d.account("player:li:pocket", "CNY", "li", 0)))
		d.refused("an account under another player", d.insert("account", d.account("player:li:centre", "CNY", "ming", 0)))
		d.refused("a player's account of nobody", d.insert("account", d.account("player::centre", "CNY", "", 0)))
		d.refused("an account of the house that is a player's", d.insert("account", d.account("house:bank:x", "CNY", "ming", 0)))
	})
}

// A posting moves a positive amount of one asset between two accounts that
// are there and hold it. Every pair of accounts with every asset.
func TestAPostingMovesWhatItsAccountsHold(t *testing.T) {
	each(t, "a posting of nothing, of another asset, to itself, to nowhere or too late", func(d *database) {
		spare := d.insert("entry", with{"id": "'e2'", "scope": "'test'", "key": "'k2'", "lines": "1"})
		accounts := map[string]string{
			"player:ming:centre": "CNY", "player:ming:fund": "C$", "house:bank:icbc": "CNY", "house:fund": "C$", "house:fx:USDT": "USDT", "suspense:late": "CNY",
		}
		posting := func(from, to, asset string, amount string) with {
			values := with{"entry_id": "'e2'", "line": "1", "from_account": text(from), "to_account": text(to), "asset": text(asset), "amount": amount, "player": "''"}
			if !strings.HasPrefix(from, "house:") {
				values["from_after"] = "1"
			}
			if !strings.HasPrefix(to, "house:") {
				values["to_after"] = "1"
			}
			return values
		}
		for from, holds := range accounts {
			for to, takes := range accounts {
				for _, asset := range []string{"CNY", "C$", "USDT", "XYZ"} {
					what, values := asset+" from "+from+" to "+to, posting(from, to, asset, "5")
					if from != to && asset == holds && asset == takes {
						d.passes(what, spare, d.insert("posting", values))
						continue
					}
					d.refused(what, spare, d.insert("posting", values))
				}
			}
		}
		const from, to = "house:bank:icbc", "player:ming:centre"
		for _, amount := range []string{"0", "-1", "-100000", "-9223372036854775807", "1000000000000001", "9223372036854775807", "NULL"} {
			d.refused("an amount of "+amount, spare, d.insert("posting", posting(from, to, "CNY", amount)))
		}
		change := func(values with, column, value string) with { values[column] = value; return values }
		normal := func() with { return posting(from, to, "CNY", "5") }
		d.refused("to an account that is not there", spare, d.insert("posting", posting(from, "player:zhao:centre", "CNY", "5")))
		d.refused("from an account that is not there", spare, d.insert("posting", posting("player:zhao:centre", to, "CNY", "5")))
		d.refused("of an entry that is not there", d.insert("posting", change(normal(), "entry_id", "'none'")))
		d.refused("line 0", spare, d.insert("posting", change(normal(), "line", "0")))
		d.refused("that hides from the sum of a house account", spare, d.insert("posting", change(normal(), "from_after", "7")))
		d.refused("that leaves a player's balance unsaid", spare, d.insert("posting", change(normal(), "to_after", "NULL")))
		d.refused("added to an entry that was whole", d.insert("posting", change(change(normal(), "entry_id", "'e1'"), "line", "2")))
		d.refused("one more than the entry has", spare, d.insert("posting", normal()), d.insert("posting", change(normal(), "line", "2")))
		for column, values := range map[string][]string{"scope": {"''"}, "key": {"''"}, "kind": {"''"}, "lines": {"0", "-1"}} {
			for _, v := range values {
				d.refused("an entry whose "+column+" is "+v, d.insert("entry", change(with{"id": "'e3'", "key": "'k3'"}, column, v)))
			}
		}
	})
}

// Amounts, counters and pairs of columns that only mistakes can write.
func TestNoOrderIsOfNothing(t *testing.T) {
	each(t, "an order of nothing, a counter below zero, a pair that contradicts itself", func(d *database) {
		orders := map[string]with{
			"deposit":    {"sn": "'D2'", "order_id": "'o3'", "token": "'k3'", "pay_code": "''", "player": "'ming'", "amount": "5", "state": "'pending'"},
			"withdrawal": {"sn": "'W2'", "order_id": "'o4'", "player": "'ming'", "amount": "5", "state": "'submitted'"},
			"transfer":   {"id": "'t2'", "player": "'li'", "venue": "'ky'", "direction": "'in'", "amount": "5", "ref": "'r2'", "state": "'pending'", "booked": "'held'"},
		}
		tryWith := func(name, column, value string) {
			values := with{column: value}
			for c, v := range orders[name] {
				if c != column {
					values[c] = v
				}
			}
			d.refused(name+" with "+column+" "+value, d.insert(name, values))
		}
		for name, values := range orders {
			d.passes("an ordinary "+name, d.insert(name, values))
			for _, amount := range []string{"0", "-1", "-9223372036854775807", "NULL"} {
				tryWith(name, "amount", amount)
			}
			tryWith(name, "player", "NULL")
			tryWith(name, "state", "'done'")
			tryWith(name, "state", "''")
		}
		tryWith("transfer", "direction", "'sideways'")
		tryWith("transfer", "player", "''")
		tryWith("transfer", "account", "''")
		tryWith("transfer", "ref", "''")
		tryWith("transfer", "settled_at", "5")
		tryWith("withdrawal", "fee", "-1")
		tryWith("deposit", "received", "-1")
		tryWith("deposit", "received", "5")
		tryWith("deposit", "proved", "-1")
		for _, s := range []string{
			"UPDATE deposit SET received = 500", "UPDATE deposit SET state = 'credited'", "UPDATE deposit SET proved = -1",
			"UPDATE withdrawal_day SET times = -1", "UPDATE withdrawal_day SET amount = -1",
			"UPDATE turnover_bucket SET done = 6", "UPDATE turnover_bucket SET done = -1", "UPDATE turnover_bucket SET state = 'met'", "UPDATE turnover_bucket SET done = 5",
			"UPDATE turnover_bet SET allocated = 2", "UPDATE turnover_bet SET allocated = -1", "UPDATE turnover_bet SET valid = -1",
			"UPDATE turnover_bet SET bucket = 'b1' WHERE bet = 'ky:1'", "UPDATE turnover_bet SET bucket = 'b9' WHERE bet = 'ky:2'", "UPDATE turnover_bet SET taken_at = 0 WHERE bet = 'ky:2'",
			"UPDATE staff_approval SET checker = maker WHERE id = 'a1'", "UPDATE staff_approval SET state = 'approved' WHERE id = 'a1'",
			"UPDATE staff_approval SET decided_at = 5 WHERE id = 'a1'", "UPDATE venue SET state = 'gone'", "UPDATE venue SET maintenance_to = 5",
		} {
			d.refused(s, s)
		}
		credit := "UPDATE deposit SET state = 'credited', received = 5 WHERE sn = 'D1'"
		d.passes("a credit", credit)
		d.refused("a credit of another amount afterwards", credit, "UPDATE deposit SET received = 6 WHERE sn = 'D1'")
		bet := with{"venue": "'ky'", "bet_id": "'8'", "version": "1", "current": "TRUE", "player": "'ming'", "status": "'settled'"}
		d.passes("an ordinary bet", d.insert("bet", bet))
		for column, value := range map[string]string{"version": "0", "player": "''", "status": "'open'", "stake": "-1", "valid": "-1"} {
			values := with{column: value}
			for c, v := range bet {
				if c != column {
					values[c] = v
				}
			}
			d.refused("a bet with "+column+" "+value, d.insert("bet", values))
		}
		d.refused("a turnover line of nothing", d.insert("turnover_line", with{"id": "'l2'", "bucket": "'b1'", "bet": "'ky:1'", "delta": "0"}))
		d.refused("a turnover line of no bucket", d.insert("turnover_line", with{"id": "'l2'", "bucket": "'none'", "bet": "'ky:1'"}))
		unlock := with{"id": "'f2'", "player": "'ming'", "type": "'unlock'", "amount": "5", "day": "20260302", "task": "2"}
		d.passes("an ordinary unlock", d.insert("fund_record", unlock))
		for column, value := range map[string]string{"amount": "0", "type": "'gift'", "task": "0", "player": "'nobody'"} {
			values := with{column: value}
			for c, v := range unlock {
				if c != column {
					values[c] = v
				}
			}
			d.refused("an unlock with "+column+" "+value, d.insert("fund_record", values))
		}
		d.refused("a task unlocked twice in a day", d.insert("fund_record", with{
			"id": "'f3'", "player": "'ming'", "type": "'expired'", "amount": "5", "day": "20260302", "task": "1"}))
		award := with{"id": "'w3'", "run": "'n2'", "programme": "'track'", "track": "'sport'", "period": "20260301", "player": "'ming'", "item": "'bonus:1'",
			"kind": "'bonus'", "level": "1", "amount": "5", "state": "'paid'", "why": "''", "decided_at": "0"}
		d.passes("an ordinary award", d.insert("vip_award", award))
		for column, value := range map[string]string{
			"track": "'gold'", "programme": "'monthly'", "kind": "'gift'", "item": "'income'", "level": "0", "amount": "0", "state": "'withheld'", "why": "'x'", "run": "'none'",
		} {
			values := with{column: value, "id": "'w4'", "period": "20260308", "level": "2", "item": "'bonus:2'"}
			values[column] = value
			for c, v := range award {
				if _, set := values[c]; !set {
					values[c] = v
				}
			}
			d.refused("an award with "+column+" "+value, d.insert("vip_award", values))
		}
		d.refused("the bonus of a level twice", d.insert("vip_award", with{"id": "'w5'", "run": "'n1'", "programme": "'track'", "track": "'card'", "period": "20260308",
			"player": "'ming'", "item": "'bonus:1'", "kind": "'bonus'", "level": "1", "amount": "5", "state": "'paid'", "why": "''", "decided_at": "0"}))
		d.refused("a level that falls", "UPDATE vip_player SET card = 0 WHERE player = 'ming'")
		d.passes("a level that rises", "UPDATE vip_player SET card = 2 WHERE player = 'ming'")
		d.refused("two holds at once", d.insert("vip_hold", with{"id": "'o3'", "player": "'ming'"}))
		promo := with{"id": "'w3'", "rule": "34", "from_day": "20260301", "player": "'ming'", "item": "'20260304#1'", "amount": "5", "state": "'withheld'", "ended_at": "0"}
		d.passes("an ordinary award", d.insert("promo_award", promo))
		for column, value := range map[string]string{
			"amount": "0", "state": "'given'", "player": "'nobody'", "rule": "99", "from_day": "20260101", "ended_at": "2", "required": "-1",
		} {
			values := with{column: value}
			for c, v := range promo {
				if c != column {
					values[c] = v
				}
			}
			d.refused("an award with "+column+" "+value, d.insert("promo_award", values))
		}
		d.refused("a paid award that is refused", "UPDATE promo_award SET state = 'refused' WHERE id = 'w1'")
		d.refused("an award paid twice", "UPDATE promo_award SET state = 'paid' WHERE id = 'w2'")
		d.passes("an award that is cancelled", "UPDATE promo_award SET state = 'cancelled' WHERE id = 'w1'")
		d.refused("an answer about no transfer", d.insert("transfer_ask", with{"transfer": "'none'", "seq": "1", "call": "'ask'"}))
		d.refused("an account at no venue", d.insert("venue_account", with{"player": "'li'", "venue": "'none'", "account": "'li01'"}))
	})
}
