package ledger

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// accountsPage is how many accounts are compared in one state of the database.
const accountsPage = 500

// accounts compares balances with postings, a page of accounts at a time, each
// page in one state of the database. A night compares the accounts that moved
// since the last sealed month, starting from that month's balances. Any other
// run compares all.
func (v *verifier) accounts(ctx context.Context) error {
	if v.night {
		for page := range slices.Chunk(v.moved.list, accountsPage) {
			if err := v.compare(ctx, page); err != nil {
				return v.underivable(ctx, err)
			}
		}
		return nil
	}
	for after := ""; ; {
		var page []string
		if err := v.l.db.NewRaw(`SELECT name FROM account WHERE name > ? ORDER BY name LIMIT ?`, after, accountsPage).Scan(ctx, &page); err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		after = page[len(page)-1]
		if err := v.compare(ctx, page); err != nil {
			return v.underivable(ctx, err)
		}
	}
}

type comparedAccount struct {
	Name, Asset, Player       string
	MayNegative, Summed, Fits bool
	Balance                   int64
}

// compare looks at one page of accounts.
func (v *verifier) compare(ctx context.Context, page []string) error {
	var accounts []comparedAccount
	var sums map[string]int64
	err := v.l.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		accounts = nil
		err = r.NewRaw(`SELECT name, asset, player, may_negative, summed, balance, (
				(name LIKE 'house:%' AND player = '' AND summed AND may_negative)
				OR (name LIKE 'suspense:%' AND player = '' AND NOT summed AND NOT may_negative)
				OR (name LIKE 'player:' || player || ':venue:%' AND player <> '' AND NOT summed AND may_negative)
				OR (name IN ('player:' || player || ':centre', 'player:' || player || ':locked',
					'player:' || player || ':transit', 'player:' || player || ':fund')
					AND player <> '' AND NOT summed AND NOT may_negative)) AS fits
			FROM account WHERE name IN (?) ORDER BY name`, bun.List(page)).Scan(ctx, &accounts)
		if err != nil {
			return err
		}
		sums, err = v.sumsOf(ctx, r, accounts)
		return err
	})
	if err != nil {
		return err
	}
	v.Accounts += int64(len(accounts))
	for _, a := range accounts {
		if !a.Fits {
			v.broken("account", a.Name, "its columns do not fit its name")
		}
		if a.Balance < 0 && !strings.HasPrefix(a.Name, "house:") && !isVenueWallet(a.Name) {
			v.broken("account", a.Name, fmt.Sprintf("is below zero: %d", a.Balance))
		}
		want := sums[a.Name]
		if a.Summed {
			want = 0
		}
		if a.Balance != want {
			v.broken("account", a.Name, fmt.Sprintf("holds %d but its postings add up to %d", a.Balance, want))
		}
	}
	return nil
}

func isVenueWallet(name string) bool {
	return strings.HasPrefix(name, "player:") && strings.Contains(name, ":venue:")
}

// sumsOf adds up the postings of accounts. It reads players' accounts by the
// index of their players, the others from the earlier pass and the newest
// postings.
func (v *verifier) sumsOf(ctx context.Context, r db.Reader, accounts []comparedAccount) (map[string]int64, error) {
	var ofPlayers, players, others []string
	for _, a := range accounts {
		switch player := playerOf(a.Name); {
		case a.Summed:
		case player != "":
			ofPlayers, players = append(ofPlayers, a.Name), append(players, player)
		default:
			others = append(others, a.Name)
		}
	}
	sums, err := v.carried(ctx, r, slices.Concat(ofPlayers, others))
	if err != nil {
		return nil, err
	}
	if err := addSums(ctx, r, sums, others, `entry_id >= ?1`, v.mark); err != nil {
		return nil, err
	}
	for _, name := range others {
		if s := v.sums[name]; s != nil {
			sums[name] += s.settled
		}
	}
	before := maps.Clone(sums)
	if err := addSums(ctx, r, sums, ofPlayers, `player IN (?2) AND player <> '' AND entry_id >= ?1`, v.open, bun.List(slices.Compact(players))); err != nil {
		return nil, err
	}
	// A posting between two players is found by one of them only.
	var differ []string
	for _, a := range accounts {
		if !a.Summed && a.Player != "" && a.Balance != sums[a.Name] {
			differ = append(differ, a.Name)
			sums[a.Name] = before[a.Name]
		}
	}
	return sums, addSums(ctx, r, sums, differ, `entry_id >= ?1`, v.open)
}

// addSums adds what the postings of a condition did to accounts.
func addSums(ctx context.Context, r db.Reader, sums map[string]int64, names []string, where string, args ...any) error {
	if len(names) == 0 {
		return nil
	}
	var rows []struct {
		Name  string
		Total int64
	}
	err := r.NewRaw(`SELECT name, CAST(SUM(amount) AS BIGINT) AS total FROM (
			SELECT to_account AS name, amount FROM posting WHERE to_after IS NOT NULL AND `+where+`
			UNION ALL
			SELECT from_account, -amount FROM posting WHERE from_after IS NOT NULL AND `+where+`
		) AS side WHERE name IN (?0) GROUP BY name`, append([]any{bun.List(names)}, args...)...).Scan(ctx, &rows)
	if err != nil {
		return err
	}
	for _, row := range rows {
		sums[row.Name] += row.Total
	}
	return nil
}

// carried are the balances at the end of the last sealed month, if a run begins
// there.
func (v *verifier) carried(ctx context.Context, r db.Reader, names []string) (map[string]int64, error) {
	sums := map[string]int64{}
	if v.open == "" || len(names) == 0 {
		return sums, nil
	}
	var rows []struct {
		Account string
		Balance int64
	}
	err := r.NewRaw(`SELECT b.account, b.balance FROM month_balance b WHERE b.account IN (?0)
		AND b.month = (SELECT MAX(n.month) FROM month_balance n WHERE n.account = b.account AND n.month <= ?1)`,
		bun.List(names), v.seals[len(v.seals)-1].Month).Scan(ctx, &rows)
	for _, row := range rows {
		sums[row.Account] = row.Balance
	}
	return sums, err
}

// loadCheckpoints reads the newest checkpoint of each account.
func (v *verifier) loadCheckpoints(ctx context.Context) error {
	var rows []checkpointRow
	err := v.l.db.NewRaw(`SELECT c.account, c.upto, c.balance FROM account a
		JOIN checkpoint c ON c.account = a.name AND c.upto = (SELECT n.upto FROM checkpoint n WHERE n.account = a.name ORDER BY n.upto DESC LIMIT 1)
		WHERE a.summed`).Scan(ctx, &rows)
	v.cuts = make(map[string]checkpointRow, len(rows))
	for _, row := range rows {
		v.cuts[row.Account] = row
	}
	return err
}

// checkpoints compares the newest checkpoint of each account with the postings
// read. Earlier nights compared one from before the open months.
func (v *verifier) checkpoints(ctx context.Context) error {
	names := slices.Sorted(maps.Keys(v.cuts))
	for page := range slices.Chunk(names, accountsPage) {
		carried, err := v.carried(ctx, v.l.db, page)
		if err != nil {
			return err
		}
		for _, name := range page {
			c, total := v.cuts[name], carried[name]
			if c.Upto < v.open {
				continue
			}
			if s := v.sums[name]; s != nil {
				total += s.upto
			}
			if c.Balance != total {
				v.broken(tableCheckpoint, name+" "+c.Upto, fmt.Sprintf("says %d but the postings add up to %d", c.Balance, total))
			}
		}
	}
	return nil
}

// names lists names once each, in the order in which they came.
type names struct {
	seen map[string]bool
	list []string
}

func newNames() *names { return &names{seen: map[string]bool{}} }

func (n *names) add(name string) {
	if !n.seen[name] {
		n.seen[name] = true
		n.list = append(n.list, name)
	}
}
