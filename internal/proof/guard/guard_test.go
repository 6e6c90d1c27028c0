package guard_test

import (
	"database/sql"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func text(s string) string { return "'" + s + "'" }
func number(n int) string  { return strconv.Itoa(n) }
func flag(b bool) string   { return strings.ToUpper(strconv.FormatBool(b)) }

// kept are the rows that stay what they are, but for the columns named here:
// those are what may happen to such a row.
var kept = []struct {
	table, row string
	free       string
}{
	{"entry", "id = 'e1'", ""},
	{"entry", "id = 'e9'", ""}, // what nothing refers to, here and below, has only its guard
	{"posting", "entry_id = 'e1'", ""},
	{"checkpoint", "upto = 'e1'", ""},
	{"month_seal", "month = '2026-01'", ""},
	{"month_balance", "month = '2026-01'", ""},
	{"account", "name = 'player:ming:centre'", "balance"},
	{"account", "name = 'player:ming:locked'", "balance"},
	{"account", "name = 'house:bank:icbc'", ""},
	{"staff_audit", "seq = 1", ""},
	{"staff_approval", "id = 'a1'", "state checker checker_name decided_at decision"},
	{"staff_approval", "id = 'a2'", ""},
	{"guard_block", "id = 'g1'", "ended_at ended_by end_reason"},
	{"guard_block", "id = 'g2'", ""},
	{"venue", "code = 'ky'", "name kind position state maintenance_from maintenance_to reason changed_at changed_by"},
	{"venue", "code = 'leg'", "name kind position state maintenance_from maintenance_to reason changed_at changed_by"},
	{"venue_contract", "id = 'vc1'", "approved_by approved_at"},
	{"setting_version", "id = 'sv1'", "approved_by approved_at effective_at"},
	{"venue_account", "player = 'ming'", "named_at created_at"},
	{"transfer", "id = 't1'", "version moved reason asks asked_at last_answer absent_at next_ask_at"},
	{"transfer", "id = 't9'", "version moved reason asks asked_at last_answer absent_at next_ask_at"},
	{"transfer_ask", "transfer = 't1'", ""},
	{"recycle", "id = 'c1'", "parts finished_at"},
	{"turnover_bucket", "id = 'b1'", "done reason closed_at terms"},
	{"turnover_bucket", "id = 'b9'", "done reason closed_at"},
	{"turnover_bet", "bet = 'ky:1'", "version valid allocated bucket reason settled_at odds odds_type parlay game"},
	{"turnover_bet", "bet = 'ky:2'", "reason settled_at odds odds_type parlay game"},
	{"turnover_line", "id = 'l1'", ""},
	{"deposit", "sn = 'D1'", "proved suspended unconfirmed review_reason link qr message asked_at gateway_txn bank_ref claimed_at expires_at ended_at poll_at polls came_at"},
	{"cashier_proof", "txn = 'txn1'", ""},
	{"cashier_note", "id = 'n1'", ""},
	{"desk_act", "sn = 'W1'", ""},
	{"callback_raw", "id = 'h1'", "verdict note"},
	{"withdrawal", "sn = 'W1'", "claimed_by claimed_name claimed_at claim_expires_at approved_by reference reason ended_at payout_tx payout_at payout_by payout_said payout_ask destination_at unknown_at sent_at approved_at payout_from payout_company"},
	{"payout_attempt", "ref = 'F1'", "needs answer short txn paid asked_at ask_at asks"},
	{"bet", "version = 2", "current"},
	{"bet", "bet_id = '9'", ""},
	{"seamless_transaction", "id = 'ky:b1'", "state paid wins closed reversed_at reversed_by touched_at"},
	{"seamless_transaction", "id = 'ky:w1'", "state reversed_at reversed_by touched_at"},
	{"fund_record", "id = 'f1'", ""},
	{"vip_table", "track = 'card'", ""},
	{"vip_level", "track = 'card'", ""},
	{"vip_setting", "version = 1", ""},
	{"vip_run", "id = 'n1'", "state player_after players awards paid withheld ended_at"},
	{"vip_run", "id = 'n2'", ""},
	{"vip_player", "player = 'ming'", "card sport live monthly run at"},
	{"vip_award", "id = 'w1'", ""},
	{"vip_award", "id = 'w2'", "state decided_at decided_by decision"},
	{"vip_hold", "id = 'o1'", "ended_at ended_by end_reason"},
	{"vip_hold", "id = 'o2'", ""},
	{"promo_award", "id = 'w1'", "why decided_by ended_at"},
	{"promo_award", "id = 'w2'", ""},
	{"forfeit", "id = 'bonus:w1'", "taken ended_at"},
	{"forfeit", "id = 'bonus:w9'", ""},
	{"promo_entrant", "place = 0", ""},
	{"promo_draw", "period = 20260201", ""},
	{"books_run", "id = 'v1'", ""},
	{"player_card_removed", "id = 1", ""},
	{"player_address_removed", "id = 1", ""},
	{"guard_return", "player = 'ming'", ""},
	{"guard_stop", "id = 's1'", "asked_at ends_at"},
	{"guard_stop", "id = 's2'", ""},
	{"guard_limit", "n = 1", ""},
	{"guard_limit", "n = 2", "applied_at cancelled_at"},
	{"gate_closing", "id = 'd1'", "opened_at opened_by open_reason replaced"},
	{"gate_closing", "id = 'd2'", ""},
	{"bank_file", "id = 'bf1'", "undone_reason"},
	{"bank_file", "id = 'bf2'", ""},
	{"bank_line", "id = 'bl1'", ""},
	{"bank_line", "id = 'bl2'", ""},
	{"payout_batch", "number = 1", "downloads downloaded_at"},
	{"payout_batch", "number = 2", ""},
	{"stray_money", "sn = 'S1'", "note state deposit reference ended_at"},
	{"stray_money", "sn = 'S2'", ""},
	{"coin_rate", "version = 1", ""},
	{"coin_payee", "id = 1", "label enabled changed_by changed_at last_used_at"},
	{"payout_wallet", "id = 1", "label enabled changed_by changed_at"},
	{"chain_transfer", "tx = 'x1'", "sender receiver coins at block confirmations seen_at tries"},
	{"chain_transfer", "tx = 'x2'", ""},
	{"usdt_address", "idx = 0", ""},
	{"usdt_index", "network = 'trc20'", "next_idx restores skipped"},
	{"deposit_followup", "sn = 'D1'", "failure tries retry_at"},
	{"deposit_followup", "sn = 'D2'", ""},
}

// loose are the tables whose rows come, change and go as they must: sessions,
// counters, caches, contents, settings. Every other table is in kept.
const loose = `player player_ticket player_device player_captcha player_throttle player_reset player_recovery player_passkey player_challenge player_card player_address coin_quote chain_cursor chain_node staff_person staff_session staff_link staff_device staff_attempt staff_audit_head staff_role staff_network staff_view staff_view_start alarm_target alarm_route alarm_event alarm_delivery courier_contact courier_message courier_budget courier_push courier_push_key player_code
	venue_game venue_list venue_list_game venue_favourite venue_play venue_recent game_pinyin game_about bet_play bet_win bet_win_mark wallet_setting venue_balance turnover_player pay_method pay_channel channel_trip channel_hour channel_hour_mark pay_gateway pay_company setting_due company_bank cashier_player desk_person deposit_notice deposit_slip deposit_slip_player withdrawal_day
	bet_day earning_bet earning_move earning_player earning_cursor bet_cursor bet_window bet_file bet_finding bet_listing bet_difference inbox_message ticket ticket_entry ticket_picture ticket_player ticket_template upload upload_chunk upload_store upload_trash upload_person fund_player fund_task vip_programme promo_rule promo_switch promo_player promo_run content_announcement content_article content_ticker content_banner content_download content_setting content_promotion content_block content_edition
	guard_player seamless_session seamless_refusal gate_place job_due job_run recon_run recon_finding recon_balance recon_mark month_read month_run staff_audit_read`

// A new table is either kept, and then tried here, or said to be loose.
func TestEveryTableIsKeptOrLoose(t *testing.T) {
	each(t, "a table that nobody thought about", func(d *database) {
		known := strings.Fields(loose)
		for _, k := range kept {
			known = append(known, k.table)
		}
		catalogue := "SELECT name FROM sqlite_master WHERE type = 'table'"
		if d.postgres {
			catalogue = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
		}
		d.read(catalogue, func(rows *sql.Rows) error {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			if strings.HasPrefix(name, "river_") || strings.HasPrefix(name, "goose_") || strings.HasPrefix(name, "sqlite_") {
				return nil // of the queue, the migrations and the engine
			}
			d.tally.Count(1)
			if !slices.Contains(known, name) {
				d.t.Errorf("table %s: is what is written there kept? Then put it into the list kept and a row of it into fill, else into loose", name)
			}
			return nil
		})
	})
}

// Trust MON-4: what was written stays. Every column of every row that is kept
// is changed, and every row removed, replaced and swept away.
func TestWhatWasWrittenStays(t *testing.T) {
	each(t, "what was written is changed, removed, replaced or swept away", func(d *database) {
		for i, k := range kept {
			free := strings.Fields(k.free)
			there := false
			d.read("SELECT 1 FROM "+k.table+" WHERE "+k.row, func(rows *sql.Rows) error { there = true; return nil })
			if !there {
				d.t.Errorf("%s has no row with %s to try: fill in rows_test.go writes one", k.table, k.row)
				continue
			}
			for _, c := range d.table(k.table).columns {
				statement := "UPDATE " + k.table + " SET " + quoted(c.name) + " = " + c.changed() + " WHERE " + k.row
				if slices.Contains(free, c.name) {
					d.moves(k.table+"."+c.name, statement)
					continue
				}
				d.refused(k.table+"."+c.name+" changed", statement)
			}
			d.refused(k.table+" removed", "DELETE FROM "+k.table+" WHERE "+k.row)
			if i > 0 && kept[i-1].table == k.table {
				continue
			}
			if d.postgres {
				d.refused(k.table+" emptied", "TRUNCATE "+k.table+" CASCADE")
				continue
			}
			d.refused(k.table+" emptied", "DELETE FROM "+k.table)
			d.refused(k.table+" replaced", d.again("REPLACE", k.table, k.row, nil))
		}
		d.refused("the audit trail's end set back", "UPDATE staff_audit_head SET seq = seq - 1")
		d.refused("the audit trail's end exchanged", "UPDATE staff_audit_head SET hash = 'x'")
		d.refused("the audit trail's end removed", "DELETE FROM staff_audit_head")
		d.refused("an account's money called another's", "UPDATE account SET asset = 'USDT' WHERE name = 'player:ming:locked'")
		if d.postgres {
			d.refused("the audit trail's end swept away", "TRUNCATE staff_audit_head")
		}
		d.refused("a second end of the audit trail", "INSERT INTO staff_audit_head (one, seq, hash) VALUES (2, 0, '')")
		d.passes("the audit trail goes on", "UPDATE staff_audit_head SET seq = seq + 1, hash = 'x'")
		d.passes("a callback of no order is forgotten", "DELETE FROM callback_raw WHERE sn = ''")
	})
}

// Every unique key of every table of money: a second row with the same key and
// everything else different.
func TestNoKeyIsUsedTwice(t *testing.T) {
	each(t, "a key, an order number or a payment's own number is used twice", func(d *database) {
		seen := map[string]bool{}
		for _, k := range append(slices.Clone(kept),
			struct{ table, row, free string }{"player", "id = 'ming'", ""},
			struct{ table, row, free string }{"player_card", "id = 1", ""},
			struct{ table, row, free string }{"player_address", "id = 1", ""},
			struct{ table, row, free string }{"coin_quote", "address = 1", ""},
			struct{ table, row, free string }{"chain_cursor", "part = 1", ""},
			struct{ table, row, free string }{"withdrawal_day", "day = 20260302", ""},
			struct{ table, row, free string }{"staff_person", "id = 's1'", ""},
			struct{ table, row, free string }{"job_run", "due_at = 1", ""},
		) {
			if seen[k.table] {
				continue
			}
			seen[k.table] = true
			for _, key := range d.table(k.table).unique {
				other := with{}
				for _, c := range d.table(k.table).columns {
					for _, another := range d.table(k.table).unique {
						if slices.Contains(another, c.name) && !slices.Contains(key, c.name) {
							other[c.name] = c.changed()
						}
					}
				}
				d.refused(k.table+" "+strings.Join(key, ", ")+" twice", d.again("INSERT", k.table, k.row, other))
			}
		}
		// The keys that hold only while something is open.
		d.refused("two open transfers at a venue", d.insert("transfer", with{"id": "'t2'", "player": "'ming'", "venue": "'ky'", "direction": "'in'",
			"amount": "5", "ref": "'r2'", "state": "'pending'", "booked": "'held'"}))
		d.refused("two open requests about one thing", d.again("INSERT", "staff_approval", "id = 'a1'", with{"id": "'a3'"}))
		d.refused("two standing blocks of one act", d.again("INSERT", "guard_block", "id = 'g1'", with{"id": "'g3'"}))
		d.refused("two newest versions of a bet", d.again("INSERT", "bet", "version = 2", with{"version": "3"}))
		d.refused("two closings of one door that stand", d.again("INSERT", "gate_closing", "id = 'd1'", with{"id": "'d3'"}))
		d.refused("two cards that are the default", d.again("INSERT", "player_card", "id = 1", with{"id": "2", "number_index": "'i2'"}))
		d.refused("two addresses that are the default", d.again("INSERT", "player_address", "id = 1", with{"id": "2", "address_index": "'i2'"}))
		coins := with{"network": "'trc20'", "coin_address": "'T1'", "coins": "5", "rate": "7", "state": "'pending'", "player": "'ming'", "amount": "5"}
		order := func(n string, more with) string {
			values := with{"sn": "'D" + n + "'", "order_id": "'o" + n + "'", "token": "'k" + n + "'", "pay_code": "''"}
			for _, from := range []with{coins, more} {
				for c, v := range from {
					values[c] = v
				}
			}
			return d.insert("deposit", values)
		}
		d.refused("two open orders for the same coins at one address", order("71", nil), order("72", with{"state": "'claimed'"}))
		d.passes("a cent more", order("71", nil), order("72", with{"coins": "6"}))
		d.refused("a transfer that is two things", d.again("INSERT", "chain_transfer", "tx = 'x2'", with{"tx": "'x3'"}))
		payout := func(n string) string {
			return d.insert("withdrawal", with{"sn": "'W" + n + "'", "order_id": "'q" + n + "'", "player": "'ming'", "amount": "5", "state": "'submitted'",
				"network": "'trc20'", "coins": "5", "rate": "7", "payout_tx": "'ab'"})
		}
		d.refused("two withdrawals paid by one transaction", payout("71"), payout("72"))
		d.refused("two runs through the books at once", d.again("INSERT", "books_run", "id = 'v1'", with{"id": "'v2'", "state": "'running'"}),
			d.again("INSERT", "books_run", "id = 'v1'", with{"id": "'v3'", "state": "'running'"}))
		d.refused("two orders that wait under one code", d.again("INSERT", "deposit", "sn = 'D1'", with{"sn": "'D2'", "order_id": "'o3'", "token": "'k3'"}))
		d.refused("two players whose names differ in case only", d.again("INSERT", "player", "id = 'ming'", with{"id": "'MING'", "name": "'MING'", "phone_index": "'p2'"}))
	})
}
