package cashier_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/banksheet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/cashier/suspense"
)

// balanced is a mapping without numbers of the bank and with a balance.
var balanced = banksheet.Mapping{Date: "时间", In: "收", Out: "付", Name: "户名", Account: "账号", Remarks: []string{"附言"}, Balance: "余额"}

// rawFile is a statement whose heading and rows are given as they stand in it.
// Each row begins with the minutes after a fixed time before now.
func (h *house) rawFile(m banksheet.Mapping, heading string, rows ...string) bankfile.StatementFile {
	first := h.clock.Now().Add(-time.Hour)
	text := heading + "\n"
	for i, row := range rows {
		text += calendar.Stamp(first.Add(time.Duration(i)*time.Minute)) + "," + row + "\n"
	}
	return bankfile.StatementFile{Account: 1, Name: "流水.csv", Mapping: m, Content: []byte(text)}
}

func TestALineIsNotImportedAgainFromAFileThatWasChanged(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const heading = "时间,收,付,户名,账号,附言,余额"
		a, b, c := `1000.50,,王小明,6217000010001234,x,"5,000.50"`, "20.00,,李四,6225880100001111,y,5020.50", "30.00,,王五,6225880100002222,z,5050.50"
		load := func(f bankfile.StatementFile) (int, error) {
			out, err := h.Statements.Import(t.Context(), anna, f)
			return out.Added, err
		}
		if n, err := load(h.rawFile(balanced, heading, a, b, c)); n != 3 || err != nil {
			t.Fatalf("the file of the bank: %d, %v", n, err)
		}
		n, err := load(h.rawFile(balanced, heading, "1000.5,,王小明,6217000010001234,x,5000.5", "20,,李四,6225880100001111,y,5020.5", c))
		if n != 0 || err != nil {
			t.Errorf("amounts without their zeros: %d added, %v", n, err)
		}
		_, err = load(h.rawFile(balanced, "时间,收,付,户名,账号,附言", "1000.50,,王小明,6217000010001234,x", "20.00,,李四,6225880100001111,y"))
		expect(t, "without the balance", err, bankfile.ErrOtherForm)
		_, err = load(h.rawFile(balanced, heading, a, "20.00,,李四,6.22588E+15,y,5020.50", c))
		expect(t, "an account number in powers of ten", err, banksheet.ErrRewritten)
		_, err = load(h.rawFile(balanced, heading, a, "20.00,,李四,6225880100001111,y2,5020.50", c))
		expect(t, "another remark within the time of the first file", err, bankfile.ErrFileChanged)
		if n, err := load(h.rawFile(balanced, heading, a, b, c, "40.00,,李四,6225880100001111,,5090.50")); n != 1 || err != nil {
			t.Errorf("a later line: %d added, %v", n, err)
		}
		if n := h.count("SELECT COUNT(*) FROM bank_line"); n != 4 {
			t.Errorf("%d lines of four transfers", n)
		}
	})
}

func TestALineUnderTheCodeOfAnotherOrderIsNotOffered(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(first.SN)
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", first.Payee.Code, "N1")))
		if out, err := h.confirmLine(anna, "N1", first.SN, false); err != nil || !out.Done {
			t.Fatalf("%+v, %v", out, err)
		}
		second := h.bankDeposit(10000, fmt.Sprint(ours))
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "转账 "+first.Payee.Code, "N2")))
		list := h.proposals("N2")
		if len(list) != 1 || list[0].SN != second.SN || list[0].Offered || list[0].Level != bankfile.Possible || !strings.Contains(fmt.Sprint(list[0].Why), "另一订单") {
			t.Errorf("under the code of an order that was credited: %+v", list)
		}
	})
}

func TestNumbersOfAnotherColumnAreNotComparable(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.load(anna, statement(1, numbered, h.in(10000, "王小明", "x1", "N1")))
		other := numbered
		other.Serial, other.Remarks = "附言", nil
		_, err := h.Statements.Import(t.Context(), anna, statement(1, other, h.in(10000, "王小明", "x1", "N1")))
		expect(t, "the same transfer under a number of another column", err, bankfile.ErrOtherForm)
	})
}

func TestATransferIsImportedForOneAccountOnly(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		a, b := h.in(10000, "王小明", "x", "N1"), h.in(20000, "王小明", "y", "N2")
		h.load(anna, statement(1, numbered, a))
		_, err := h.Statements.Import(t.Context(), anna, statement(2, numbered, a))
		expect(t, "the same file", err, bankfile.ErrFileElsewhere)
		_, err = h.Statements.Import(t.Context(), anna, statement(2, numbered, a, b))
		expect(t, "a file with the same line", err, bankfile.ErrLineElsewhere)
		if out := h.load(anna, statement(2, numbered, h.in(10100, "王小明", "x", "N1"))); out.Added != 1 {
			t.Errorf("the number with another amount is a transfer at another bank: %+v", out)
		}
		h.clock.Advance(48 * time.Hour)
		c := h.in(30000, "王小明", "z", "N3")
		var added atomic.Int64
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				if out, err := h.Statements.Import(t.Context(), anna, statement(int64(1+i%2), numbered, c)); err == nil {
					added.Add(int64(out.Added))
				}
			})
		}
		wg.Wait()
		if added.Load() != 1 {
			t.Errorf("imports for both accounts at once added %d lines", added.Load())
		}
	})
}

func TestANumberTypedByHandUsesNoLineOfAnotherAmount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(20000))
		ours := h.bankOf(d.SN)
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "", "N1")))
		_, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 20000, "N1"))
		expect(t, "credited", err, bank.ErrLineDiffers)
		_, err = h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 30000, "N1"))
		expect(t, "asked of a second person", err, bank.ErrLineDiffers)
		_, err = h.Incoming.Record(t.Context(), anna, suspense.StrayOrder{Account: fmt.Sprintf("bank:%d", ours), Amount: 20000, Payer: "王小明", Reference: "N1", Note: "没有对应的订单"})
		expect(t, "recorded in suspense", err, bank.ErrLineDiffers)
		if l := h.line("N1"); l.State != bank.LineOpen {
			t.Errorf("the line is %s", l.State)
		}
		h.expectBook("ming", "")
		// A line that comes after its number was typed stays open for people.
		if _, err := h.Deposits.ConfirmByHand(t.Context(), anna, confirm(d.SN, 20000, "N2")); err != nil {
			t.Fatal(err)
		}
		h.load(dora, statement(ours, numbered, h.in(5000, "王小明", "", "N2")))
		if l := h.line("N2"); l.State != bank.LineOpen {
			t.Errorf("a line of another amount that came later is %s", l.State)
		}
	})
}

func TestANumberThatABankUsesOnTwoDaysIsRefusedAndNotDropped(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.load(anna, statement(1, numbered, h.in(10000, "王小明", "x", "1")))
		h.clock.Advance(24 * time.Hour)
		_, err := h.Statements.Import(t.Context(), anna, statement(1, numbered, h.in(10000, "王小明", "x", "1")))
		expect(t, "the same number and amount on another day", err, bankfile.ErrSerialTwice)
	})
}

func TestAnExpiredOrderThatNobodyClaimedNeedsItsCode(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		ours := h.bankOf(d.SN)
		h.exec("UPDATE deposit SET state = 'expired' WHERE sn = ?", d.SN)
		h.load(dora, statement(ours, numbered, h.in(10000, "王小明", "", "N1"), h.in(10000, "王小明", d.Payee.Code, "N2")))
		if list := h.proposals("N1"); len(list) != 0 {
			t.Errorf("without the code: %+v", list)
		}
		if list := h.proposals("N2"); len(list) != 1 || list[0].SN != d.SN || list[0].Level != bankfile.Certain {
			t.Errorf("with the code: %+v", list)
		}
	})
}
