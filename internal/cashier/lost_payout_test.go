package cashier_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

func (h *house) bookLost(by staff.Actor, player string, amount money.Fen, ref string) (order.Outcome, error) {
	return h.Payouts.BookLost(h.t.Context(), by, payer.LostPayout{Player: player, Amount: amount, Reference: ref, Reason: "银行流水有，账目没有"})
}

// restored notes that the database was restored, as the gate does.
func (h *house) restored() {
	h.t.Helper()
	h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.guard.Gate.CloseRestored(ctx, tx, staff.System("gate"), "数据库已从备份恢复")
	})
}

// opened opens the gate that a restore closed.
func (h *house) opened() {
	h.t.Helper()
	h.must(h.guard.Gate.OpenAlone(h.t.Context(), staff.System("gate open"), guard.DoorAll, "对账完成", true))
}

// askedLost is a request without the checks of BookLost, so that its approval is tried alone.
func (h *house) askedLost(by staff.Actor, player string, amount money.Fen, ref string) (approval string) {
	h.t.Helper()
	type asked struct {
		Player    string    `json:"player"`
		Amount    money.Fen `json:"amount"`
		Reference string    `json:"reference"`
	}
	h.write(func(ctx context.Context, tx *db.Tx) (err error) {
		approval, err = h.staff.RequestApproval(ctx, tx, by, staff.Kind[asked]("payout.lost").Request(asked{player, amount, ref}, staff.Request{
			Subject: fmt.Sprint("player:", player, ":payout:", h.serial.Add(1)), Label: player, Title: "补记已付提款", Reason: "银行流水有，账目没有",
			Details: []staff.Detail{{Label: "玩家", Value: player}},
		}))
		return err
	})
	return approval
}

// refusesLost says that neither step books a payment as lost.
func (h *house) refusesLost(what, player string, amount money.Fen, ref string, want error) {
	h.t.Helper()
	before := h.books()
	_, err := h.bookLost(anna, player, amount, ref)
	expect(h.t, what+": the request", err, want)
	_, err = h.staff.Decide(h.t.Context(), boris, h.askedLost(anna, player, amount, ref), true, "")
	expect(h.t, what+": the approval", err, want)
	h.expectBooks(what, before)
}

// H-478: two people cannot take money under an invented number where nothing was lost.
func TestWithoutARestoreNoPayoutIsLost(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		h.refusesLost("books that were never restored", "ming", 10000, "P1", payer.ErrNotRestored)
		h.restored()
		h.opened()
		h.agree(h.bookLost(anna, "ming", 10000, "P2"))
		h.expectBooks("booked after the gate was opened again", "adjust -50000 bank:payout 10000 ming:centre 40000")
	})
}

// expectDebt says that what ming owes is the one open case, and none where nothing is.
func (h *house) expectDebt(owed money.Fen) {
	h.t.Helper()
	list, n, err := h.Records.Cases(h.t.Context(), cashier.CaseFilter{Limit: 10})
	if err != nil {
		h.t.Fatal(err)
	}
	if owed == 0 {
		if n != 0 {
			h.t.Errorf("open cases: %+v", list)
		}
		return
	}
	if n != 1 || list[0].ID != "owed:ming" || list[0].Player != "ming" || list[0].Amount != owed || list[0].Since.IsZero() {
		h.t.Errorf("open cases: %+v, want a debt of %s", list, owed)
	}
}

// H-478: the debt that is left is settled as any other, and its case ends.
func TestTheDebtOfALostPayoutIsSettled(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.restored()
		h.agree(h.bookLost(anna, "ming", 10000, "P1"))
		h.expectDebt(10000)
		h.agree(h.Deposits.SettleOwed(t.Context(), anna, deposit.DebtOrder{Player: "ming", Forgive: true, Amount: 4000, Reason: "与玩家商定"}))
		h.expectDebt(6000)
		h.give("ming", 6000)
		h.agree(h.Deposits.SettleOwed(t.Context(), anna, deposit.DebtOrder{Player: "ming", Amount: 6000, Reason: "与玩家商定"}))
		h.expectDebt(0)
		expect(t, "withdrawals", h.guard.Check(t.Context(), h.d, "ming", guard.Withdraw), nil)
	})
}

// H-478: two people take a payment that a restore lost from the player who has it,
// once; the part that the player has no more is owed.
func TestALostPayoutIsTakenFromItsPlayerOnce(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spent money.Fen
		after string
		owed  money.Fen
		told  string
	}{
		{"all is there", 0, "adjust -50000 bank:payout 10000 ming:centre 40000", 0, "%已从中心钱包扣除 ¥100.00。如有疑问%"},
		{"a part is gone", 44000, "adjust -50000 bank:payout 10000 gaming 44000 owed:ming -4000", 4000, "%扣除 ¥60.00。余额不足的 ¥40.00 记为欠款%"},
		{"all is gone", 50000, "adjust -50000 bank:payout 10000 gaming 50000 owed:ming -10000", 10000, "%现已补记。余额不足的 ¥100.00 记为欠款%"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.give("ming", 50000)
				h.spend(tc.spent)
				h.restored()
				h.twoAgree(func(by staff.Actor) (order.Outcome, error) { return h.bookLost(by, "ming", 10000, "icbc 77") }, bank.ErrReferenceUsed)
				h.expectBooks("booked", tc.after)
				if owed, err := h.Deposits.Owed(t.Context(), h.d, "ming"); err != nil || owed != tc.owed {
					t.Errorf("owes %s, %v", owed, err)
				}
				h.expectDebt(tc.owed)
				if blocked := h.guard.Check(t.Context(), h.d, "ming", guard.Withdraw) != nil; blocked != (tc.owed > 0) {
					t.Errorf("withdrawals are blocked: %v", blocked)
				}
				if n := h.count("SELECT COUNT(*) FROM inbox_message WHERE player = 'ming' AND title = '补记已付提款 ¥100.00' AND body LIKE ?", tc.told); n != 1 {
					t.Error("the player is not told")
				}
				if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'payout.lost' AND label = 'ming' AND reason = '银行流水有，账目没有'"); n != 1 {
					t.Error("the trail does not say what was done")
				}
				h.sound()
			})
		})
	}
}

// H-478: one number of a bank pays once, whether it is in the books as a withdrawal
// or as a payment that was lost.
func TestANumberThatPaidIsNotBookedAsLost(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		h.register("hong", "李四")
		h.give("hong", 50000)
		card := h.bind("ming", 1)
		h.paid(card, 10000, "P1")
		h.restored()
		_, err := h.bookLost(anna, "ming", 10000, " p 1")
		expect(t, "the number of a paid withdrawal", err, bank.ErrReferenceUsed)
		h.exec("INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES ('payout:alpha', 'A1', 'W0', 10000, 1)")
		_, err = h.bookLost(anna, "ming", 10000, "A1")
		expect(t, "the number of a company's payment", err, bank.ErrReferenceUsed)
		mine, err := h.bookLost(anna, "ming", 10000, "P2")
		if err != nil {
			t.Fatal(err)
		}
		h.agree(h.bookLost(anna, "hong", 10000, "P2"))
		_, err = h.staff.Decide(t.Context(), boris, mine.ApprovalID, true, "")
		expect(t, "the same number of two players", err, bank.ErrReferenceUsed)
		h.expectBooks("booked once", "adjust -100000 bank:payout 20000 hong:centre 40000 ming:centre 40000")
		h.opened()
		w := h.withdraw(card, 10000)
		h.approve(boris, w.SN)
		_, err = h.Payouts.Pay(t.Context(), clara, w.SN, "P2")
		expect(t, "a withdrawal under that number", err, bank.ErrReferenceUsed)
	})
}

func TestALostPayoutNeedsAnAmountANumberAndAPlayer(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		_, err := h.bookLost(anna, "ming", 0, "P1")
		expect(t, "no amount", err, payer.ErrLostAmount)
		_, err = h.bookLost(anna, "ming", 1, " ")
		expect(t, "no number", err, order.ErrReference)
		if _, err = h.bookLost(anna, "nobody", 1, "P1"); !errors.Is(err, identity.ErrNotFound) {
			t.Errorf("no player: %v", err)
		}
	})
}

// H-478: a withdrawal of the player that has not ended may be the one that was paid. It
// is finished first, or its payment would leave twice.
func TestALostPayoutWaitsForTheOpenWithdrawalOfItsPlayer(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		h.register("hong", "李四")
		h.give("hong", 50000)
		card := h.bind("ming", 1)
		w := h.withdraw(card, 10000)
		h.restored()
		h.refusesLost("a new one", "ming", 10000, "P1", payer.ErrUnfinished)
		if _, err := h.bookLost(anna, "ming", 10000, "P1"); err == nil || !strings.Contains(err.Error(), w.SN) {
			t.Errorf("does not say which: %v", err)
		}
		h.agree(h.bookLost(anna, "hong", 10000, "P2"))
		h.opened()
		h.approve(boris, w.SN)
		h.refusesLost("one that is to be paid", "ming", 10000, "P3", payer.ErrUnfinished)
		if _, err := h.Payouts.Pay(t.Context(), clara, w.SN, "P4"); err != nil {
			t.Fatal(err)
		}
		h.agree(h.bookLost(anna, "ming", 10000, "P5"))
		h.expectBooks("booked", "adjust -100000 bank:payout 30000 hong:centre 40000 ming:centre 30000")
	})
}

// H-478: one payment has one number, however it is written.
func TestANumberInAnyFormIsBookedAsLostOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		h.restored()
		h.exec("INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES ('payout:alpha', 'ab-7f', 'W0', 10000, 1)")
		h.refusesLost("a company's number", "ming", 10000, "AB-7F", bank.ErrReferenceUsed)
		hash := strings.Repeat("ab", 32)
		h.refusesLost("a transaction", "ming", 10000, strings.ToUpper(hash), payer.ErrLostOnChain)
		for _, form := range []string{hash, "0x" + hash, " " + hash + ":0"} {
			_, err := h.bookLost(anna, "ming", 10000, form)
			expect(t, form, err, payer.ErrLostOnChain)
		}
	})
}

// H-478: where the bank's statement has the payment, it says the amount, and people who
// type another one are refused.
func TestALostPayoutHasTheAmountOfTheBanksLine(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		other := h.paid(h.bind("ming", 1), 10000, "P9")
		h.restored()
		h.load(dora, statement(1, numbered, h.out(8000, "王小明", "6217000010001234567", "P1"), h.out(200, "手续费", "", "P1"), h.out(10000, "王小明", "6217000010001234567", "P2")))
		h.refusesLost("more than the bank paid", "ming", 10000, "P1", bank.ErrLineDiffers)
		h.refusesLost("less than the bank paid", "ming", 7000, "P1", bank.ErrLineDiffers)
		h.must(h.Statements.Link(t.Context(), anna, h.line("P2").ID, other, "同一笔款项"))
		h.refusesLost("the line of another order", "ming", 10000, "P2", bank.ErrLineUsed)
		h.must(h.Statements.Reopen(t.Context(), anna, h.line("P2").ID, "关联错误"))
		h.agree(h.bookLost(anna, "ming", 10000, "P2"))
		if l := h.line("P2"); l.State != bank.LineUsed {
			t.Errorf("the line: %+v", l)
		}
		out, err := h.bookLost(anna, "ming", 8000, "P1")
		if err != nil {
			t.Fatal(err)
		}
		var details string
		if err := h.d.NewRaw("SELECT details FROM staff_approval WHERE id = ?", out.ApprovalID).Scan(t.Context(), &details); err != nil {
			t.Fatal(err)
		}
		for _, has := range []string{calendar.Stamp(h.clock.Now()) + " 付出 80.00，收款账号尾号 4567", " 100.00（P2）", "最近一次数据恢复"} {
			if !strings.Contains(details, has) {
				t.Errorf("the second person does not read %q in %s", has, details)
			}
		}
		h.agree(out, nil)
		h.agree(h.bookLost(anna, "ming", 10000, "P3"))
		h.load(dora, statement(1, numbered, h.out(9000, "王小明", "6217000010001234567", "P3")))
		if l := h.line("P3"); l.State != bank.LineOpen {
			t.Errorf("a line of another amount that comes later: %+v", l)
		}
		h.load(dora, statement(1, numbered, h.out(10000, "王小明", "6217000010001234567", "P3")))
		if n := h.count("SELECT COUNT(*) FROM bank_line WHERE ref = 'P3' AND amount = 10000 AND state = 'used'"); n != 1 {
			t.Error("the line of the payment that comes later stays open")
		}
	})
}

// forge writes one step of the lost payout L1 into the books, none without postings.
func (h *house) forge(step string, postings []ledger.Posting) {
	h.t.Helper()
	if postings == nil {
		return
	}
	h.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "payout", Key: "L1:" + step, Kind: "payout." + step, Ref: "L1", Memo: "P1", Postings: postings})
		return err
	})
}

// H-478: a lost payout without its number, its other half or its accounts is named, and
// so is its number without the booking.
func TestALostPayoutThatTheBooksContradictIsNamed(t *testing.T) {
	lock := []ledger.Posting{{From: ledger.Centre("ming"), To: ledger.Locked("ming"), Amount: 100}}
	pay := []ledger.Posting{{From: ledger.Locked("ming"), To: ledger.HouseBank("payout"), Amount: 100}}
	for name, tc := range map[string]struct {
		proof     bool
		lock, pay []ledger.Posting
		named     string
	}{
		"all is there":           {true, lock, pay, ""},
		"without its number":     {false, lock, pay, "entry"},
		"half of it":             {true, lock, nil, "entry"},
		"to another account":     {true, lock, []ledger.Posting{{From: ledger.Locked("ming"), To: ledger.HouseLoss(), Amount: 100}}, "entry"},
		"of the operator":        {true, []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Locked("ming"), Amount: 100}}, pay, "entry"},
		"from another's account": {true, []ledger.Posting{{From: ledger.Centre("hong"), To: ledger.Locked("ming"), Amount: 100}}, pay, "entry"},
		"its number alone":       {true, nil, nil, "cashier_proof payout P1"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.register("hong", "李四")
				h.give("ming", 1000)
				h.give("hong", 1000)
				h.forge("lock", tc.lock)
				h.forge("pay", tc.pay)
				if tc.proof {
					h.exec("INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES ('payout', 'P1', 'L1', 100, 1)")
				}
				found, err := cashier.Verify(t.Context(), h.d, ledger.Everything())
				if err != nil || (len(found) > 0) != (tc.named != "") {
					t.Fatalf("%v, %v", found, err)
				}
				if !slices.ContainsFunc(found, func(f ledger.Finding) bool { return strings.HasPrefix(f.String(), tc.named) }) && tc.named != "" {
					t.Errorf("found %v, want %s", found, tc.named)
				}
				h.broken = tc.named != ""
			})
		})
	}
}
