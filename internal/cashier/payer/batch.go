package payer

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Batches pays approved bank withdrawals by one file that a person uploads at a
// bank. An order is in one batch at most, and while it is in one its destination
// is shown by the file alone.
type Batches struct {
	*order.Deps
	withdrawals *withdrawal.Withdrawals
	payouts     *Payouts
}

func NewBatches(h *order.Deps, w *withdrawal.Withdrawals, p *Payouts) *Batches {
	return &Batches{Deps: h, withdrawals: w, payouts: p}
}

// maxBatch is how many orders a batch may have.
const maxBatch = 200

// Batch is a set of withdrawals that are paid by one file.
type Batch struct {
	Number       int64
	Orders       int
	Amount       money.Fen
	Waiting      int // orders that are neither paid nor failed
	State        string
	MadeBy       string
	MadeAt       time.Time
	Downloads    int
	DownloadedAt time.Time
	EndedAt      time.Time
}

// BatchLine is one payment of the file.
type BatchLine struct {
	SN     string
	Amount money.Fen
	Destination
}

// BatchFile is what leaves for the bank.
type BatchFile struct {
	Batch Batch
	Lines []BatchLine
	// LeftOut are orders that may not be paid now, with the reason.
	LeftOut []LeftOut
}

// LeftOut is an order that a file does not pay.
type LeftOut struct{ SN, Why string }

// Create puts approved bank withdrawals into a batch, all or none. Whoever
// approved one of them alone may not: paying is another person's part. Faults:
// ErrBatchSize, ErrBatchOrder, which names the order and its reason.
func (b *Batches) Create(ctx context.Context, by staff.Actor, orders []string) (Batch, error) {
	orders = slices.Compact(slices.Sorted(slices.Values(orders)))
	if len(orders) < 1 || len(orders) > maxBatch {
		return Batch{}, ErrBatchSize
	}
	var out Batch
	err := b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		if err := b.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		out = Batch{Orders: len(orders), Waiting: len(orders), State: BatchOpen, MadeBy: by.Name, MadeAt: tx.Now()}
		rows := make([]withdrawal.Row, len(orders))
		for i, sn := range orders {
			var err error
			if rows[i], err = b.mayBatch(ctx, tx, by, sn); err != nil {
				return err
			}
			out.Amount += money.Fen(rows[i].Amount)
		}
		if err := b.insert(ctx, tx, by, &out); err != nil {
			return err
		}
		for _, row := range rows {
			_, err := tx.NewRaw("UPDATE withdrawal SET batch = ? WHERE sn = ? AND batch = 0 AND state = 'approved'", out.Number, row.SN).Exec(ctx)
			if err != nil {
				return fmt.Errorf("withdrawal %s into batch: %w", row.SN, err)
			}
			if err := order.AddNote(ctx, tx, row.SN, by.Name, "加入批量出款批次"+strconv.FormatInt(out.Number, 10), ""); err != nil {
				return err
			}
		}
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "payout.batch", Subject: batchSubject(out.Number), Label: "批次" + strconv.FormatInt(out.Number, 10),
			After: map[string]any{"orders": orders, "amount": out.Amount},
		})
	})
	return out, err
}

// insert stores a batch under the next number. PostgreSQL locks the table for it;
// SQLite has one writer.
func (b *Batches) insert(ctx context.Context, tx *db.Tx, by staff.Actor, out *Batch) error {
	if tx.Postgres() {
		if _, err := tx.NewRaw("LOCK TABLE payout_batch IN SHARE ROW EXCLUSIVE MODE").Exec(ctx); err != nil {
			return fmt.Errorf("number batch: %w", err)
		}
	}
	if err := tx.NewRaw("SELECT COALESCE(MAX(number), 0) + 1 FROM payout_batch").Scan(ctx, &out.Number); err != nil {
		return fmt.Errorf("number batch: %w", err)
	}
	_, err := tx.NewRaw("INSERT INTO payout_batch (number, orders, amount, made_by, made_name, made_at) VALUES (?, ?, ?, ?, ?, ?)",
		out.Number, out.Orders, int64(out.Amount), by.ID, by.Name, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store batch %d: %w", out.Number, err)
	}
	return nil
}

func batchSubject(number int64) string { return "batch:" + strconv.FormatInt(number, 10) }

// mayBatch locks an order that may go into a batch.
func (b *Batches) mayBatch(ctx context.Context, tx *db.Tx, by staff.Actor, sn string) (withdrawal.Row, error) {
	row, err := withdrawal.Lock(ctx, tx, sn)
	switch {
	case err != nil:
	case row.State != withdrawal.Approved:
		err = withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
	case row.Network != "":
		err = ErrBatchCoins
	case row.InBatch() != nil:
		err = row.InBatch()
	default:
		err = b.mayRead(ctx, tx, by, &row)
	}
	if f, told := fault.Of(err); told {
		return row, ErrBatchOrder.With(sn, f.Message())
	}
	return row, err
}

// mayRead says why a person may not see the destination of an order now.
func (b *Batches) mayRead(ctx context.Context, tx *db.Tx, by staff.Actor, row *withdrawal.Row) error {
	if err := b.payouts.notApprover(ctx, tx, row, by); err != nil {
		return err
	}
	if err := attemptOpen(row); err != nil { // a company was found to have paid it since
		return err
	}
	return b.withdrawals.MayLeave(ctx, tx, row.Player)
}

// File gives the payments of a batch in full, once more if it is asked for again;
// each time it is written to the trail. Orders that ended, or whose player may
// not withdraw now, are left out and named. From here on the bank may have paid
// (H-86). Faults: ErrNoBatch, ErrBatchEnded, ErrBatchNothing, ErrOwnApproval.
func (b *Batches) File(ctx context.Context, by staff.Actor, number int64) (BatchFile, error) {
	var out BatchFile
	err := b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = BatchFile{}
		if err := b.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		batch, err := b.lock(ctx, tx, number)
		if err != nil {
			return err
		}
		var rows []withdrawal.Row
		if err := tx.NewRaw("SELECT * FROM withdrawal WHERE batch = ? AND state = 'approved' ORDER BY sn"+tx.ForUpdate(), number).Scan(ctx, &rows); err != nil {
			return fmt.Errorf("orders of batch %d: %w", number, err)
		}
		for i := range rows {
			row := &rows[i]
			err := b.mayRead(ctx, tx, by, row)
			if errors.Is(err, ErrOwnApproval) {
				return ErrBatchOrder.With(row.SN, ErrOwnApproval.Message())
			}
			if f, told := fault.Of(err); told {
				out.LeftOut = append(out.LeftOut, LeftOut{row.SN, f.Message()})
				continue
			}
			if err != nil {
				return err
			}
			line, err := b.line(ctx, tx, by, row)
			if err != nil {
				return err
			}
			out.Lines = append(out.Lines, line)
		}
		if len(out.Lines) == 0 {
			return ErrBatchNothing
		}
		batch.Downloads, batch.DownloadedAt, batch.Waiting = batch.Downloads+1, tx.Now(), len(rows)
		_, err = tx.NewRaw("UPDATE payout_batch SET downloads = ?, downloaded_at = ? WHERE number = ?", batch.Downloads, tx.NowMillis(), number).Exec(ctx)
		if err != nil {
			return fmt.Errorf("download of batch %d: %w", number, err)
		}
		out.Batch = batch
		return b.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "payout.batch_file", Subject: batchSubject(number), Label: "批次" + strconv.FormatInt(number, 10),
			After: map[string]any{"orders": len(out.Lines), "download": batch.Downloads},
		})
	})
	return out, err
}

func (b *Batches) line(ctx context.Context, tx *db.Tx, by staff.Actor, row *withdrawal.Row) (BatchLine, error) {
	line := BatchLine{SN: row.SN, Amount: money.Fen(row.Amount), Destination: Destination{Bank: bank.NameOf(row.Bank), Branch: row.Branch}}
	line.Province, line.City = destination.RegionNames(row.Province, row.City)
	var err error
	if line.Number, err = b.Box.Open(order.SealedAt("withdrawal", "number", row.SN), row.Number); err != nil {
		return line, err
	}
	if line.Holder, err = b.Box.Open(order.SealedAt("withdrawal", "holder", row.SN), row.Holder); err != nil {
		return line, err
	}
	if _, err := tx.NewRaw("UPDATE withdrawal SET destination_at = ? WHERE sn = ?", tx.NowMillis(), row.SN).Exec(ctx); err != nil {
		return line, fmt.Errorf("destination of %s: %w", row.SN, err)
	}
	return line, order.AddNote(ctx, tx, row.SN, by.Name, "下载批量出款文件（批次"+strconv.FormatInt(row.Batch, 10)+"）", "")
}

func (b *Batches) lock(ctx context.Context, tx *db.Tx, number int64) (Batch, error) {
	batch, err := readBatch(ctx, tx, number, tx.ForUpdate())
	if err == nil && batch.State != BatchOpen {
		err = ErrBatchEnded
	}
	return batch, err
}

type batchRow struct {
	bun.BaseModel `bun:"table:payout_batch"`

	Number       int64 `bun:"number,pk"`
	Orders       int
	Amount       int64
	MadeBy       string
	MadeName     string
	MadeAt       int64
	State        string
	Downloads    int
	DownloadedAt int64
	EndedAt      int64
}

func (r batchRow) batch() Batch {
	return Batch{
		Number: r.Number, Orders: r.Orders, Amount: money.Fen(r.Amount), State: r.State, MadeBy: r.MadeName, MadeAt: order.Stamped(r.MadeAt),
		Downloads: r.Downloads, DownloadedAt: order.Stamped(r.DownloadedAt), EndedAt: order.Stamped(r.EndedAt),
	}
}

func readBatch(ctx context.Context, r db.Reader, number int64, lock string) (Batch, error) {
	var row batchRow
	err := r.NewRaw("SELECT * FROM payout_batch WHERE number = ?"+lock, number).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Batch{}, ErrNoBatch
	}
	if err != nil {
		return Batch{}, fmt.Errorf("read batch %d: %w", number, err)
	}
	return row.batch(), nil
}

// List lists batches, the newest first.
func (b *Batches) List(ctx context.Context, page staff.Page) ([]Batch, int, error) {
	var rows []batchRow
	limit, offset := page.Bounds()
	total, err := b.DB.NewSelect().Model(&rows).OrderExpr("number DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("list batches: %w", err)
	}
	list := make([]Batch, len(rows))
	numbers := make([]int64, len(rows))
	for i, r := range rows {
		list[i], numbers[i] = r.batch(), r.Number
	}
	if len(rows) == 0 {
		return list, int(total), nil
	}
	var waiting []struct {
		Batch int64
		N     int
	}
	err = b.DB.NewRaw("SELECT batch, COUNT(*) AS n FROM withdrawal WHERE batch IN (?) AND batch > 0 AND state = 'approved' GROUP BY batch", bun.List(numbers)).Scan(ctx, &waiting)
	if err != nil {
		return nil, 0, fmt.Errorf("waiting orders of batches: %w", err)
	}
	for i := range list {
		for _, w := range waiting {
			if w.Batch == list[i].Number {
				list[i].Waiting = w.N
			}
		}
	}
	return list, int(total), nil
}

// batchCancel is what a second person is asked to agree to.
type batchCancel struct {
	Number    int64 `json:"number"`
	Downloads int   `json:"downloads"` // a later download makes the request void
}

// Cancel asks for a second person's yes to take the orders that were not paid
// out of a batch: its file may have reached the bank, and what it pays must not be
// paid again. Faults: ErrNoBatch, ErrBatchEnded, ErrBatchNothing, staff's.
func (b *Batches) Cancel(ctx context.Context, by staff.Actor, number int64, reason string) (order.Outcome, error) {
	var out order.Outcome
	err := b.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		batch, err := b.lock(ctx, tx, number)
		if err != nil {
			return err
		}
		orders, sum, err := waitingIn(ctx, tx, number)
		if err != nil {
			return err
		}
		if len(orders) == 0 {
			return ErrBatchNothing
		}
		last := "未下载"
		if batch.Downloads > 0 {
			last = fmt.Sprintf("%d 次，最近 %s", batch.Downloads, calendar.Stamp(batch.DownloadedAt))
		}
		out.ApprovalID, err = b.Staff.RequestApproval(ctx, tx, by, kindBatch.Request(batchCancel{number, batch.Downloads}, staff.Request{
			Subject: batchSubject(number), Label: "批次" + strconv.FormatInt(number, 10), Title: fmt.Sprintf("取消批量出款批次%d", number), Amount: &sum,
			Details: []staff.Detail{
				{Label: "未出款笔数", Value: strconv.Itoa(len(orders))}, {Label: "未出款金额", Value: sum.Grouped()},
				{Label: "文件下载", Value: last}, {Label: "请先确认", Value: "银行没有收到该文件，或银行已撤销其中未付的款项"},
			},
			Reason: reason,
		}))
		return err
	})
	return out, err
}

func waitingIn(ctx context.Context, tx *db.Tx, number int64) (orders []string, sum money.Fen, err error) {
	var rows []struct {
		SN     string `bun:"sn"`
		Amount int64
	}
	err = tx.NewRaw("SELECT sn, amount FROM withdrawal WHERE batch = ? AND state = 'approved' ORDER BY sn"+tx.ForUpdate(), number).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("orders of batch %d: %w", number, err)
	}
	for _, r := range rows {
		orders, sum = append(orders, r.SN), sum+money.Fen(r.Amount)
	}
	return orders, sum, nil
}

// cancelApproved carries out a second person's yes.
func (b *Batches) cancelApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, c batchCancel) error {
	batch, err := b.lock(ctx, tx, c.Number)
	if errors.Is(err, ErrBatchEnded) || err == nil && batch.Downloads != c.Downloads {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	orders, _, err := waitingIn(ctx, tx, c.Number)
	if err != nil {
		return err
	}
	for _, sn := range orders {
		if _, err := tx.NewRaw("UPDATE withdrawal SET batch = 0 WHERE sn = ?", sn).Exec(ctx); err != nil {
			return fmt.Errorf("withdrawal %s out of batch: %w", sn, err)
		}
		if err := order.AddNote(ctx, tx, sn, a.MakerName+"、"+by.Name, "移出批量出款批次"+strconv.FormatInt(c.Number, 10), a.Reason); err != nil {
			return err
		}
	}
	if moved, err := cancelMove.Apply(ctx, tx, c.Number, "ended_at = ?", tx.NowMillis()); err != nil || !moved {
		return cmp.Or(err, error(staff.ErrSubjectChange))
	}
	return nil
}
