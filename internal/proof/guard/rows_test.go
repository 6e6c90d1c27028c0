package guard_test

// fill writes one row of each kind, as the code would have left it.
func (d *database) fill() {
	d.t.Helper()
	for _, row := range []struct {
		table  string
		values with
	}{
		{"player", with{"id": "'ming'", "name": "'Ming'", "phone_index": "'p1'"}},
		{"account", d.account("player:ming:centre", "CNY", "ming", 100)},
		{"account", d.account("player:ming:locked", "CNY", "ming", 100)},
		{"account", d.account("player:ming:transit", "CNY", "ming", 100)},
		{"account", d.account("player:ming:fund", "C$", "ming", 100)},
		{"account", d.account("player:ming:venue:ky", "CNY", "ming", -5)},
		{"account", d.account("suspense:late", "CNY", "", 100)},
		{"account", d.account("house:bank:icbc", "CNY", "", 0)},
		{"account", d.account("house:fund", "C$", "", 0)},
		{"account", d.account("house:fx:USDT", "USDT", "", 0)},
		{"entry", with{"id": "'e1'", "scope": "'test'", "key": "'k1'", "lines": "1"}},
		{"posting", with{"entry_id": "'e1'", "line": "1", "from_account": "'house:bank:icbc'", "to_account": "'player:ming:centre'",
			"asset": "'CNY'", "amount": "100", "to_after": "100", "player": "'ming'"}},
		{"checkpoint", with{"account": "'house:bank:icbc'", "upto": "'e1'", "balance": "-100"}},
		{"month_balance", with{"account": "'player:ming:centre'", "month": "'2026-01'"}},
		{"month_seal", with{"month": "'2026-01'", "ends": "'e2'"}},
		{"entry", with{"id": "'e9'", "scope": "'test'", "key": "'k9'", "lines": "1"}},
		{"staff_person", with{"id": "'s1'", "name_key": "'anna'"}},
		{"staff_audit", with{"seq": "1"}},
		{"staff_approval", with{"id": "'a1'", "subject": "'transfer:t1'", "maker": "'s1'", "state": "'pending'"}},
		{"staff_approval", with{"id": "'a2'", "subject": "'transfer:t1'", "maker": "'s1'", "checker": "'s2'", "state": "'approved'", "decided_at": "2"}},
		{"guard_block", with{"id": "'g1'", "player": "'ming'", "act": "'launch'"}},
		{"guard_block", with{"id": "'g2'", "player": "'ming'", "act": "'launch'", "ended_at": "2"}},
		{"venue", with{"code": "'ky'", "platform_id": "26", "kind": "'board'", "state": "'open'"}},
		{"venue", with{"code": "'leg'", "platform_id": "31", "kind": "'board'", "state": "'open'"}},
		{"setting_version", with{"id": "'sv1'", "kind": "'cashier.second'", "key": "''", "version": "1", "value": "'{}'", "sealed": "''", "live_on": "TRUE", "from_at": "0", "made_by": "'boss'", "approved_by": "''", "approved_at": "0", "effective_at": "0"}},
		{"venue_contract", with{"id": "'vc1'", "venue": "'leg'", "version": "1", "protocol": "'ky'", "fields": "'[]'", "sealed": "'x'", "made_by": "'boss'", "approved_by": "''", "approved_at": "0"}},
		{"venue_account", with{"player": "'ming'", "venue": "'ky'", "account": "'ming01'"}},
		{"transfer", with{"id": "'t1'", "player": "'ming'", "venue": "'ky'", "direction": "'in'", "amount": "5", "ref": "'r1'", "state": "'pending'", "booked": "'held'"}},
		{"transfer", with{"id": "'t9'", "player": "'hong'", "venue": "'ky'", "direction": "'in'", "amount": "5", "ref": "'r9'", "state": "'pending'", "booked": "'held'"}},
		{"transfer_ask", with{"transfer": "'t1'", "seq": "1", "call": "'ask'"}},
		{"recycle", with{"id": "'c1'", "player": "'ming'"}},
		{"turnover_bucket", with{"id": "'b1'", "player": "'ming'", "source": "'deposit'", "ref": "'D1'", "amount": "5", "required": "5", "state": "'open'"}},
		{"turnover_bucket", with{"id": "'b9'", "player": "'hong'", "source": "'deposit'", "ref": "'D9'", "amount": "5", "required": "5", "state": "'open'", "terms": "'{}'"}},
		{"turnover_bet", with{"bet": "'ky:1'", "player": "'ming'", "valid": "1", "allocated": "1", "bucket": "NULL", "taken_at": "0"}},
		{"turnover_bet", with{"bet": "'ky:2'", "player": "'ming'", "valid": "1", "allocated": "1", "bucket": "'b1'", "taken_at": "1"}},
		{"turnover_line", with{"id": "'l1'", "bucket": "'b1'", "bet": "'ky:1'"}},
		{"deposit", with{"sn": "'D1'", "order_id": "'o1'", "player": "'ming'", "token": "'k1'", "amount": "500", "state": "'pending'", "pay_code": "'77'"}},
		{"cashier_proof", with{"source": "'epay'", "txn": "'txn1'", "sn": "'D1'"}},
		{"cashier_note", with{"id": "'n1'", "sn": "'D1'"}},
		{"desk_act", with{"sn": "'W1'", "act": "'pay'", "person": "'p1'"}},
		{"desk_act", with{"sn": "'W2'", "act": "'pay'", "person": "'p1'"}},
		{"callback_raw", with{"id": "'h1'", "sn": "'D1'"}},
		{"callback_raw", with{"id": "'h2'", "sn": "''"}},
		{"bank_file", with{"id": "'bf1'", "lines": "1", "added": "1", "counted": "'serial'", "undone_by": "''", "undone_at": "0"}},
		{"bank_file", with{"id": "'bf2'", "lines": "1", "added": "1", "counted": "'serial'", "undone_by": "'anna'", "undone_at": "1"}},
		{"bank_line", with{"id": "'bl1'", "file": "'bf1'", "amount": "5", "line_key": "'k1'", "ref": "'r1'", "state": "'open'", "sn": "''"}},
		{"bank_line", with{"id": "'bl2'", "file": "'bf1'", "amount": "5", "line_key": "'k2'", "ref": "'r2'", "state": "'used'", "sn": "'D1'"}},
		{"payout_batch", with{"number": "1", "orders": "1", "amount": "5", "state": "'open'", "ended_at": "0"}},
		{"payout_batch", with{"number": "2", "orders": "1", "amount": "5", "state": "'cancelled'", "ended_at": "1"}},
		{"player_card", with{"id": "1", "player": "'ming'", "number_index": "'i1'", "is_default": "TRUE"}},
		{"withdrawal", with{"sn": "'W1'", "order_id": "'o2'", "player": "'ming'", "amount": "500", "state": "'submitted'"}},
		{"payout_attempt", with{"ref": "'F1'", "token": "'t1'", "sn": "'W1'", "no": "1", "player": "'ming'", "amount": "500", "state": "'planned'", "needs": "''", "ended_at": "0"}},
		{"withdrawal_day", with{"player": "'ming'", "day": "20260302"}},
		{"bet", with{"venue": "'ky'", "bet_id": "'1'", "version": "1", "current": "FALSE", "player": "'ming'", "status": "'settled'"}},
		{"bet", with{"venue": "'ky'", "bet_id": "'1'", "version": "2", "current": "TRUE", "player": "'ming'", "status": "'settled'"}},
		{"bet", with{"venue": "'ky'", "bet_id": "'9'", "version": "1", "current": "FALSE", "player": "'ming'", "status": "'settled'"}},
		{"seamless_transaction", with{"id": "'ky:b1'", "venue": "'ky'", "kind": "'bet'", "player": "'ming'", "account": "'ming'", "amount": "5", "round_key": "'ky:ming:r'",
			"rest": "0", "ref": "''", "state": "'done'", "paid": "3", "wins": "1", "closed": "FALSE", "reversed_at": "0", "reversed_by": "''"}},
		{"seamless_transaction", with{"id": "'ky:w1'", "venue": "'ky'", "kind": "'win'", "player": "'ming'", "account": "'ming'", "amount": "3", "ref": "'ky:b1'",
			"rest": "0", "round_key": "''", "state": "'done'", "paid": "0", "wins": "0", "closed": "FALSE", "reversed_at": "0", "reversed_by": "''"}},
		{"fund_player", with{"player": "'ming'"}},
		{"fund_record", with{"id": "'f1'", "player": "'ming'", "type": "'unlock'", "amount": "5", "day": "20260302", "task": "1"}},
		{"vip_table", with{"track": "'card'", "version": "1"}},
		{"vip_level", with{"track": "'card'", "version": "1", "level": "1", "valid": "5", "bonus": "5", "income": "5"}},
		{"vip_setting", with{"version": "1"}},
		{"vip_run", with{"id": "'n1'", "programme": "'track'", "upto": "20260308", "state": "'open'", "setting": "1"}},
		{"vip_run", with{"id": "'n2'", "programme": "'track'", "upto": "20260301", "state": "'done'", "setting": "1"}},
		{"vip_player", with{"player": "'ming'", "card": "1", "sport": "1", "live": "1", "monthly": "1", "run": "'n2'"}},
		{"vip_award", with{"id": "'w1'", "run": "'n2'", "programme": "'track'", "track": "'card'", "period": "20260301", "player": "'ming'", "item": "'bonus:1'",
			"kind": "'bonus'", "level": "1", "amount": "5", "state": "'paid'", "why": "''", "decided_at": "0"}},
		{"vip_award", with{"id": "'w2'", "run": "'n2'", "programme": "'track'", "track": "'card'", "period": "20260301", "player": "'ming'", "item": "'income'",
			"kind": "'income'", "level": "1", "amount": "5", "state": "'withheld'", "why": "'x'", "decided_at": "0"}},
		{"vip_hold", with{"id": "'o1'", "player": "'ming'"}},
		{"vip_hold", with{"id": "'o2'", "player": "'ming'", "ended_at": "2"}},
		{"promo_rule", with{"id": "34", "from_day": "20260301", "kind": "'red_packets'"}},
		{"promo_player", with{"player": "'ming'"}},
		{"promo_award", with{"id": "'w1'", "rule": "34", "from_day": "20260301", "player": "'ming'", "item": "'20260302#1'", "amount": "5", "state": "'paid'", "ended_at": "2"}},
		{"promo_award", with{"id": "'w2'", "rule": "34", "from_day": "20260301", "player": "'ming'", "item": "'20260303#1'", "amount": "5", "state": "'cancelled'", "ended_at": "2"}},
		{"player_card_removed", with{
			"id": "1", "player": "'ming'", "bank": "'ICBC'", "number": "'x'", "number_index": "'x'", "tail": "'1234'", "holder": "'x'",
			"province": "'11'", "city": "'01'", "branch": "'x'", "bound_at": "1", "removed_at": "2",
		}},
		{"player_address_removed", with{
			"id": "1", "player": "'ming'", "network": "'trc20'", "address": "'x'", "address_index": "'x'", "added_at": "1", "removed_at": "2",
		}},
		{"guard_return", with{"player": "'ming'", "excluded": "'hong'", "marks": "'name device'", "noted_at": "1"}},
		{"forfeit", with{"id": "'bonus:w1'", "player": "'ming'", "source": "'bonus'", "ref": "'w1'", "account": "'house:bonus'", "due": "5", "taken": "1", "at": "1", "ended_at": "0"}},
		{"forfeit", with{"id": "'bonus:w9'", "player": "'ming'", "source": "'bonus'", "ref": "'w9'", "account": "'house:bonus'", "due": "5", "taken": "5", "at": "1", "ended_at": "2"}},
		{"promo_entrant", with{"rule": "34", "period": "20260201", "place": "0", "player": "'ming'"}},
		{"promo_draw", with{"rule": "34", "period": "20260201"}},
		{"books_run", with{"id": "'v1'", "state": "'passed'"}},
		{"guard_player", with{"player": "'ming'"}},
		{"guard_stop", with{"id": "'s1'", "player": "'ming'", "kind": "'exclusion'", "term": "'6m'", "since": "0", "until": "15638400000"}},
		{"guard_stop", with{"id": "'s2'", "player": "'ming'", "kind": "'timeout'", "term": "'1d'", "since": "0", "until": "86400000", "ends_at": "86400000"}},
		{"guard_limit", with{"player": "'ming'", "period": "'day'", "n": "1", "amount": "100", "was": "0", "asked_at": "1", "ready_at": "1", "applied_at": "1"}},
		{"guard_limit", with{"player": "'ming'", "period": "'day'", "n": "2", "amount": "0", "was": "100", "asked_at": "1", "ready_at": "86400001"}},
		{"gate_closing", with{"id": "'d1'", "door": "'deposit'", "cause": "'hand'"}},
		{"gate_closing", with{"id": "'d2'", "door": "'deposit'", "cause": "'hand'", "opened_at": "2"}},
		{"stray_money", with{"sn": "'S1'", "account": "'bank:1'", "txn": "'txn1'", "amount": "5"}},
		{"stray_money", with{"sn": "'S2'", "account": "'bank:1'", "txn": "'txn2'", "amount": "5", "state": "'returned'", "reference": "'b1'", "ended_at": "2"}},
		{"coin_rate", with{"network": "'trc20'", "direction": "'deposit'", "version": "1", "rate": "7", "least": "1", "most": "9"}},
		{"coin_payee", with{"id": "1", "network": "'trc20'", "address": "'T1'"}},
		{"payout_wallet", with{"id": "1", "network": "'trc20'", "address": "'T2'"}},
		{"chain_transfer", with{"network": "'trc20'", "tx": "'x1'", "idx": "0", "coins": "5", "state": "'seen'"}},
		{"chain_transfer", with{"network": "'trc20'", "tx": "'x2'", "idx": "0", "coins": "5", "state": "'stray'", "sn": "'S9'", "ended_at": "2"}},
		{"usdt_address", with{"network": "'trc20'", "idx": "0", "payee": "1", "player": "'ming'", "address": "'T9'"}},
		{"usdt_index", with{"network": "'trc20'", "next_idx": "1", "restores": "0"}},
		{"deposit_followup", with{"sn": "'D1'", "failure": "'x'", "tries": "1", "retry_at": "5"}},
		{"deposit_followup", with{"sn": "'D2'", "failure": "'x'", "tries": "1", "retry_at": "0", "done_at": "5"}},
		{"chain_cursor", with{"network": "'trc20'", "part": "1"}},
		{"player_address", with{"id": "1", "player": "'ming'", "address_index": "'i1'", "is_default": "TRUE"}},
		{"coin_quote", with{"player": "'ming'", "address": "1", "amount": "5", "rate": "7", "coins": "5"}},
		{"job_run", with{"name": "'books'", "due_at": "1"}},
	} {
		d.run(d.insert(row.table, row.values))
	}
}

// account is an account as the ledger opens it.
func (d *database) account(name, asset, player string, balance int) with {
	kept, negative := true, false
	switch {
	case name[0] == 'h': // house:…
		kept, negative = false, true
	case player != "" && name == "player:"+player+":venue:ky":
		negative = true
	}
	return with{
		"name": text(name), "asset": text(asset), "player": text(player), "balance": number(balance),
		"may_negative": flag(negative), "summed": flag(!kept),
	}
}
