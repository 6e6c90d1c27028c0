package reconcile

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// kindRebuild is the second person's request to book what a restore lost.
const kindRebuild staff.Kind[rebuilding] = "finding.rebuild"

// RebuildOrder is a request to book what a company has and we do not.
type RebuildOrder struct {
	Finding string
	Player  string // whose it was; only of a payment, for a gateway does not know our players
	Reason  string // how that is known
}

type rebuilding struct {
	Finding string    `json:"finding"`
	Player  string    `json:"player"`
	Amount  money.Fen `json:"amount"`
}

// AskToRebuild asks for a second person's approval to book a finding as the
// company has it. A payment whose order was lost becomes its order again,
// credited; a player's money at a venue becomes the venue's figure. It returns
// the request's id. It leads to the opening of a gate that a restore closed, so
// it works while the gate is closed. Faults: ErrNoFinding, ErrEnded,
// ErrNotRebuilt, ErrWhose, staff's.
func (r *Reconciler) AskToRebuild(ctx context.Context, by staff.Actor, o RebuildOrder) (approval string, err error) {
	err = r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		f, err := findFinding(ctx, tx, o.Finding, tx.ForUpdate())
		if err != nil {
			return err
		}
		player, amount, err := rebuildable(f, strings.ToLower(strings.TrimSpace(o.Player)))
		if err != nil {
			return err
		}
		approval, err = r.Staff.RequestApproval(ctx, tx, by, kindRebuild.Request(rebuilding{f.ID, player, amount}, staff.Request{
			Subject: subjectOf(f.ID), Label: f.Subject, Title: "按公司账单补录：" + f.Kind.Title(), Amount: &amount, Player: player, Reason: o.Reason,
			Details: []staff.Detail{
				{Label: "差异", Value: f.What()}, {Label: "通道", Value: f.ChannelText()}, {Label: "玩家", Value: player},
				{Label: "订单号", Value: cmp.Or(f.Ref, "无")}, {Label: "流水号", Value: cmp.Or(f.Txn, "无")}, {Label: "补录金额", Value: amount.Grouped()},
			},
		}))
		return err
	})
	return approval, err
}

// rebuildable returns the player and amount to book, or the reason against it.
func rebuildable(f finding.Finding, player string) (string, money.Fen, error) {
	switch {
	case f.State != finding.Open:
		return "", 0, ErrEnded
	case f.Kind == finding.Balance && f.Difference != 0:
		return f.Player, max(f.Difference, -f.Difference), nil
	case f.Kind != finding.GatewayUnknown || f.Amount <= 0:
		return "", 0, ErrNotRebuilt
	case player == "":
		return "", 0, ErrWhose
	}
	return player, f.Amount, nil
}

// rebuildApproved books what two people agreed on, and settles the finding in
// the same transaction.
func (r *Reconciler) rebuildApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p rebuilding) error {
	f, err := findFinding(ctx, tx, p.Finding, tx.ForUpdate())
	if err != nil {
		return err
	}
	if _, amount, err := rebuildable(f, p.Player); err != nil || amount != p.Amount {
		return staff.ErrSubjectChange
	}
	agreed := a.MakerName + "、" + by.Name
	if f.Kind == finding.Balance {
		if err = r.rebuildBalance(ctx, tx, agreed, f); err == nil {
			err = stillDiffers(ctx, tx, f)
		}
	} else {
		_, code, _ := strings.Cut(f.Channel, ":")
		err = r.Payment(ctx, tx, agreed, deposit.LostPayment{
			Gateway: code, Ref: f.Ref, Txn: f.Txn, Amount: f.Amount, At: f.At, Player: p.Player, Reason: a.Reason,
		})
	}
	if err != nil {
		return err
	}
	return r.settleIn(ctx, tx, by, agreed, f.ID, "补录："+a.Reason)
}

// rebuildBalance sets our mirror of a player's money at a venue to the venue's
// balance: the transfers between the two were lost. The operator pays the part
// that the player no longer has in the centre wallet.
func (r *Reconciler) rebuildBalance(ctx context.Context, tx *db.Tx, who string, f finding.Finding) error {
	_, code, _ := strings.Cut(f.Channel, ":")
	centre, at := ledger.Centre(f.Player), ledger.VenueWallet(f.Player, code)
	post := func(postings ...ledger.Posting) error {
		_, err := r.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "adjust", Key: "rebuild:" + f.ID, Kind: "adjust.rebuild", Ref: f.ID, Memo: f.Subject, By: who, Postings: postings,
		})
		return err
	}
	missing := int64(f.Difference)
	if missing < 0 {
		return post(ledger.Posting{From: at, To: centre, Amount: -missing})
	}
	for have := missing; ; {
		var postings []ledger.Posting
		if have > 0 {
			postings = append(postings, ledger.Posting{From: centre, To: at, Amount: have})
		}
		if have < missing {
			postings = append(postings, ledger.Posting{From: ledger.HouseLoss(), To: at, Amount: missing - have})
		}
		err := post(postings...)
		if !errors.Is(err, ledger.ErrInsufficient) || have == 0 {
			return err
		}
		held, err := r.Ledger.Balance(ctx, tx, centre)
		if err != nil {
			return err
		}
		have = max(min(held, have-1), 0)
	}
}

// stillDiffers is staff.ErrSubjectChange unless the balance we now expect at the venue
// is the one the finding names. If a bet or a transfer has come in since, two
// people looked at another difference, and nothing is booked.
func stillDiffers(ctx context.Context, tx *db.Tx, f finding.Finding) error {
	_, code, _ := strings.Cut(f.Channel, ":")
	s, err := seatOf(ctx, tx, code, f.Player)
	if err == nil && (s.Unsettled > 0 || money.Fen(s.Mirror-s.Staked).String() != f.Found) {
		err = staff.ErrSubjectChange
	}
	return err
}

// StartAfter begins the comparison that a restore asks for: everything that the
// restored books may not know. ErrRunning says that another has not ended yet.
func (r *Reconciler) StartAfter(ctx context.Context, by staff.Actor, c guard.Closing) (Run, error) {
	run := Run{ID: uuid.Must(uuid.NewV7()).String(), Cause: Restore, By: by.Name, From: c.From, To: r.DB.Clock().Now()}
	return run, r.begin(ctx, &run, func(ctx context.Context, tx *db.Tx) error {
		if err := r.Queue.Enqueue(ctx, tx, runArgs{run.ID}); err != nil {
			return err
		}
		return r.Staff.Audit(ctx, tx, by, staff.Change{Action: "reconcile.run", Subject: "reconcile:" + run.ID, Label: "恢复后对账"})
	})
}
