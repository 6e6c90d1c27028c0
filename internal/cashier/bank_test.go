package cashier_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/banksheet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/picture"
	"hongyun/internal/staff"
)

var dora = staff.Actor{ID: "s-dora", Name: "dora", Roles: []string{"finance"}, IP: "203.0.113.4"} // imports

// numbered is a mapping with numbers of the bank, plain one without.
var (
	numbered = banksheet.Mapping{Date: "时间", In: "收", Out: "付", Name: "户名", Account: "账号", Remarks: []string{"附言"}, Serial: "流水号"}
	plain    = banksheet.Mapping{Date: "时间", In: "收", Out: "付", Name: "户名", Account: "账号", Remarks: []string{"附言"}}
)

func (h *house) in(amount money.Fen, name, remark, serial string) string {
	return fmt.Sprintf("%s,%s,,%s,6217000010001234567,%s,%s\n", calendar.Stamp(h.clock.Now()), amount, name, remark, serial)
}

func (h *house) out(amount money.Fen, name, account, serial string) string {
	return fmt.Sprintf("%s,,%s,%s,%s,付款,%s\n", calendar.Stamp(h.clock.Now()), amount, name, account, serial)
}

func statement(account int64, m banksheet.Mapping, lines ...string) bankfile.StatementFile {
	return bankfile.StatementFile{
		Account: account, Name: "流水.csv", Mapping: m, Content: []byte("时间,收,付,户名,账号,附言,流水号\n" + strings.Join(lines, "")),
	}
}

func (h *house) load(by staff.Actor, f bankfile.StatementFile) bankfile.Imported {
	h.t.Helper()
	out, err := h.Statements.Import(h.t.Context(), by, f)
	if err != nil {
		h.t.Fatal(err)
	}
	return out
}

// line is the only line with a number of the bank.
func (h *house) line(serial string) bank.Line {
	h.t.Helper()
	list, _, err := h.Statements.Lines(h.t.Context(), bank.LineFilter{Serial: serial})
	if err != nil || len(list) == 0 {
		h.t.Fatalf("line %s: %v, %v", serial, list, err)
	}
	for _, l := range list {
		if l.State != bank.LineUndone {
			return l
		}
	}
	return list[0]
}

func (h *house) proposals(serial string) []bankfile.Proposal {
	h.t.Helper()
	_, list, err := h.Statements.OneLine(h.t.Context(), h.line(serial).ID)
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// confirmLine credits an order by a line that a person chose, and gives the line's own result.
func (h *house) confirmLine(by staff.Actor, serial, sn string, chosen bool) (order.Outcome, error) {
	h.t.Helper()
	list, err := h.Statements.Credit(h.t.Context(), by, []bankfile.LineChoice{{Line: h.line(serial).ID, SN: sn, Chosen: chosen}}, "银行流水已到账")
	if err != nil {
		h.t.Fatal(err)
	}
	return list[0].Outcome, list[0].Err
}

func (h *house) payLine(by staff.Actor, serial, sn string) error {
	h.t.Helper()
	list, err := h.Statements.Pay(h.t.Context(), by, []bankfile.LineChoice{{Line: h.line(serial).ID, SN: sn, Chosen: true}}, "银行流水已付出")
	if err != nil {
		h.t.Fatal(err)
	}
	return list[0].Err
}

// bankOf is the account that an order is to be paid to.
func (h *house) bankOf(sn string) int64 {
	h.t.Helper()
	return int64(h.count("SELECT company_bank FROM deposit WHERE sn = ?", sn))
}

func (h *house) settled() {
	h.t.Helper()
	if _, err := h.ledger.Verify(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

func TestALineIsImportedOnceHoweverOftenItsFileComes(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		a, b, c := h.in(10000, "王小明", "x", "N1"), h.in(20000, "王小明", "y", "N2"), h.in(30000, "李四", "z", "N3")
		if out := h.load(anna, statement(1, numbered, a, b)); out.Added != 2 || out.Before != "" {
			t.Errorf("first: %+v", out)
		}
		if out := h.load(boris, statement(1, numbered, a, b)); out.Added != 0 || !strings.Contains(out.Before, "anna") {
			t.Errorf("the same file again: %+v", out)
		}
		if out := h.load(anna, statement(1, numbered, b, c)); out.Added != 1 || out.Lines != 2 {
			t.Errorf("an overlapping file: %+v", out)
		}
		if out := h.load(anna, statement(2, numbered, h.in(40000, "王小明", "x", "N1"))); out.Added != 1 {
			t.Errorf("the same number at another bank: %+v", out)
		}
		_, err := h.Statements.Import(t.Context(), anna, statement(1, numbered, h.in(10100, "王小明", "x", "N1")))
		expect(t, "the same number with another amount", err, bankfile.ErrSerialTwice)
		_, err = h.Statements.Import(t.Context(), anna, statement(1, plain, c))
		expect(t, "the same days told apart in another way", err, bankfile.ErrOtherForm)
		_, err = h.Statements.Import(t.Context(), anna, statement(7, plain, c))
		expect(t, "no account of ours", err, bankfile.ErrStatementFor)
		h.clock.Advance(-72 * time.Hour)
		_, err = h.Statements.Import(t.Context(), anna, statement(1, numbered, a))
		expect(t, "a line of tomorrow", err, bankfile.ErrFuture)

		// Without numbers of the bank, equal lines are told apart by how many there are.
		h.clock.Advance(96 * time.Hour)
		d := h.in(50000, "王小明", "x", "")
		if out := h.load(anna, statement(1, plain, d, d)); out.Added != 2 {
			t.Errorf("two equal lines: %+v", out)
		}
		if out := h.load(anna, statement(1, plain, d, d, d)); out.Added != 1 {
			t.Errorf("a third: %+v", out)
		}
		h.clock.Advance(48 * time.Hour)
		e := h.in(60000, "王小明", "x", "")
		var added atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				out, err := h.Statements.Import(t.Context(), anna, statement(1, plain, e))
				if err != nil {
					t.Error(err)
				}
				added.Add(int64(out.Added))
			})
		}
		wg.Wait()
		if added.Load() != 1 {
			t.Errorf("eight imports at once added %d lines", added.Load())
		}
		h.refuses("UPDATE bank_line SET amount = amount + 1")
		h.refuses("DELETE FROM bank_line")
		h.refuses("UPDATE bank_file SET account = 2")
	})
}

func TestALineCreditsOneDepositAndADepositIsCreditedByOneLine(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		h.clock.Advance(time.Minute)
		h.load(dora, statement(ours, numbered, h.in(10000, "王 小明", "转账"+d.Payee.Code, "N1"), h.in(10000, "赵六", "", "N2")))
		list := h.proposals("N1")
		if len(list) != 1 || list[0].SN != d.SN || list[0].Level != bankfile.Certain || !list[0].Offered || !strings.Contains(strings.Join(list[0].Why, "，"), "识别码") {
			t.Fatalf("proposed: %+v", list)
		}
		if list := h.proposals("N2"); len(list) != 1 || list[0].Level != bankfile.Possible || list[0].Offered {
			t.Errorf("a stranger's line: %+v", list)
		}
		_, err := h.confirmLine(anna, "N2", d.SN, false)
		expect(t, "a line that is not offered", err, bankfile.ErrLineChoose)
		if out, err := h.confirmLine(anna, "N1", d.SN, false); err != nil || !out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		if out, err := h.confirmLine(anna, "N1", d.SN, false); err != nil || !out.Done {
			t.Errorf("a repeated click: %+v, %v", out, err)
		}
		_, err = h.confirmLine(anna, "N2", d.SN, true)
		expect(t, "a second line for the same deposit", err, deposit.ErrState)
		other := h.bankDeposit(10000, fmt.Sprint(ours))
		_, err = h.confirmLine(anna, "N1", other.SN, true)
		expect(t, "the same line for a second deposit", err, bank.ErrLineState)
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(other.SN, 10000, "n1"))
		expect(t, "its number typed by hand", err, order.ErrBankRefUsed)
		if l := h.line("N1"); l.State != bank.LineUsed || l.SN != d.SN {
			t.Errorf("%+v", l)
		}
		h.expectBook("ming", fmt.Sprintf("centre 10000 bank%d -10000", ours))
		h.refuses("UPDATE bank_line SET state = 'open', sn = '' WHERE state = 'used'")
		h.refuses("UPDATE bank_line SET state = 'used', sn = ? WHERE serial = 'N2'", d.SN)
	})
}

func TestLinesConfirmedAtOnceCreditOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		e := h.bankDeposit(10000, fmt.Sprint(ours))
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "", "N1"), h.in(10000, "王小明", "", "N2")))
		var done atomic.Int64
		var wg sync.WaitGroup
		for i := range 16 {
			line, sn := []string{"N1", "N2"}[i%2], []string{d.SN, e.SN}[i/2%2]
			id := h.line(line).ID
			wg.Go(func() {
				list, err := h.Statements.Credit(t.Context(), []staff.Actor{anna, boris}[i%2], []bankfile.LineChoice{{Line: id, SN: sn, Chosen: true}}, "银行流水已到账")
				if err != nil {
					t.Error(err)
					return
				}
				if list[0].Outcome.Done {
					done.Add(1)
				}
			})
		}
		wg.Wait()
		if n := h.count("SELECT COUNT(*) FROM bank_line WHERE state = 'used'"); n != 2 {
			t.Errorf("%d lines used for two deposits", n)
		}
		h.expectBook("ming", fmt.Sprintf("centre 20000 bank%d -20000", ours))
	})
}

func TestOnlyTheSingleMatchIsOffered(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		h.bankDeposit(10000, fmt.Sprint(ours))
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "", "N1")))
		for _, p := range h.proposals("N1") {
			if p.Offered || p.Level != bankfile.Likely {
				t.Errorf("one of two orders: %+v", p)
			}
		}
		third := h.bankDeposit(77700, fmt.Sprint(ours))
		h.load(dora, statement(ours, numbered, h.in(77700, "王小明", "", "N3"), h.in(77700, "王小明", "", "N4")))
		if list := h.proposals("N3"); len(list) != 1 || list[0].Offered || list[0].SN != third.SN {
			t.Errorf("one of two lines: %+v", list)
		}
		fourth := h.bankDeposit(88800, fmt.Sprint(ours))
		h.load(dora, statement(ours, numbered, h.in(88800, "李四", fourth.Payee.Code, "N5"), h.in(88900, "王小明", fourth.Payee.Code, "N6")))
		if list := h.proposals("N5"); len(list) != 1 || list[0].Offered || list[0].Level != bankfile.Possible {
			t.Errorf("another payer under the code: %+v", list)
		}
		list := h.proposals("N6")
		if len(list) != 1 || list[0].Offered {
			t.Fatalf("another amount under the code: %+v", list)
		}
		out, err := h.confirmLine(anna, "N6", fourth.SN, true)
		h.agree(out, err) // another amount than was ordered is never one person's word
		h.clock.Advance(5 * 24 * time.Hour)
		h.load(dora, statement(ours, numbered, h.in(77700, "王小明", "", "N7")))
		if list := h.proposals("N7"); len(list) != 0 {
			t.Errorf("an order of five days ago: %+v", list)
		}
	})
}

func TestTheImporterOfALineIsNotTheSecondPersonOfItsCredit(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		limit := h.set.DepositSecondAbove
		d := h.deposit(h.bankOrder(limit + 100))
		ours := h.bankOf(d.SN)
		h.load(boris, statement(ours, numbered, h.in(limit+100, "王小明", d.Payee.Code, "N1")))
		// Boris, who imported it, cannot credit it alone.
		out, err := h.confirmLine(boris, "N1", d.SN, false)
		if err != nil || out.Done || out.ApprovalID == "" {
			t.Fatalf("above the limit: %+v, %v", out, err)
		}
		if p := h.proposals("N1"); len(p) != 1 || p[0].Offered || p[0].Asked != out.ApprovalID {
			t.Errorf("while a request is open: %+v", p)
		}
		if _, err := h.staff.Withdraw(t.Context(), boris, out.ApprovalID, "请同事提交"); err != nil {
			t.Fatal(err)
		}
		// Nor can he agree to what Anna asks on the word of his file.
		if out, err = h.confirmLine(anna, "N1", d.SN, false); err != nil || out.ApprovalID == "" {
			t.Fatalf("%+v, %v", out, err)
		}
		_, err = h.staff.Decide(t.Context(), boris, out.ApprovalID, true, "")
		expect(t, "the importer agrees", err, bank.ErrOwnImport)
		h.expectBook("ming", "")
		h.agreeAs(dora, out.ApprovalID)
		h.expectBook("ming", fmt.Sprintf("centre %d bank%d -%d", limit+100, ours, limit+100))
		if n := h.count("SELECT COUNT(*) FROM desk_act WHERE sn = ? AND act = 'credit' AND amount = 0", d.SN); n != 1 {
			t.Errorf("that boris vouched for the money is not kept: %d acts", n)
		}
	})
}

func TestANumberTypedByHandUsesItsLine(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "", "N1")))
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 10000, "N1")); err != nil {
			t.Fatal(err)
		}
		if l := h.line("N1"); l.State != bank.LineUsed || l.SN != d.SN {
			t.Errorf("before: %+v", l)
		}
		e := h.bankDeposit(20000, fmt.Sprint(ours))
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(e.SN, 20000, "N2")); err != nil {
			t.Fatal(err)
		}
		h.load(dora, statement(ours, numbered, h.in(20000, "王小明", "", "N2")))
		if l := h.line("N2"); l.State != bank.LineUsed || l.SN != e.SN {
			t.Errorf("a line that comes later: %+v", l)
		}
		// Booked under another number, a line is linked and credits nothing.
		f := h.bankDeposit(30000, fmt.Sprint(ours))
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(f.SN, 30000, "TYPO3")); err != nil {
			t.Fatal(err)
		}
		h.load(dora, statement(ours, numbered, h.in(30000, "王小明", "", "N3")))
		if p := h.proposals("N3"); len(p) != 1 || !p[0].Booked || p[0].Offered {
			t.Fatalf("booked under another number: %+v", p)
		}
		id := h.line("N3").ID
		expect(t, "linked to another", h.Statements.Link(t.Context(), anna, id, e.SN, "同一笔款项"), bankfile.ErrLineBooked)
		expect(t, "linked", h.Statements.Link(t.Context(), anna, id, f.SN, "同一笔款项"), nil)
		g := h.bankDeposit(30000, fmt.Sprint(ours))
		_, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(g.SN, 30000, "N3"))
		expect(t, "the number of a linked line", err, bank.ErrLineUsed)
		expect(t, "reopened", h.Statements.Reopen(t.Context(), anna, id, "关联错误"), nil)
		expect(t, "ignored", h.Statements.Ignore(t.Context(), anna, id, "结息"), nil)
		_, err = h.confirmLine(anna, "N3", g.SN, true)
		expect(t, "an ignored line", err, bank.ErrLineState)
	})
}

func TestALineWithoutAnOrderGoesIntoSuspenseOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.load(dora, statement(1, numbered, h.in(10000, "王小明", "", "N1")))
		id := h.line("N1").ID
		s, err := h.Statements.Suspend(t.Context(), anna, id, "没有对应的订单")
		if err != nil || s.Amount != 10000 || s.Payer != "王小明" || s.Txn != "N1" {
			t.Fatalf("%+v, %v", s, err)
		}
		_, err = h.Statements.Suspend(t.Context(), anna, id, "没有对应的订单")
		expect(t, "again", err, bank.ErrLineState)
		out, err := h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: s.SN, Player: "ming", Reason: "玩家提供了转账凭证"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(t.Context(), dora, out.ApprovalID, true, "")
		expect(t, "the importer agrees", err, bank.ErrOwnImport)
		h.agreeAs(boris, out.ApprovalID)
		h.expectBook("ming", "centre 10000 bank1 -10000")
	})
}

func TestAFileOfTheWrongAccountIsUndoneWhileNothingIsBooked(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		wrong := 3 - ours
		a, b := h.in(10000, "王小明", d.Payee.Code, "N1"), h.in(500, "银行", "结息", "N2")
		file := h.load(dora, statement(wrong, numbered, a, b))
		if p := h.proposals("N1"); len(p) != 0 {
			t.Errorf("another account: %+v", p)
		}
		_, err := h.confirmLine(anna, "N1", d.SN, true)
		expect(t, "credited by another account's line", err, deposit.ErrLineAccount)
		expect(t, "without a reason", h.Statements.Undo(t.Context(), anna, file.ID, ""), staff.ErrReason)
		expect(t, "undone", h.Statements.Undo(t.Context(), anna, file.ID, "选错账户"), nil)
		expect(t, "undone twice", h.Statements.Undo(t.Context(), anna, file.ID, "选错账户"), bankfile.ErrUndone)
		again := h.load(dora, statement(wrong, numbered, b))
		if again.Added != 1 {
			t.Errorf("a line that was undone comes again: %+v", again)
		}
		expect(t, "undone again", h.Statements.Undo(t.Context(), anna, again.ID, "选错账户"), nil)
		right := h.load(dora, statement(ours, numbered, a, b))
		if right.Added != 2 || right.Before != "" {
			t.Errorf("imported for the right account: %+v", right)
		}
		list, _, err := h.Statements.Lines(t.Context(), bank.LineFilter{File: right.ID, Awaited: true})
		if err != nil || len(list) != 1 || list[0].Serial != "N1" {
			t.Errorf("lines whose amount is awaited: %+v, %v", list, err)
		}
		results, err := h.Statements.Credit(t.Context(), anna, []bankfile.LineChoice{{Line: list[0].ID, SN: d.SN}}, "银行流水已到账")
		if err != nil || results[0].Err != nil || !results[0].Outcome.Done {
			t.Errorf("%+v, %v", results, err)
		}
		expect(t, "a file with a booked line", h.Statements.Undo(t.Context(), anna, right.ID, "选错账户"), bankfile.ErrFileUsed)
	})
}

func TestAnOutgoingLinePaysTheWithdrawalThatItFits(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		card := h.bind("ming", 1)
		w := h.withdraw(card, 10000)
		h.approve(anna, w.SN)
		full, err := h.Payouts.Destination(t.Context(), clara, w.SN)
		if err != nil {
			t.Fatal(err)
		}
		h.load(dora, statement(2, numbered, h.out(10000, "王小明", full.Number, "P1"), h.out(500, "银行", "", "P1"), h.out(10000, "王小明", "6200000000000000", "P2")))
		var payment, fee bank.Line
		list, _, _ := h.Statements.Lines(t.Context(), bank.LineFilter{Serial: "P1"})
		for _, l := range list {
			if l.Amount == 10000 {
				payment = l
			} else {
				fee = l
			}
		}
		_, p, err := h.Statements.OneLine(t.Context(), payment.ID)
		if err != nil || len(p) != 1 || p[0].SN != w.SN || p[0].Level != bankfile.Certain || !p[0].Offered {
			t.Fatalf("proposed: %+v, %v", p, err)
		}
		if p := h.proposals("P2"); len(p) != 1 || p[0].Level != bankfile.Possible {
			t.Errorf("another account: %+v", p)
		}
		pay := func(by staff.Actor, line string) error {
			out, err := h.Statements.Pay(t.Context(), by, []bankfile.LineChoice{{Line: line, SN: w.SN, Chosen: true}}, "银行流水已付出")
			if err != nil {
				t.Fatal(err)
			}
			return out[0].Err
		}
		expect(t, "the approver pays", pay(anna, payment.ID), payer.ErrOwnApproval)
		expect(t, "a fee pays", pay(clara, fee.ID), bank.ErrLineDiffers)
		expect(t, "paid", pay(clara, payment.ID), nil)
		expect(t, "a repeated click", pay(clara, payment.ID), nil)
		expect(t, "paid by another line", h.payLine(clara, "P2", w.SN), withdrawal.ErrState)
		h.expectBook("ming", "centre 40000 payout 10000")
		if n := h.count("SELECT COUNT(*) FROM bank_line WHERE state = 'used'"); n != 1 {
			t.Errorf("%d lines used", n)
		}
		if p := h.proposals("P2"); len(p) != 0 {
			t.Errorf("a paid withdrawal that has its line: %+v", p)
		}
		h.settled()
	})
}

func TestAnOrderIsInOneBatchAndIsPaidInNoOtherWay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.give("ming", 100000)
		card := h.bind("ming", 1)
		a, b, c := h.withdraw(card, 10000), h.withdraw(card, 20000), h.withdraw(card, 30000)
		h.approve(anna, a.SN)
		h.approve(anna, b.SN)
		_, err := h.Batches.Create(ctx, clara, []string{a.SN, c.SN})
		if expect(t, "an order that is not approved", err, payer.ErrBatchOrder); !strings.Contains(fmt.Sprint(err), c.SN) {
			t.Errorf("%v names no order", err)
		}
		_, err = h.Batches.Create(ctx, anna, []string{a.SN})
		expect(t, "of the one who approved", err, payer.ErrBatchOrder)
		_, err = h.Batches.Create(ctx, clara, nil)
		expect(t, "nothing", err, payer.ErrBatchSize)
		batch, err := h.Batches.Create(ctx, clara, []string{b.SN, a.SN, a.SN})
		if err != nil || batch.Number != 1 || batch.Orders != 2 || batch.Amount != 30000 {
			t.Fatalf("%+v, %v", batch, err)
		}
		_, err = h.Batches.Create(ctx, clara, []string{a.SN})
		expect(t, "in two batches", err, payer.ErrBatchOrder)
		h.refuses("UPDATE withdrawal SET batch = 2 WHERE batch = 1")
		h.refuses("UPDATE withdrawal SET batch = 1 WHERE sn = ?", c.SN)
		_, err = h.Payouts.Destination(ctx, clara, a.SN)
		expect(t, "read by itself", err, withdrawal.ErrInBatch)
		_, err = h.Batches.File(ctx, anna, 1)
		expect(t, "the file for the one who approved", err, payer.ErrBatchOrder)
		file, err := h.Batches.File(ctx, clara, 1)
		if err != nil || len(file.Lines) != 2 || file.Batch.Downloads != 1 || len(file.Lines[0].Number) < 16 || file.Lines[0].Holder != "王小明" {
			t.Fatalf("%+v, %v", file, err)
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'payout.batch_file'"); n != 1 {
			t.Errorf("%d downloads in the trail", n)
		}
		_, err = h.Payouts.FailPayout(ctx, clara, a.SN, "银行退回")
		expect(t, "failed while the bank may pay", err, payer.ErrPayoutFresh)
		if _, err := h.Payouts.Pay(ctx, clara, a.SN, "PAID1"); err != nil {
			t.Errorf("paid by the batch: %v", err)
		}
		out, err := h.Batches.Cancel(ctx, clara, 1, "银行拒收文件")
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(ctx, clara, out.ApprovalID, true, "")
		expect(t, "cancelled by one person", err, staff.ErrOwnRequest)
		_, err = h.Payouts.Destination(ctx, clara, b.SN)
		expect(t, "before a second person agrees", err, withdrawal.ErrInBatch)
		h.agreeAs(boris, out.ApprovalID)
		if _, err := h.Payouts.Destination(ctx, clara, b.SN); err != nil {
			t.Errorf("after it was cancelled: %v", err)
		}
		_, err = h.Batches.File(ctx, clara, 1)
		expect(t, "the file of a cancelled batch", err, payer.ErrBatchEnded)
		if next, err := h.Batches.Create(ctx, clara, []string{b.SN}); err != nil || next.Number != 2 {
			t.Errorf("%+v, %v", next, err)
		}
		// A request to cancel is void once the file was downloaded again.
		out, err = h.Batches.Cancel(ctx, clara, 2, "银行拒收文件")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Batches.File(ctx, clara, 2); err != nil {
			t.Fatal(err)
		}
		_, err = h.staff.Decide(ctx, boris, out.ApprovalID, true, "")
		expect(t, "downloaded since", err, staff.ErrSubjectChange)
		list, total, err := h.Batches.List(ctx, staff.Page{})
		if err != nil || total != 2 || list[0].Waiting != 1 || list[1].State != payer.BatchCancelled {
			t.Errorf("%+v, %d, %v", list, total, err)
		}
	})
}

func slipPicture(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 20, 10))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestASlipIsKeptForStaffAndCreditsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		d, link := h.deposit(h.bankOrder(10000)), h.deposit(h.order(10000))
		h.register("hong", "李红")
		_, err := h.Slips.Add(ctx, "hong", d.SN, slipPicture(t))
		expect(t, "another player's order", err, deposit.ErrNotFound)
		_, err = h.Slips.Add(ctx, "ming", link.SN, slipPicture(t))
		expect(t, "a gateway's order", err, slip.ErrSlipOrder)
		_, err = h.Slips.Add(ctx, "ming", d.SN, []byte("<svg onload=alert(1)>"))
		expect(t, "no picture", err, picture.ErrPicture)
		for range slip.MaxSlips {
			if _, err := h.Slips.Add(ctx, "ming", d.SN, slipPicture(t)); err != nil {
				t.Fatal(err)
			}
		}
		_, err = h.Slips.Add(ctx, "ming", d.SN, slipPicture(t))
		expect(t, "too many of one order", err, slip.ErrSlips)
		list, err := h.Slips.Of(ctx, d.SN)
		if err != nil || len(list) != slip.MaxSlips {
			t.Fatalf("%v, %v", list, err)
		}
		if jpeg, err := h.Slips.PictureOf(ctx, "ming", d.SN, list[0].ID); err != nil || !bytes.HasPrefix(jpeg, []byte("\xff\xd8")) {
			t.Errorf("%v", err)
		}
		_, err = h.Slips.PictureOf(ctx, "hong", d.SN, list[0].ID)
		expect(t, "another player looks", err, slip.ErrNoSlip)
		_, err = h.Slips.Picture(ctx, link.SN, list[0].ID)
		expect(t, "of another order", err, slip.ErrNoSlip)
		if h.state(d.SN) != deposit.Pending {
			t.Errorf("a slip moved the order to %s", h.state(d.SN))
		}
		h.expectBook("ming", "")
		n := 0
		for range 12 {
			e := h.deposit(h.bankOrder(10000))
			if _, err := h.Slips.Add(ctx, "ming", e.SN, slipPicture(t)); err == nil {
				n++
			} else if !errors.Is(err, slip.ErrSlipDay) {
				t.Error(err)
			}
		}
		if n != 6 {
			t.Errorf("%d slips after four, of ten a day", n)
		}
		h.clock.Advance(366 * 24 * time.Hour)
		if err := h.Slips.Prune(ctx); err != nil || h.count("SELECT COUNT(*) FROM deposit_slip") != 0 {
			t.Errorf("after a year: %v", err)
		}
	})
}
