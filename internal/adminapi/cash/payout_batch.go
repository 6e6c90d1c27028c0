package cash

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/sheet"
)

// PayoutBatch is a set of withdrawals that are paid by one file.
type PayoutBatch struct {
	ID           string    `json:"id" doc:"its number"`
	Orders       int       `json:"orders"`
	Amount       wire.Yuan `json:"amount"`
	Waiting      int       `json:"waiting" doc:"orders that are neither paid nor failed"`
	State        string    `json:"state" enumOf:"payout batch state"`
	MadeBy       string    `json:"madeBy"`
	MadeAt       wire.Ms   `json:"madeAt"`
	Downloads    int       `json:"downloads"`
	DownloadedAt *wire.Ms  `json:"downloadedAt"`
	EndedAt      *wire.Ms  `json:"endedAt"`
	ApprovalID   *string   `json:"approvalId"`
}

// PayoutOrders are withdrawals for a batch, two hundred at most.
type PayoutOrders struct {
	Orders []string `json:"orders"`
}

// PayoutLeftOut is an order that a file does not pay.
type PayoutLeftOut struct {
	Order string `json:"order"`
	Why   string `json:"why"`
}

// PayoutFile is the file of a batch.
type PayoutFile struct {
	Name    string          `json:"name"`
	Text    string          `json:"text" doc:"CSV in UTF-8 with a byte order mark"`
	Orders  int             `json:"orders"`
	LeftOut []PayoutLeftOut `json:"leftOut"`
}

func payoutBatch(pending map[string]string) func(payer.Batch) PayoutBatch {
	return func(b payer.Batch) PayoutBatch {
		id := wire.IDText(b.Number)
		return PayoutBatch{
			ID: id, Orders: b.Orders, Amount: wire.InYuan(b.Amount), Waiting: b.Waiting, State: b.State, MadeBy: b.MadeBy, MadeAt: wire.InMs(b.MadeAt),
			Downloads: b.Downloads, DownloadedAt: wire.InMsOrNull(b.DownloadedAt), EndedAt: wire.InMsOrNull(b.EndedAt), ApprovalID: wire.TextOrNull(pending[id]),
		}
	}
}

func (s *Handlers) payoutBatches(ctx context.Context, c *route.Call) (wire.Page[PayoutBatch], error) {
	page := c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[PayoutBatch]{}, err
	}
	list, total, err := s.Cashier.Batches.List(ctx, page)
	if err != nil {
		return wire.Page[PayoutBatch]{}, err
	}
	pending, err := s.Staff.PendingOf(ctx, s.Read, "batch:", api.Each(list, func(b payer.Batch) string { return wire.IDText(b.Number) }))
	return wire.PageOf(list, total, payoutBatch(pending)), err
}

func (s *Handlers) payoutBatchMake(ctx context.Context, c *route.Call, in PayoutOrders) (PayoutBatch, error) {
	b, err := s.Cashier.Batches.Create(ctx, c.By, in.Orders)
	return payoutBatch(nil)(b), err
}

// payoutHead names the columns that the batch forms of banks have in common.
var payoutHead = []any{"序号", "收款账号", "收款户名", "收款银行", "开户省份", "开户城市", "开户支行", "金额(元)", "附言"}

func (s *Handlers) payoutBatchFile(ctx context.Context, c *route.Call, _ wire.Empty) (PayoutFile, error) {
	number, ok := idOf(c.ID())
	if !ok {
		return PayoutFile{}, payer.ErrNoBatch
	}
	f, err := s.Cashier.Batches.File(ctx, c.By, number)
	if err != nil {
		return PayoutFile{}, err
	}
	var text bytes.Buffer
	w, err := sheet.New(sheet.CSV, &text, "批量出款")
	if err == nil {
		err = w.Row(payoutHead...)
	}
	for i, l := range f.Lines {
		if err == nil {
			err = w.Row(i+1, l.Number, l.Holder, l.Bank, l.Province, l.City, l.Branch, l.Amount, l.SN)
		}
	}
	if err == nil {
		err = w.Close()
	}
	return PayoutFile{
		Name: fmt.Sprintf("payout-batch-%d-%d.csv", number, f.Batch.Downloads), Text: text.String(), Orders: len(f.Lines),
		LeftOut: api.Each(f.LeftOut, func(l payer.LeftOut) PayoutLeftOut { return PayoutLeftOut{l.SN, l.Why} }),
	}, err
}

func (s *Handlers) payoutBatchCancel(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	number, ok := idOf(c.ID())
	if !ok {
		return wire.Outcome{}, payer.ErrNoBatch
	}
	return wire.OutcomeOf(s.Cashier.Batches.Cancel(ctx, c.By, number, in.Reason))
}

// DepositSlip is a picture that the player attached to an order.
type DepositSlip struct {
	ID string  `json:"id"`
	At wire.Ms `json:"at"`
}

// DepositSlipPicture is the picture of a slip.
type DepositSlipPicture struct {
	Picture string `json:"picture"` // a data address
}

func (s *Handlers) depositSlips(ctx context.Context, c *route.Call) (wire.Items[DepositSlip], error) {
	list, err := s.Cashier.Slips.Of(ctx, c.ID())
	return wire.ItemsOf(list, func(p slip.Slip) DepositSlip { return DepositSlip{ID: p.ID, At: wire.InMs(p.At)} }), err
}

func (s *Handlers) depositSlip(ctx context.Context, c *route.Call) (DepositSlipPicture, error) {
	jpeg, err := s.Cashier.Slips.Picture(ctx, c.ID(), c.Request.PathValue("slip"))
	return DepositSlipPicture{Picture: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg)}, err
}

// idOf reads a number of ours from this wire.
func idOf(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && n > 0 && wire.IDText(n) == text
}

func sortedKeys(m map[int64]string) []int64 {
	keys := make([]int64, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
