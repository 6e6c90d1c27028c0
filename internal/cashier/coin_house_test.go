package cashier_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// fakeChain is TRON with blocks made by hand: what was sent, and how deep it lies.
type fakeChain struct {
	h      *house
	mu     sync.Mutex
	sent   []payment.Transfer
	failed map[string]bool
	silent error           // what every question is answered with
	broken payment.Address // questions about this address fail
	wrong  error           // what Check is answered with
	asked  int             // calls of Incoming
	checks int             // calls of Check
	page   int             // transfers of a page; 0: all
}

func (c *fakeChain) Network() string { return payment.TRC20 }

func (c *fakeChain) Rules() payment.ChainRules {
	return payment.ChainRules{Timeout: time.Second, MaxAddresses: 2}
}

func (c *fakeChain) Check(context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.checks++
	if c.silent != nil {
		return c.silent
	}
	return c.wrong
}

// Incoming reads on from the first transfer that was not final, so that it is
// told again until it is.
func (c *fakeChain) Incoming(_ context.Context, to []payment.Address, from payment.Cursor) (list []payment.Transfer, next payment.Cursor, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if c.silent != nil {
		return nil, from, c.silent
	}
	if slices.Contains(to, c.broken) {
		return nil, from, errors.New("list and log tell different transfers")
	}
	at, _ := strconv.Atoi(from.Text)
	next = from
	final := true
	for i := at; i < len(c.sent); i++ {
		if c.page > 0 && len(list) == c.page {
			next.More = true
			break
		}
		if slices.Contains(to, c.sent[i].To) {
			list = append(list, c.sent[i])
		}
		if final = final && c.sent[i].Final; final {
			next.Text = strconv.Itoa(i + 1)
		}
	}
	return list, next, nil
}

func (c *fakeChain) Lookup(_ context.Context, tx string) (payment.Sent, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.silent != nil {
		return payment.Sent{}, c.silent
	}
	hash, ok := payment.ParseTx(payment.TRC20, tx)
	if !ok {
		return payment.Sent{}, payment.ErrNotTx
	}
	if c.failed[hash] {
		return payment.Sent{State: payment.Failed}, nil
	}
	s := payment.Sent{State: payment.Absent}
	for _, t := range c.sent {
		if t.Tx == hash {
			s.State, s.At, s.Block = payment.Open, t.At, t.Block
			if t.Final {
				s.State = payment.Paid
			}
			s.Transfers = append(s.Transfers, t)
		}
	}
	return s, nil
}

// pay sends coins from the registered payout wallet and returns the
// transaction's number.
func (c *fakeChain) pay(to string, coins money.Coins, final bool) string {
	return c.payFrom(payment.AddressOf(payment.TRC20, hashOf(999)), to, coins, final)
}

// payFrom is pay from another wallet; the zero address is a sender that the
// chain does not name.
func (c *fakeChain) payFrom(from payment.Address, to string, coins money.Coins, final bool) string {
	c.h.t.Helper()
	a, err := payment.ParseAddress(payment.TRC20, to)
	if err != nil {
		c.h.t.Fatal(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	tx := fmt.Sprintf("%064x", c.h.serial.Add(1))
	c.sent = append(c.sent, payment.Transfer{
		Network: payment.TRC20, Tx: tx, From: from, To: a, Amount: coins,
		At: c.h.clock.Now().Add(blockAfter).Truncate(time.Second), Block: int64(len(c.sent) + 1), Confirmations: 1, Final: final,
	})
	return tx
}

// blockAfter is when the block of a payment comes: a shared address credits no
// order that is younger than a block.
const blockAfter = 16 * time.Second

// bury makes everything that was sent final.
func (c *fakeChain) bury() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range c.sent {
		c.sent[i].Final, c.sent[i].Confirmations = true, 20
	}
}

func (c *fakeChain) say(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = err
}

var errNode = errors.New("the node does not answer")

func hashOf(n int64) (h [20]byte) {
	binary.BigEndian.PutUint64(h[4:], uint64(n)*0x9e3779b97f4a7c15+7)
	return h
}

// wallet is somebody's n-th address.
func wallet(network string, n int64) string { return payment.AddressOf(network, hashOf(n)).String() }

const channelCoin = 11

// Coins gives the house a rate of 7.20 to deposit and 7.25 to withdraw, and one
// receiving address on TRON.
func (h *house) coins() string {
	h.t.Helper()
	payee := wallet(payment.TRC20, 1)
	err := h.USDT.Seed(h.t.Context(), []usdt.Seed{{
		Network: payment.TRC20, Address: payee, Wallet: wallet(payment.TRC20, 999), Deposit: 72_000, Payout: 72_500, Least: 10 * money.Coin, Most: 100_000 * money.Coin,
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	return payee
}

// xpub is the extended public key of a made-up wallet.
func xpub(t testing.TB, wallet byte) (public, private string) {
	t.Helper()
	master, err := hdkeychain.NewMaster(bytes.Repeat([]byte{wallet}, hdkeychain.RecommendedSeedLen), &chaincfg.MainNetParams)
	if err != nil {
		t.Fatal(err)
	}
	neuter, err := master.Neuter()
	if err != nil {
		t.Fatal(err)
	}
	return neuter.String(), master.String()
}

// Key is coins with a key that gives each player an address instead.
func (h *house) key() string {
	h.t.Helper()
	public, _ := xpub(h.t, 1)
	err := h.USDT.Seed(h.t.Context(), []usdt.Seed{{
		Network: payment.TRC20, Address: public, Wallet: wallet(payment.TRC20, 999), Deposit: 72_000, Payout: 72_500, Least: 10 * money.Coin, Most: 100_000 * money.Coin,
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	return public
}

func (h *house) coinOrder(amount money.Fen) deposit.Order {
	o := h.order(amount)
	o.ChannelID = channelCoin
	return o
}

func (h *house) pull() {
	h.t.Helper()
	if err := h.Chains.Pull(context.Background()); err != nil {
		h.t.Error(err)
	}
}

// coinBook writes where coins and their yuan are: micro USDT and fen.
func (h *house) coinBook() string {
	h.t.Helper()
	text := ""
	for _, a := range []struct {
		name    string
		account ledger.Account
	}{
		{"chain", ledger.HouseChain(payment.TRC20)}, {"fxUSDT", ledger.HouseFX(money.USDT)}, {"fxCNY", ledger.HouseFX(money.CNY)},
		{"suspense", ledger.SuspenseCoins("chain")},
	} {
		n, err := h.ledger.Balance(context.Background(), h.d, a.account)
		if err != nil {
			h.t.Fatal(err)
		}
		if n != 0 {
			text += fmt.Sprintf(" %s %d", a.name, n)
		}
	}
	return text
}

func (h *house) expectCoins(want string) {
	h.t.Helper()
	if got := h.coinBook(); got != cmp.Or(" "+want, "") && !(want == "" && got == "") {
		h.t.Errorf("coins:%s, want %s", got, want)
	}
}

// StrayCoins is the number of the one transfer that waits for people.
func (h *house) strayCoins() string {
	h.t.Helper()
	list, n, err := h.Records.Cases(h.t.Context(), cashier.CaseFilter{Kinds: []string{order.CaseMoney}, Limit: 10})
	if err != nil || n != 1 {
		h.t.Fatalf("%d cases: %+v, %v", n, list, err)
	}
	return list[0].ID[len("money:"):]
}

// address adds an address of ming's and ends the hold that follows.
func (h *house) address(player string, n int64) int64 {
	h.t.Helper()
	a, err := h.Addresses.Add(h.t.Context(), player, "", wallet(payment.TRC20, n))
	if err != nil {
		h.t.Fatal(err)
	}
	return a.ID
}

func (h *house) coinWithdrawal(player string, address int64, amount money.Fen) withdrawal.Order {
	return withdrawal.Order{ID: fmt.Sprintf("key-%d", h.serial.Add(1)), Player: player, AddressID: address, Amount: amount, ClientIP: "203.0.113.7"}
}

// askCoins quotes and confirms a withdrawal.
func (h *house) askCoins(player string, address int64, amount money.Fen) withdrawal.Withdrawal {
	h.t.Helper()
	if _, err := h.Withdrawals.Quote(h.t.Context(), player, address, amount); err != nil {
		h.t.Fatal(err)
	}
	w, err := h.Withdrawals.Ask(h.t.Context(), h.coinWithdrawal(player, address, amount))
	if err != nil {
		h.t.Fatal(err)
	}
	return w
}

// approved is a withdrawal in coins that waits to be paid.
func (h *house) approved(player string, address int64, amount money.Fen) withdrawal.Withdrawal {
	h.t.Helper()
	w := h.askCoins(player, address, amount)
	if _, err := h.Withdrawals.Claim(h.t.Context(), anna, w.SN); err != nil {
		h.t.Fatal(err)
	}
	if out, err := h.Withdrawals.Approve(h.t.Context(), anna, w.SN, ""); err != nil || !out.Done {
		h.t.Fatal(out, err)
	}
	return w
}

// seen is a change of a rate against its newest version.
func (h *house) seen(o usdt.RateOrder) usdt.RateOrder {
	h.t.Helper()
	list, err := h.USDT.Rates(h.t.Context(), h.d)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, r := range list {
		if r.Network == o.Network && r.Direction == o.Direction {
			o.Base = int(r.Version)
		}
	}
	return o
}
