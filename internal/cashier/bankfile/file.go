package bankfile

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"hongyun/internal/banksheet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// StatementFile is what staff upload.
type StatementFile struct {
	Account int64 // of Account
	Name    string
	Content []byte
	Form    string // of banksheet.Forms; empty: by Mapping
	Mapping banksheet.Mapping
}

// File is an imported file.
type File struct {
	ID       string
	Account  int64
	Name     string
	Form     string
	Encoding string
	Lines    int // that it has
	Added    int // that were new
	LeftOut  int // sums, other currencies, rows without an amount
	First    time.Time
	Last     time.Time
	MadeBy   string
	MadeAt   time.Time
	UndoneBy string
	UndoneAt time.Time
	Reason   string // of undoing
}

// Imported is what became of an upload.
type Imported struct {
	File
	Before string // the same file was imported before, by whom and when; empty if not
}

type bankFileRow struct {
	bun.BaseModel `bun:"table:bank_file"`

	ID           string `bun:"id,pk"`
	Account      int64
	Name         string
	Hash         string
	Form         string
	Mapping      string
	Encoding     string
	Counted      string
	Lines        int
	Added        int
	LeftOut      int
	FirstAt      int64
	LastAt       int64
	MadeBy       string
	MadeName     string
	MadeAt       int64
	UndoneBy     string
	UndoneAt     int64
	UndoneReason string
}

func (r bankFileRow) file() File {
	return File{
		ID: r.ID, Account: r.Account, Name: r.Name, Form: r.Form, Encoding: r.Encoding, Lines: r.Lines, Added: r.Added, LeftOut: r.LeftOut,
		First: order.Stamped(r.FirstAt), Last: order.Stamped(r.LastAt), MadeBy: r.MadeName, MadeAt: order.Stamped(r.MadeAt),
		UndoneBy: r.UndoneBy, UndoneAt: order.Stamped(r.UndoneAt), Reason: r.UndoneReason,
	}
}

// Preview is a file as it would be imported.
type Preview struct {
	Encoding string
	Columns  []string // of its heading, for a mapping
	Form     string   // that was recognised or asked for; empty: none
	Mapping  banksheet.Mapping
	Fault    error // why it cannot be read so; the rest below is then empty
	Lines    []banksheet.Line
	Skipped  []banksheet.Skipped
	In, Out  money.Fen
}

// Preview reads a file without storing anything. Without a form or a mapping it
// uses the form whose columns the file has, else the mapping by which the account's last
// file was read.
func (b *Statements) Preview(ctx context.Context, f StatementFile) (Preview, error) {
	if err := b.checkFile(ctx, &f); err != nil {
		return Preview{}, err
	}
	sheet, err := banksheet.Read(f.Content)
	if err != nil {
		return Preview{}, err
	}
	p := Preview{Encoding: sheet.Encoding, Form: f.Form, Mapping: f.Mapping}
	if f.Form == "" && f.Mapping.Date == "" {
		if form, found := sheet.Detect(); found {
			p.Form = form.Code
		} else if p.Mapping, err = b.lastMapping(ctx, f.Account); err != nil {
			return Preview{}, err
		}
	}
	if p.Columns, err = sheet.Columns(); err != nil {
		p.Fault = err
	}
	m, err := mappingOf(p.Form, p.Mapping)
	if err != nil {
		return Preview{}, err
	}
	read, err := sheet.Lines(m)
	if err != nil {
		p.Fault = err
		return p, nil
	}
	p.Fault, p.Mapping, p.Lines, p.Skipped = nil, m, read.Lines, read.Skipped
	for _, l := range read.Lines {
		if l.Incoming {
			p.In += l.Amount
		} else {
			p.Out += l.Amount
		}
	}
	return p, nil
}

// checkFile checks what is said about a file and gives its name without a path.
func (b *Statements) checkFile(ctx context.Context, f *StatementFile) error {
	f.Name = strings.TrimSpace(f.Name[strings.LastIndexAny(f.Name, `/\`)+1:])
	if n := utf8.RuneCountInString(f.Name); n < 1 || n > 120 || !order.PlainText(f.Name) {
		return ErrFileName
	}
	var there int
	if err := b.DB.NewRaw("SELECT COUNT(*) FROM company_bank WHERE id = ?", f.Account).Scan(ctx, &there); err != nil {
		return fmt.Errorf("company bank: %w", err)
	}
	if there == 0 {
		return ErrStatementFor
	}
	return nil
}

func mappingOf(form string, m banksheet.Mapping) (banksheet.Mapping, error) {
	if form == "" {
		return m, nil
	}
	f, err := banksheet.FormOf(form)
	return f.Columns, err
}

// lastMapping is how the account's last file of no known form was read.
func (b *Statements) lastMapping(ctx context.Context, account int64) (m banksheet.Mapping, err error) {
	var text []string
	err = b.DB.NewRaw("SELECT mapping FROM bank_file WHERE account = ? AND form = '' AND undone_at = 0 ORDER BY made_at DESC LIMIT 1", account).Scan(ctx, &text)
	if err == nil && len(text) > 0 {
		err = json.Unmarshal([]byte(text[0]), &m)
	}
	if err != nil {
		return m, fmt.Errorf("mapping of account %d: %w", account, err)
	}
	return m, nil
}

// Import stores a file and those of its lines that are new. A line is known by
// the number of the bank or, without one, by its content and the count of equal
// lines above it; so overlapping files add each line once. Faults: banksheet's,
// ErrFileName, ErrStatementFor, ErrFuture, ErrSerialTwice, ErrOtherForm,
// ErrFileChanged, ErrFileElsewhere, ErrLineElsewhere.
func (b *Statements) Import(ctx context.Context, by staff.Actor, f StatementFile) (Imported, error) {
	if err := b.checkFile(ctx, &f); err != nil {
		return Imported{}, err
	}
	sheet, err := banksheet.Read(f.Content)
	if err != nil {
		return Imported{}, err
	}
	m, err := mappingOf(f.Form, f.Mapping)
	if err != nil {
		return Imported{}, err
	}
	read, err := sheet.Lines(m)
	if err != nil {
		return Imported{}, err
	}
	mapping, err := json.Marshal(m)
	if err != nil {
		return Imported{}, err
	}
	sum := sha256.Sum256(f.Content)
	file := bankFileRow{
		ID: order.NewID(), Account: f.Account, Name: f.Name, Hash: hex.EncodeToString(sum[:]), Form: f.Form, Mapping: string(mapping), Encoding: sheet.Encoding,
		Counted: countedBy(read.Columns), Lines: len(read.Lines), LeftOut: len(read.Skipped), MadeBy: by.ID, MadeName: by.Name,
	}
	lines := b.lineRows(file, read.Lines)
	file.FirstAt, file.LastAt = lines[0].At, lines[0].At
	tomorrow := b.DB.Clock().Now().Add(24 * time.Hour)
	for i, l := range lines {
		file.FirstAt, file.LastAt = min(file.FirstAt, l.At), max(file.LastAt, l.At)
		if read.Lines[i].At.After(tomorrow) {
			return Imported{}, ErrFuture.With(l.No)
		}
	}
	var out Imported
	err = b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Imported{}
		file := file
		file.MadeAt = tx.NowMillis()
		// All imports wait for each other, because a transfer belongs to one account.
		if _, err := tx.NewRaw("UPDATE company_bank SET id = id WHERE id = (SELECT MIN(id) FROM company_bank)").Exec(ctx); err != nil {
			return fmt.Errorf("lock imports: %w", err)
		}
		if out.Before, err = importedBefore(ctx, tx, file); err != nil {
			return err
		}
		if err := b.notElsewhere(ctx, tx, file, lines); err != nil {
			return err
		}
		fresh, err := b.freshLines(ctx, tx, file, lines)
		if err != nil {
			return err
		}
		file.Added = len(fresh)
		if _, err := tx.NewInsert().Model(&file).Exec(ctx); err != nil {
			return fmt.Errorf("store bank file: %w", err)
		}
		if err := b.storeLines(ctx, tx, fresh); err != nil {
			return err
		}
		out.File = file.file()
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "bank.import", Subject: fileSubject(file.ID), Label: file.Name,
			After: map[string]any{"account": bank.SourceOf(file.Account), "hash": file.Hash, "lines": file.Lines, "added": file.Added},
		})
	})
	return out, err
}

func fileSubject(id string) string { return "bankfile:" + id }

// countedBy is what tells the lines of a file apart: the column of the bank's
// number, or else every column that was read. Two files whose lines are told apart
// in different ways cannot be compared line by line.
func countedBy(columns banksheet.Mapping) string {
	if columns.Serial != "" {
		return "serial:" + columns.Serial
	}
	text, _ := json.Marshal(columns) // of strings: it cannot fail
	return order.ContentsOf(string(text))
}

func importedBefore(ctx context.Context, tx *db.Tx, file bankFileRow) (string, error) {
	var before []bankFileRow
	err := tx.NewRaw("SELECT * FROM bank_file WHERE account = ? AND hash = ? AND undone_at = 0 ORDER BY made_at LIMIT 1", file.Account, file.Hash).Scan(ctx, &before)
	if err != nil || len(before) == 0 {
		return "", err
	}
	return calendar.Stamp(order.Stamped(before[0].MadeAt)) + " " + before[0].MadeName, nil
}

// lineRows are the lines of a file as they are stored, each with its key.
func (b *Statements) lineRows(file bankFileRow, lines []banksheet.Line) []bank.LineRow {
	seen := map[string]int{}
	out := make([]bank.LineRow, len(lines))
	for i, l := range lines {
		r := bank.LineRow{
			ID: order.NewID(), File: file.ID, No: l.No, Account: file.Account, Incoming: l.Incoming, Amount: int64(l.Amount), At: calendar.Millis(l.At), Timed: l.Timed,
			Tail: l.Account[max(len(l.Account)-4, 0):], Serial: l.Serial, Source: order.PayoutBank, State: bank.LineOpen,
		}
		if l.Incoming {
			r.Source = bank.SourceOf(file.Account)
		}
		r.Name, r.Remark = b.Box.Seal(order.SealedAt("bank_line", "name", r.ID), l.Name), b.Box.Seal(order.SealedAt("bank_line", "remark", r.ID), l.Remark)
		ref, ok := order.CleanReference(l.Serial)
		if ok {
			// A bank may write the fee of a payout under the payout's own number.
			r.Ref, r.LineKey = ref, order.ContentsOf("serial", l.Incoming, ref)
			if !l.Incoming {
				r.LineKey = order.ContentsOf("serial", l.Incoming, ref, r.Amount)
			}
		} else {
			seen[l.Content]++
			r.LineKey = order.ContentsOf("content", l.Content, seen[l.Content])
			r.Ref = "L" + strings.ToUpper(order.ContentsOf("ref", file.Account, r.LineKey)[:20])
		}
		out[i] = r
	}
	return out
}

// freshLines are the lines that the account does not have yet. ErrSerialTwice if
// a number of the bank came before with another amount or time, ErrOtherForm if
// lines of these days came in a way that cannot be compared, ErrFileChanged as
// unchanged says.
func (b *Statements) freshLines(ctx context.Context, tx *db.Tx, file bankFileRow, lines []bank.LineRow) ([]bank.LineRow, error) {
	if err := sameForm(ctx, tx, file); err != nil {
		return nil, err
	}
	rows, err := knownLines(ctx, tx, []int64{file.Account}, lines)
	if err != nil {
		return nil, err
	}
	known := map[string]knownLine{}
	for _, r := range rows {
		known[r.LineKey] = r
	}
	var fresh []bank.LineRow
	for _, l := range lines {
		switch before, there := known[l.LineKey]; {
		case !there:
			fresh, known[l.LineKey] = append(fresh, l), knownLine{LineKey: l.LineKey, Amount: l.Amount, At: l.At}
		case before.Amount != l.Amount || before.At != l.At:
			return nil, ErrSerialTwice.With(l.No, l.Serial)
		}
	}
	return fresh, unchanged(ctx, tx, file, fresh)
}

// sameForm is ErrOtherForm if lines of the same days are told apart in another
// way than those of the file.
func sameForm(ctx context.Context, tx *db.Tx, file bankFileRow) error {
	var other []struct{ FirstAt, LastAt int64 }
	err := tx.NewRaw(`SELECT MIN(l.at) AS first_at, MAX(l.at) AS last_at FROM bank_line l JOIN bank_file f ON f.id = l.file
		WHERE l.account = ? AND l.at BETWEEN ? AND ? AND l.state <> 'undone' AND f.counted <> ? HAVING COUNT(*) > 0`,
		file.Account, calendar.DayOf(order.Stamped(file.FirstAt)).Start().UnixMilli(), calendar.DayOf(order.Stamped(file.LastAt)).End().UnixMilli()-1, file.Counted).Scan(ctx, &other)
	if err != nil {
		return fmt.Errorf("other forms of account %d: %w", file.Account, err)
	}
	if len(other) > 0 {
		return ErrOtherForm.With(calendar.DayOf(order.Stamped(other[0].FirstAt)).String(), calendar.DayOf(order.Stamped(other[0].LastAt)).String())
	}
	return nil
}

// unchanged is ErrFileChanged for a new line without a number of the bank that
// lies between the first and the last line of an earlier file. That file would
// have had it, so this line is most likely a known one that was edited.
func unchanged(ctx context.Context, tx *db.Tx, file bankFileRow, fresh []bank.LineRow) error {
	var before []struct{ FirstAt, LastAt int64 }
	err := tx.NewRaw("SELECT first_at, last_at FROM bank_file WHERE account = ? AND undone_at = 0 AND first_at < ? AND last_at > ?",
		file.Account, file.LastAt, file.FirstAt).Scan(ctx, &before)
	if err != nil {
		return fmt.Errorf("earlier files of account %d: %w", file.Account, err)
	}
	for _, l := range fresh {
		for _, f := range before {
			if l.Serial == "" && l.At > f.FirstAt && l.At < f.LastAt {
				return ErrFileChanged.With(l.No)
			}
		}
	}
	return nil
}

// knownLine is what decides whether a line came before.
type knownLine struct {
	Account int64
	LineKey string
	Amount  int64
	At      int64
}

// knownLines are the lines of accounts, undone ones aside, that have the keys of lines.
func knownLines(ctx context.Context, tx *db.Tx, accounts []int64, lines []bank.LineRow) ([]knownLine, error) {
	var all []knownLine
	for from := 0; from < len(lines) && len(accounts) > 0; from += order.EachPage {
		var keys []string
		for _, l := range lines[from:min(from+order.EachPage, len(lines))] {
			keys = append(keys, l.LineKey)
		}
		var rows []knownLine
		err := tx.NewRaw("SELECT account, line_key, amount, at FROM bank_line WHERE account IN (?) AND line_key IN (?) AND state <> 'undone'",
			bun.List(accounts), bun.List(keys)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("known lines: %w", err)
		}
		all = append(all, rows...)
	}
	return all, nil
}

// notElsewhere is ErrFileElsewhere for a file that another account has, and
// ErrLineElsewhere for an incoming line that it has: the same number, time and
// amount. The person chose the wrong account, now or before.
func (b *Statements) notElsewhere(ctx context.Context, tx *db.Tx, file bankFileRow, lines []bank.LineRow) error {
	names, err := b.accountNames(ctx, tx)
	if err != nil {
		return err
	}
	var same []int64
	err = tx.NewRaw("SELECT account FROM bank_file WHERE hash = ? AND account <> ? AND undone_at = 0 ORDER BY made_at LIMIT 1", file.Hash, file.Account).Scan(ctx, &same)
	if err != nil {
		return fmt.Errorf("other accounts of the file: %w", err)
	}
	if len(same) > 0 {
		return ErrFileElsewhere.With(accountName(names, same[0]))
	}
	delete(names, file.Account)
	rows, err := knownLines(ctx, tx, keysOf(names), lines)
	if err != nil {
		return err
	}
	known := map[knownLine]int64{}
	for _, r := range rows {
		account := r.Account
		r.Account = 0
		known[r] = account
	}
	for _, l := range lines {
		account, there := known[knownLine{LineKey: l.LineKey, Amount: l.Amount, At: l.At}]
		if there && l.Incoming && l.Serial != "" {
			return ErrLineElsewhere.With(l.No, accountName(names, account))
		}
	}
	return nil
}

func accountName(names map[int64]string, account int64) string {
	return cmp.Or(names[account], "账户"+strconv.FormatInt(account, 10))
}

// storeLines inserts lines, and marks those whose number was used before they came.
func (b *Statements) storeLines(ctx context.Context, tx *db.Tx, lines []bank.LineRow) error {
	values := make([][]any, len(lines))
	for i, l := range lines {
		values[i] = []any{
			l.ID, l.File, int64(l.No), l.Account, l.Incoming, l.Amount, l.At, l.Timed, l.Name, l.Tail, l.Remark, l.Serial, l.LineKey, l.Source, l.Ref,
		}
	}
	_, err := tx.InsertRows(ctx, "bank_line (id, file, no, account, incoming, amount, at, timed, name, tail, remark, serial, line_key, source, ref)", "", values)
	if err != nil {
		return fmt.Errorf("store bank lines: %w", err)
	}
	for from := 0; from < len(lines); from += order.EachPage {
		part := lines[from:min(from+order.EachPage, len(lines))]
		refs := make([]string, len(part))
		for i, l := range part {
			refs[i] = l.Ref
		}
		var used []struct {
			Source, Txn string
			SN          string `bun:"sn"`
			Amount      int64
		}
		err := tx.NewRaw("SELECT source, txn, sn, amount FROM cashier_proof WHERE source IN (?, ?) AND txn IN (?)", part[0].SourceOfBank(), order.PayoutBank, bun.List(refs)).Scan(ctx, &used)
		if err != nil {
			return fmt.Errorf("used numbers: %w", err)
		}
		for _, u := range used {
			// A line of another amount stays open for people.
			if err := bank.UseLine(ctx, tx, u.Source, u.Txn, u.SN, u.Amount); err != nil && !errors.Is(err, bank.ErrLineDiffers) {
				return err
			}
		}
	}
	return nil
}

// Undo takes back a file that was imported for the wrong account, while none of
// its lines was used. The lines stay, and count no more. Faults: ErrNoFile,
// ErrUndone, ErrFileUsed, staff.ErrReason.
func (b *Statements) Undo(ctx context.Context, by staff.Actor, id, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		file, err := b.readFile(ctx, tx, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if file.UndoneAt > 0 {
			return ErrUndone
		}
		var lines []struct{ ID, State string }
		if err := tx.NewRaw("SELECT id, state FROM bank_line WHERE file = ? ORDER BY id"+tx.ForUpdate(), id).Scan(ctx, &lines); err != nil {
			return fmt.Errorf("lines of %s: %w", id, err)
		}
		used := 0
		for _, l := range lines {
			if !bank.UndoMove.Leaves(l.State) {
				used++
			}
		}
		if used > 0 {
			return ErrFileUsed.With(used)
		}
		_, err = tx.NewRaw(bank.UndoMove.Update("decided_by = ?, decided_at = ?, reason = ?", "file = ?"), by.Name, tx.NowMillis(), reason, id).Exec(ctx)
		if err == nil {
			_, err = tx.NewRaw("UPDATE bank_file SET undone_by = ?, undone_at = ?, undone_reason = ? WHERE id = ?", by.Name, tx.NowMillis(), reason, id).Exec(ctx)
		}
		if err != nil {
			return fmt.Errorf("undo %s: %w", id, err)
		}
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "bank.undo", Subject: fileSubject(id), Label: file.Name, Reason: reason,
			Before: map[string]any{"account": bank.SourceOf(file.Account), "lines": len(lines)},
		})
	})
}

func (b *Statements) readFile(ctx context.Context, r db.Reader, id, lock string) (bankFileRow, error) {
	var row bankFileRow
	if !order.Storable(id) {
		return row, ErrNoFile
	}
	err := r.NewRaw("SELECT * FROM bank_file WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoFile
	}
	if err != nil {
		return row, fmt.Errorf("read bank file: %w", err)
	}
	return row, nil
}

// Files lists imported files, the newest first. Account 0 is every one.
func (b *Statements) Files(ctx context.Context, account int64, page staff.Page) ([]File, int, error) {
	var rows []bankFileRow
	q := b.DB.NewSelect().Model(&rows)
	if account > 0 {
		q.Where("account = ?", account)
	}
	limit, offset := page.Bounds()
	total, err := q.OrderExpr("made_at DESC, id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("list bank files: %w", err)
	}
	list := make([]File, len(rows))
	for i, r := range rows {
		list[i] = r.file()
	}
	return list, int(total), nil
}

// AccountNames are what people call our bank accounts, by their numbers.
func (b *Statements) AccountNames(ctx context.Context) (map[int64]string, error) {
	return b.accountNames(ctx, b.DB)
}

func (b *Statements) accountNames(ctx context.Context, r db.Reader) (map[int64]string, error) {
	rows, err := bank.CompanyAccounts(ctx, b.Deps, r)
	names := make(map[int64]string, len(rows))
	for _, r := range rows {
		names[r.ID] = r.BankName + " " + r.Holder + " 尾号" + cmp.Or(r.Number[max(len(r.Number)-4, 0):], strconv.FormatInt(r.ID, 10))
	}
	return names, err
}
