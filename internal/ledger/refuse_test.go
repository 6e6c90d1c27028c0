package ledger_test

import (
	"strings"
	"testing"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// A person with access to the database cannot write wrong books by mistake.
// Each statement here bypasses the code, and the engine refuses it (trust
// MON-3, MON-4; trust section 0, rule 2).
func TestTheDatabaseRefusesWrongBooks(t *testing.T) {
	const newEntry = `INSERT INTO entry (id, scope, key, kind, ref, memo, made_by, lines, contents, seal, at) VALUES `
	const newPosting = `INSERT INTO posting (entry_id, line, from_account, to_account, asset, amount, from_after, to_after, player, seal) VALUES `
	const newAccount = `INSERT INTO account (name, asset, player, may_negative, summed, balance) VALUES `
	for _, tc := range []struct{ name, sql string }{
		{"a player's balance below zero", `UPDATE account SET balance = -1 WHERE name = 'player:ming:centre'`},
		{"money in suspense below zero", newAccount + `('suspense:late', 'CNY', '', FALSE, FALSE, -1)`},
		{"a balance on a summed account", `UPDATE account SET balance = 1 WHERE name = 'house:bank:icbc'`},
		{"a centre wallet that may be negative", newAccount + `('player:li:centre', 'CNY', 'li', TRUE, FALSE, 0)`},
		{"a player's account under another player", newAccount + `('player:li:centre', 'CNY', 'ming', FALSE, FALSE, 0)`},
		{"an account of an unknown kind", newAccount + `('player:li:pocket', 'CNY', 'li', FALSE, FALSE, 0)`},
		{"an asset nobody knows", newAccount + `('player:li:centre', 'XYZ', 'li', FALSE, FALSE, 0)`},
		{"an account twice", newAccount + `('player:ming:centre', 'CNY', 'ming', FALSE, FALSE, 0)`},
		{"an account's leave to be negative", `UPDATE account SET may_negative = TRUE WHERE name = 'player:ming:centre'`},
		{"an account's asset changed", `UPDATE account SET asset = 'USDT' WHERE name = 'player:ming:centre'`},
		{"an account removed", `DELETE FROM account WHERE name = 'player:ming:venue:ky'`},

		{"a posting's amount changed", `UPDATE posting SET amount = amount + 1`},
		{"a posting's seal changed", `UPDATE posting SET seal = 0`},
		{"a posting removed", `DELETE FROM posting`},
		{"a posting replaced", `{{replace}} INTO posting SELECT entry_id, line, from_account, to_account, asset, 1, from_after, to_after, player, seal FROM posting`},
		{"an entry's memo changed", `UPDATE entry SET memo = 'x'`},
		{"an entry removed", `DELETE FROM entry`},
		{"an entry replaced", `{{replace}} INTO entry SELECT id, scope, key, 'x', ref, memo, made_by, lines, contents, seal, at FROM entry`},
		{"all postings at once", `{{truncate}} posting`},
		{"all entries at once", `{{truncate}} entry{{cascade}}`},
		{"a checkpoint changed", `UPDATE checkpoint SET balance = 0`},
		{"a checkpoint removed", `DELETE FROM checkpoint`},

		{"a key twice", newEntry + `('x', 'test', 'in', 'k', '', '', '', 1, 'c', 's', 0)`},
		{"an entry without a key", newEntry + `('x', 'test', '', 'k', '', '', '', 1, 'c', 's', 0)`},
		{"an entry without postings", newEntry + `('x', 'test', 'x', 'k', '', '', '', 0, 'c', 's', 0)`},

		{"a posting of nothing", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:centre', 'CNY', 0, NULL, 1, 'ming', 0)`},
		{"a posting of less than nothing", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:centre', 'CNY', -5, NULL, 1, 'ming', 0)`},
		{"a posting too large to be true", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:centre', 'CNY', 1000000000000001, NULL, 1, 'ming', 0)`},
		{"a posting to itself", newPosting + `({{id}}, 2, 'player:ming:centre', 'player:ming:centre', 'CNY', 5, 1, 1, 'ming', 0)`},
		{"a posting of another asset than its accounts", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:centre', 'USDT', 5, NULL, 1, 'ming', 0)`},
		{"a posting between assets", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:fund', 'CNY', 5, NULL, 1, 'ming', 0)`},
		{"a posting from an account that is not there", newPosting + `({{id}}, 2, 'player:zhao:centre', 'player:ming:centre', 'CNY', 5, 1, 1, 'ming', 0)`},
		{"a posting of no entry", newPosting + `('x', 1, 'house:bank:icbc', 'player:ming:centre', 'CNY', 5, NULL, 1, 'ming', 0)`},
		{"a posting that hides from a house's sum", newPosting + `({{id}}, 2, 'house:bank:icbc', 'player:ming:centre', 'CNY', 5, 7, 1, 'ming', 0)`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := ledger.New(d)
				mustPost(t, d, l, entry("in", bank, ming, 1000), entry("play", ming, atKY, 100),
					entry("fund", ledger.HouseFund(), ledger.Fund("ming"), 5))
				dbtest.Clock(d).Set(dbtest.Noon.AddDate(0, 0, 1))
				if err := l.Checkpoint(t.Context()); err != nil {
					t.Fatal(err)
				}
				words := strings.NewReplacer("{{replace}}", "INSERT OR REPLACE", "{{truncate}}", "DELETE FROM", "{{cascade}}", "",
					"{{id}}", "(SELECT MIN(id) FROM entry)")
				if d.Postgres() {
					if strings.Contains(tc.sql, "{{replace}}") {
						return // PostgreSQL has no statement that replaces
					}
					words = strings.NewReplacer("{{truncate}}", "TRUNCATE", "{{cascade}}", " CASCADE", "{{id}}", "(SELECT MIN(id) FROM entry)")
				}
				_, err := d.SQL().ExecContext(t.Context(), words.Replace(tc.sql))
				if err == nil {
					t.Fatal("the database let it through")
				}
				if !db.IsCheck(err) && !db.IsDuplicate(err) && !db.IsForeignKey(err) && !db.IsGuard(err) {
					t.Fatalf("refused for another reason: %v", err)
				}
				sound(t, l)
			})
		})
	}
}

// A checkpoint shortens the reading of a house account and never changes its
// balance.
func TestCheckpointsKeepBalancesOfHouseAccounts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		clock := dbtest.Clock(d)
		want := int64(0)
		for day := range 5 {
			for i := range 4 {
				mustPost(t, d, l, entry(key("in", day, i), bank, ming, 100), entry(key("back", day, i), ming, bank, 30))
				want -= 70
			}
			for range 2 { // the second has nothing to add
				if err := l.Checkpoint(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if got := balance(t, d, l, bank); got != want {
				t.Errorf("day %d: bank %d, want %d", day, got, want)
			}
			clock.Set(clock.Now().AddDate(0, 0, 1))
		}
		var n int
		var newest int64
		if err := d.NewRaw(`SELECT COUNT(*) FROM checkpoint`).Scan(t.Context(), &n); err != nil || n != 4 {
			t.Errorf("%d checkpoints (%v), want one for each day but the last", n, err)
		}
		if err := d.NewRaw(`SELECT MIN(balance) FROM checkpoint`).Scan(t.Context(), &newest); err != nil || newest != -4*4*70 {
			t.Errorf("newest checkpoint %d (%v)", newest, err)
		}
		sound(t, l)
	})
}

func key(what string, parts ...int) string {
	for _, p := range parts {
		what += "-" + string(rune('0'+p))
	}
	return what
}

// Ids follow the order of booking even when the clock stops or is set back,
// because readers page and checkpoints cut by them (trust CLK-3).
func TestIdsRiseWhenTheClockStopsOrStepsBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		clock := dbtest.Clock(d)
		last := ""
		for i, at := range []int{0, 0, 1, -1, -1, 0, 2} {
			clock.Set(dbtest.Noon.AddDate(0, 0, at))
			id, err := post(t.Context(), d, l, entry(key("in", i), bank, ming, 1))
			if err != nil || id <= last {
				t.Fatalf("id %s after %s, %v", id, last, err)
			}
			last = id
		}
		if calendar.DayOf(clock.Now()).String() != "2026-03-04" {
			t.Fatal("the clock was not moved")
		}
	})
}
