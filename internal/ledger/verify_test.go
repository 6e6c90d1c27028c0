package ledger_test

import (
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// unguarded removes the guards and, where the engine allows it, the foreign
// keys, as a person with database access could.
func unguarded(t *testing.T, d *db.DB, statements ...string) {
	t.Helper()
	ctx := t.Context()
	conn, err := d.SQL().Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	run := func(sql string) {
		t.Helper()
		if _, err := conn.ExecContext(ctx, sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	if d.Postgres() {
		run("SET session_replication_role = replica")
		defer run("SET session_replication_role = origin")
	} else {
		for _, g := range []string{"entry_kept", "entry_stays", "entry_not_replaced", "posting_kept", "posting_stays", "posting_not_replaced", "posting_in_time",
			"checkpoint_kept", "checkpoint_stays", "account_stays", "account_keeps_its_kind",
			"month_seal_kept", "month_seal_stays", "month_balance_kept", "month_balance_stays"} {
			run("DROP TRIGGER IF EXISTS " + g)
		}
		run("PRAGMA foreign_keys = 0")
		run("PRAGMA ignore_check_constraints = 1")
		defer run("PRAGMA foreign_keys = 1")
		defer run("PRAGMA ignore_check_constraints = 0")
	}
	for _, s := range statements {
		run(s)
	}
}

// Trust MON-4: flip one figure in the books, and verify names the row.
func TestVerifyNamesTheBrokenRow(t *testing.T) {
	for _, tc := range []struct {
		name string
		sql  string
		want string // the first finding; {key} is replaced by the id of that entry
	}{
		{"amount changed", `UPDATE posting SET amount = 101 WHERE entry_id = '{play}' AND line = 2`, "posting {play}/2: was changed"},
		{"account changed", `UPDATE posting SET to_account = 'player:li:centre' WHERE entry_id = '{in}'`, "posting {in}/1: was changed"},
		{"remaining balance changed", `UPDATE posting SET to_after = 5 WHERE entry_id = '{in}'`, "posting {in}/1: was changed"},
		{"posting removed", `DELETE FROM posting WHERE entry_id = '{play}' AND line = 1`, "posting {play}/1: is missing"},
		{"last posting removed", `DELETE FROM posting WHERE entry_id = '{play}' AND line = 2`, "posting {play}/2: is missing"},
		{"posting added", `INSERT INTO posting SELECT entry_id, 2, from_account, to_account, asset, amount, from_after, to_after, player, seal
			FROM posting WHERE entry_id = '{in}'`, "posting {in}/2: was added"},
		{"memo changed", `UPDATE entry SET memo = 'for a friend' WHERE id = '{play}'`, "entry {play}: was changed"},
		{"time changed", `UPDATE entry SET at = at + 1 WHERE id = '{in}'`, "entry {in}: was changed"},
		{"entry removed", `DELETE FROM entry WHERE id = '{play}'`, "posting {play}/1: belongs to no entry"},
		{"entry removed with its postings", `DELETE FROM posting WHERE entry_id = '{li}'; DELETE FROM entry WHERE id = '{li}'`,
			"account player:li:centre: holds 500 but its postings add up to 0"},
		{"balance changed", `UPDATE account SET balance = 901 WHERE name = 'player:ming:centre'`,
			"account player:ming:centre: holds 901 but its postings add up to 900"},
		{"account without a posting", `INSERT INTO account VALUES ('player:zhao:centre', 'CNY', 'zhao', FALSE, FALSE, 7)`,
			"account player:zhao:centre: holds 7 but its postings add up to 0"},
		{"account's asset changed", `UPDATE account SET asset = 'USDT' WHERE name = 'player:li:centre'`,
			"posting {li}/1: moves CNY but player:li:centre holds USDT"},
		{"account removed", `DELETE FROM account WHERE name = 'player:li:centre'`, "posting {li}/1: moves CNY but player:li:centre holds nothing"},
		{"checkpoint changed", `UPDATE checkpoint SET balance = balance + 1`, "checkpoint house:bank:icbc {cut}: says -1499 but the postings add up to -1500"},
		{"an old posting removed behind a checkpoint", `DELETE FROM posting WHERE entry_id = '{back}'; DELETE FROM entry WHERE id = '{back}'`,
			"account player:ming:centre: holds 900 but its postings add up to 910"},
		{"an amount nothing can be added to", `{{big}}`, "posting {in}/1: was changed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l := ledger.New(d)
				two := entry("play", ming, transi, 100)
				two.Postings = append(two.Postings, ledger.Posting{From: transi, To: atKY, Amount: 100})
				ids := map[string]string{}
				for _, e := range []ledger.Entry{entry("in", bank, ming, 1010), entry("li", bank, ledger.Centre("li"), 500), two, entry("back", ming, bank, 10)} {
					id, err := post(t.Context(), d, l, e)
					if err != nil {
						t.Fatal(err)
					}
					ids[e.Key] = id
				}
				ids["cut"] = ids["back"]
				dbtest.Clock(d).Set(dbtest.Noon.AddDate(0, 0, 1))
				if err := l.Checkpoint(t.Context()); err != nil {
					t.Fatal(err)
				}
				sound(t, l)
				fill := func(s string) string {
					for key, id := range ids {
						s = strings.ReplaceAll(s, "{"+key+"}", id)
					}
					return s
				}
				sql := fill(tc.sql)
				if sql == "{{big}}" {
					if d.Postgres() {
						unguarded(t, d, "ALTER TABLE posting DROP CONSTRAINT posting_amount_positive")
					}
					sql = fill("UPDATE posting SET amount = 9223372036854775807 WHERE entry_id IN ('{in}', '{li}')")
				}
				unguarded(t, d, strings.Split(sql, "; ")...)

				report, err := l.Verify(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if report.OK || len(report.Broken) == 0 {
					t.Fatal("verify found nothing")
				}
				if got, want := report.Broken[0].String(), fill(tc.want); !strings.HasPrefix(got, want) {
					t.Errorf("first finding\n got %s\nwant %s", got, want)
				}
				if !d.Postgres() && len(report.Warnings) == 0 {
					t.Error("nobody noticed that the guards are gone")
				}
			})
		})
	}
}
