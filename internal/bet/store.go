package bet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// Stored says what became of the lines given to Store.
type Stored struct {
	Added   int // bets we did not have
	Changed int // bets we had otherwise
	Same    int // bets we had just so, or newer
	Found   int // lines that became findings
}

func (s *Stored) add(o Stored) {
	s.Added += o.Added
	s.Changed += o.Changed
	s.Same += o.Same
	s.Found += o.Found
}

// StoreAll stores any number of lines, in transactions of a portion each. On
// PostgreSQL the accounts of a venue are in lanes, and the lanes' transactions
// run in parallel. The server then uses several processors, and one lane's
// statements run while another lane's lines are prepared. After an error some
// of the lines may be stored. Stored counts those of committed transactions,
// and the lines may be stored again.
func (b *Bets) StoreAll(ctx context.Context, code string, lines []venue.BetLine) (Stored, error) {
	byLane := make([][]venue.BetLine, b.lanes())
	for _, l := range lines {
		lane := b.laneOf(l.Account)
		byLane[lane] = append(byLane[lane], l)
	}
	stored := make([]Stored, len(byLane))
	var storing errgroup.Group // each lane ends by itself: its lines are as good as the others'
	for lane, own := range byLane {
		storing.Go(func() error {
			for len(own) > 0 {
				part := own[:min(len(own), b.portion.size())]
				own = own[len(part):]
				var s Stored
				err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					var err error
					s, err = b.Store(ctx, tx, code, part)
					return err
				})
				if err != nil {
					return err
				}
				b.portion.stored(len(part))
				stored[lane].add(s)
			}
			return nil
		})
	}
	err := storing.Wait()
	var total Stored
	for _, s := range stored {
		total.add(s)
	}
	return total, err
}

// Portion is how many lines StoreAll stores at once in all lanes, as things are now.
func (b *Bets) Portion() int { return b.portion.size() * b.lanes() }

// storeLanes is the number of lanes on PostgreSQL. Programs of two numbers must
// not run beside each other on one database: they would lock different lanes.
const storeLanes = 2

// lanes is how many transactions store the lines of one venue at a time. SQLite
// has one writer.
func (b *Bets) lanes() int {
	if b.db.Postgres() {
		return storeLanes
	}
	return 1
}

// laneOf spreads accounts over the lanes. All bets of an account are in one.
func (b *Bets) laneOf(account string) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(account)) // a hash never fails
	return int(h.Sum32() % uint32(b.lanes()))
}

// Store writes lines that a venue reported, as part of the caller's
// transaction. It writes the bets, the day totals and the turnover
// requirements, and settles between the players' venue wallets and the
// operator's result. Lines that are already known have no effect, so a page may
// be stored any number of times. One transaction at a time stores the lines of
// one lane of a venue.
//
// Several hundred lines at once are best: the work is done in few statements.
func (b *Bets) Store(ctx context.Context, tx *db.Tx, code string, lines []venue.BetLine) (Stored, error) {
	if len(lines) == 0 {
		return Stored{}, nil
	}
	e, err := b.venues.Get(ctx, tx, code)
	if err != nil {
		return Stored{}, err
	}
	if err := tx.ByIndex(ctx); err != nil {
		return Stored{}, err
	}
	if err := b.lockLanes(ctx, tx, e.Code, lines); err != nil {
		return Stored{}, err
	}
	p := plan{venue: e, at: tx.NowMillis()}
	lines = newest(p.readable(lines))
	owners, err := b.venues.AccountOwners(ctx, tx, e.Code, accountsOf(lines))
	if err != nil {
		return Stored{}, err
	}
	if err := b.venues.Adopt(ctx, tx, e.Code, accountsOf(lines), owners); err != nil {
		return Stored{}, err
	}
	return b.storeOwned(ctx, tx, p, lines, owners)
}

// Record is Store for a venue that plays on the centre wallet. Its bets come
// one by one from calls of the venue, so Record does not lock the whole venue.
// The caller holds a lock under which all bets of the lines' players are
// recorded. Lines are newest versions, and owners are the players of all their
// accounts.
func (b *Bets) Record(ctx context.Context, tx *db.Tx, e venue.Entry, lines []venue.BetLine, owners map[string]string) error {
	if len(lines) == 0 {
		return nil
	}
	p := plan{venue: e, at: tx.NowMillis()}
	s, err := b.storeOwned(ctx, tx, p, p.readable(lines), owners)
	if err == nil && s.Added+s.Changed+s.Same < len(lines) {
		err = fmt.Errorf("record bets of %s: %d of %d lines became findings", e.Code, s.Found, len(lines))
	}
	return err
}

// storeOwned stores readable lines, one of each bet, whose owners are known.
func (b *Bets) storeOwned(ctx context.Context, tx *db.Tx, p plan, lines []venue.BetLine, owners map[string]string) (Stored, error) {
	e := p.venue
	known, err := currentVersions(ctx, tx, e.Code, idsOf(lines))
	if err != nil {
		return Stored{}, err
	}
	news, read := make([]row, len(lines)), b.reader(e.Code)
	for i, l := range lines {
		news[i] = newRow(p.venue, l, owners[l.Account], p.at)
		news[i].Sold = e.Kind.OnMatches() && l.Status == venue.BetSettled && read(l.Raw).CashedOut
	}
	beside, err := besideRows(ctx, tx, e.Code, news, known)
	if err != nil {
		return Stored{}, err
	}
	opposed := opposedOf(news, known, beside)
	for i, l := range lines {
		opposed.judge(&news[i])
		p.take(l, news[i], known)
	}
	p.told = len(p.rows)
	p.rejudge(opposed, beside)
	if err := b.apply(ctx, tx, &p); err != nil {
		return Stored{}, fmt.Errorf("store bets of %s: %w", e.Code, err)
	}
	return p.result, nil
}

// plan is the effect of a set of lines.
type plan struct {
	venue    venue.Entry
	at       int64
	result   Stored
	rows     []row           // new versions
	told     int             // how many of them the venue told; the others were judged anew
	replaced []string        // bets whose newest version is now an older one
	days     map[dayKey]*sum // changes of the day totals
	results  map[string]*net // by player
	settled  []turnover.Settled
	findings []finding
}

type dayKey struct {
	Player string
	Day    int32
}

// sum is the total of finished bets.
type sum struct{ Bets, Stake, Valid, Win int64 }

// net is the total change of a player's new versions in the books.
type net struct {
	win   int64
	first string // the key of the settlement: its first version, which no other settlement has
	only  string // the bet, when it is one alone
	rows  []int
}

// take decides about one line. A line without a known owner, or whose bet
// belonged to another player before, is kept as a finding. Money must not be
// booked on a guess.
func (p *plan) take(l venue.BetLine, now row, known map[string]row) {
	old, have := known[l.BetID]
	switch {
	case now.Player == "":
		p.find(l, "no_owner")
		return
	case have && old.Player != now.Player:
		p.find(l, "other_player")
		return
	}
	if have && (old.UpdatedAt > now.UpdatedAt || old.says(now)) {
		p.result.Same++
		return
	}
	now.Version = 1
	if have {
		now.Version = old.Version + 1
		p.replaced = append(p.replaced, l.BetID)
		p.result.Changed++
	} else {
		p.result.Added++
	}
	p.total(old, -1)
	p.total(now, +1)
	p.book(now, now.Win-old.Win)
	p.rows = append(p.rows, now)
	if now.Status != Open || have && old.Status != Open {
		p.settled = append(p.settled, now.settled(l.BetAt, l.SettledAt))
	}
}

// settled is a finished bet for the turnover requirements.
func (r row) settled(betAt, settledAt time.Time) turnover.Settled {
	return turnover.Settled{
		BetID: r.BetID, Venue: r.Venue, Game: r.Game, Player: r.Player, Version: r.Version, Valid: money.Fen(r.Valid), BetAt: betAt, SettledAt: settledAt,
		Odds: r.Odds, OddsType: r.OddsType, Parlay: r.Parlay, Reason: r.Reason,
	}
}

// readable keeps the lines that the tables can take. Each other one becomes a
// finding: it must not keep out the lines beside it.
func (p *plan) readable(lines []venue.BetLine) []venue.BetLine {
	kept := make([]venue.BetLine, 0, len(lines))
	for _, l := range lines {
		if why := unreadable(l); why != "" {
			p.findUnreadable(venue.UnreadableBet{BetID: l.BetID, Account: l.Account, Raw: []byte(rawOf(l)), Why: why})
			continue
		}
		kept = append(kept, l)
	}
	return kept
}

// unreadable says why a line cannot be stored; "" if it can.
func unreadable(l venue.BetLine) string {
	switch {
	case l.BetID == "" || l.Account == "":
		return "no bet or account"
	case max(len(l.BetID), len(l.Account), len(l.Round), len(l.Market), len(l.Side)) > 200:
		return "an endless name"
	case l.Stake < 0 || l.HasValid && l.Valid < 0:
		return "a negative amount"
	case l.Stake > ledger.AmountMost || l.Valid > ledger.AmountMost || max(l.Payout, -l.Payout) > ledger.AmountMost:
		return "an amount beyond any"
	case l.Status != venue.BetOpen && l.Status != venue.BetSettled && l.Status != venue.BetVoid:
		return "an unknown state"
	case l.BetAt.Year() < 2000 || l.BetAt.Year() > 9999:
		return "an impossible time"
	}
	for _, text := range []string{l.BetID, l.Account, l.Game, l.GameName, l.Odds, l.OddsType, l.Round, l.Market, l.Side} {
		if clean(text) != text {
			return "text that cannot be stored"
		}
	}
	return ""
}

// clean is text that both engines can store.
func clean(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// findUnreadable makes a finding of a row. A row that names no bet is named by
// its contents, so that the same row again is the same finding.
func (p *plan) findUnreadable(r venue.UnreadableBet) {
	p.result.Found++
	raw := clean(string(r.Raw))
	f := finding{Venue: p.venue.Code, BetID: clean(r.BetID), Account: clean(r.Account), What: "unreadable", Raw: raw, FirstAt: p.at, LastAt: p.at}
	f.BetID = rowName(f.BetID, raw)
	if len(f.Account) > 200 {
		f.Account = ""
	}
	f.Raw = fmt.Sprintf("%s\n%s", clean(r.Why), raw)
	for i, other := range p.findings {
		if other.BetID == f.BetID && other.Account == f.Account {
			p.findings[i] = f // one statement cannot write the same finding twice
			return
		}
	}
	p.findings = append(p.findings, f)
}

// rowName names a row by its bet, or by its contents where it names none.
func rowName(betID, raw string) string {
	if id := clean(betID); id != "" && len(id) <= 200 {
		return id
	}
	sum := sha256.Sum256([]byte(raw))
	return "row " + hex.EncodeToString(sum[:12])
}

// KeepUnreadable keeps rows that no line could be made of as findings.
func (b *Bets) KeepUnreadable(ctx context.Context, tx *db.Tx, code string, rows []venue.UnreadableBet) error {
	e, err := b.venues.Get(ctx, tx, code)
	if err != nil {
		return err
	}
	p := plan{venue: e, at: tx.NowMillis()}
	for _, r := range rows {
		p.findUnreadable(r)
	}
	return keepFindings(ctx, tx, p.findings)
}

func (p *plan) find(l venue.BetLine, what string) {
	p.result.Found++
	f := finding{
		Venue: p.venue.Code, BetID: l.BetID, Account: l.Account, What: what, Stake: int64(l.Stake), Raw: rawOf(l), FirstAt: p.at, LastAt: p.at,
	}
	if l.Status == venue.BetSettled {
		f.Win = int64(l.Payout - l.Stake)
	}
	p.findings = append(p.findings, f)
}

// total adds a version to the day totals, or takes it out. Open bets are in no total.
func (p *plan) total(r row, sign int64) {
	if r.Version == 0 || r.Status == Open {
		return
	}
	if p.days == nil {
		p.days = map[dayKey]*sum{}
	}
	key := dayKey{r.Player, r.Day}
	s := p.days[key]
	if s == nil {
		s = &sum{}
		p.days[key] = s
	}
	s.Bets += sign
	s.Stake += sign * r.Stake
	s.Valid += sign * r.Valid
	s.Win += sign * r.Win
}

// book adds a version's difference to its player's settlement.
func (p *plan) book(r row, difference int64) {
	if difference == 0 {
		return
	}
	if p.results == nil {
		p.results = map[string]*net{}
	}
	n := p.results[r.Player]
	key := r.Venue + ":" + r.BetID + ":" + strconv.Itoa(r.Version)
	if n == nil {
		n = &net{first: key, only: r.Venue + ":" + r.BetID}
		p.results[r.Player] = n
	} else {
		n.only = ""
		n.first = min(n.first, key)
	}
	n.win += difference
	n.rows = append(n.rows, len(p.rows))
}

// apply writes the plan: the books first, for they give the versions their
// entry, then the rest. Accounts, days and players are locked in the order of
// their names, like everywhere.
func (b *Bets) apply(ctx context.Context, tx *db.Tx, p *plan) error {
	if err := b.settle(ctx, tx, p); err != nil {
		return err
	}
	if err := replaceVersions(ctx, tx, p.venue.Code, p.replaced); err != nil {
		return err
	}
	if err := insertVersions(ctx, tx, p.rows); err != nil {
		return err
	}
	if err := addDays(ctx, tx, p.venue.Code, p.days); err != nil {
		return err
	}
	if err := keepFindings(ctx, tx, p.findings); err != nil {
		return err
	}
	if err := solveFindings(ctx, tx, p.venue.Code, p.at, idsOfRows(p.rows[:p.told])); err != nil {
		return err
	}
	if len(p.settled) == 0 {
		return nil
	}
	return b.turnover.Allocate(ctx, tx, p.settled)
}

// settle books what the versions change between each player's wallet at the
// venue and the operator's result. It writes one entry a player, and every
// version carries the id of the entry that holds its share. A version is in one
// settlement only, so the first version is a key that is never used twice.
func (b *Bets) settle(ctx context.Context, tx *db.Tx, p *plan) error {
	type share struct {
		account string
		entry   ledger.Entry
		rows    []int
	}
	shares := make([]share, 0, len(p.results))
	for player, n := range p.results {
		wallet, gaming := ledger.VenueWallet(player, p.venue.Code), ledger.HouseGaming()
		posting := ledger.Posting{From: wallet, To: gaming, Amount: -n.win}
		switch {
		case n.win == 0:
			continue // wins and losses of these versions cancel out
		case n.win > 0:
			posting = ledger.Posting{From: gaming, To: wallet, Amount: n.win}
		}
		ref := n.only
		if ref == "" {
			ref = n.first
		}
		shares = append(shares, share{wallet.Name, ledger.Entry{
			Scope: "bet", Key: n.first, Kind: "bet.settle", Ref: ref, Memo: fmt.Sprintf("%d bets", len(n.rows)), By: "system:feed",
			Postings: []ledger.Posting{posting},
		}, n.rows})
	}
	slices.SortFunc(shares, func(a, b share) int { return cmp.Compare(a.account, b.account) })
	entries := make([]ledger.Entry, len(shares))
	for i, s := range shares {
		entries[i] = s.entry
	}
	if len(entries) == 0 {
		return nil
	}
	ids, err := b.ledger.PostAll(ctx, tx, entries)
	if err != nil {
		return err
	}
	if len(ids) != len(shares) {
		return errors.New("the books answered for another number of entries")
	}
	for i, s := range shares {
		for _, at := range s.rows {
			p.rows[at].Entry = ids[i]
		}
	}
	return nil
}

// newRow is a line as it is stored.
func newRow(e venue.Entry, l venue.BetLine, player string, at int64) row {
	valid, reason := validOf(e.Kind, l)
	r := row{
		Venue: e.Code, BetID: l.BetID, Current: true, Player: player, Account: l.Account, Game: l.Game, GameName: l.GameName,
		Status: l.Status.String(), Stake: int64(l.Stake), Valid: int64(valid), Worth: int64(valid), Round: l.Round, Market: l.Market, Side: l.Side, Odds: l.Odds, OddsType: l.OddsType, Parlay: l.Parlay,
		BetAt: l.BetAt.UnixMilli(), UpdatedAt: l.UpdatedAt.UnixMilli(), StoredAt: at, Day: int32(calendar.DayOf(l.BetAt)), Reason: reason, Raw: rawOf(l),
	}
	if l.Status != venue.BetOpen {
		r.SettledAt = l.SettledAt.UnixMilli()
	}
	if l.Status == venue.BetSettled {
		r.Win = int64(l.Payout - l.Stake)
	}
	return r
}

// says reports whether two versions are the same in everything that matters.
// The venue's own row is no part of it: venues reorder fields.
func (r row) says(o row) bool {
	return r.Status == o.Status && r.Stake == o.Stake && r.Valid == o.Valid && r.Win == o.Win && r.BetAt == o.BetAt &&
		r.SettledAt == o.SettledAt && r.Game == o.Game && r.Odds == o.Odds && r.OddsType == o.OddsType && r.Parlay == o.Parlay &&
		r.Market == o.Market && r.Side == o.Side && r.sameRound(o)
}

// sameRound reports whether two versions are of one round. A round without a side
// decides nothing, so a row that was stored before its adapter told the round is no
// other version (H-313).
func (r row) sameRound(o row) bool {
	return r.Round == o.Round || r.Side == "" && (r.Round == "" || o.Round == "")
}

// newest keeps one line of each bet: the one the venue changed last, and of
// equals the one it sent last.
func newest(lines []venue.BetLine) []venue.BetLine {
	at := make(map[string]int, len(lines))
	kept := make([]venue.BetLine, 0, len(lines))
	for _, l := range lines {
		i, seen := at[l.BetID]
		switch {
		case !seen:
			at[l.BetID] = len(kept)
			kept = append(kept, l)
		case !l.UpdatedAt.Before(kept[i].UpdatedAt):
			kept[i] = l
		}
	}
	return kept
}

func accountsOf(lines []venue.BetLine) []string {
	seen := map[string]bool{}
	var accounts []string
	for _, l := range lines {
		if !seen[l.Account] {
			seen[l.Account] = true
			accounts = append(accounts, l.Account)
		}
	}
	return accounts
}

func idsOf(lines []venue.BetLine) []string {
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.BetID
	}
	return ids
}

func idsOfRows(rows []row) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.BetID
	}
	return ids
}

// rawOf is the venue's own row as text both engines take.
func rawOf(l venue.BetLine) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(l.Raw), "\uFFFD"), "\x00", " ")
}
