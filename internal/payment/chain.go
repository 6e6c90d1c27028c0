package payment

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/money"
)

// Chain reads one public chain: the USDT that came to addresses of the house,
// and what became of a payment the house sent. It signs nothing and holds no
// key; whoever pays out does it elsewhere and tells us the transaction.
//
// All methods are safe for concurrent use and obey ctx; none may be called
// inside a database transaction. An error always means that nothing is known,
// and never holds a key or the address of a node.
//
// A payer of the demo has a wallet at the sandbox, a page with one button:
//
//	{sandbox}/chains/{network}?to={address}&amount={12.345678}
//
// (trc20, erc20, omni; amount in USDT with up to six places, both optional and
// editable there). The house knows it as ChainContract.WalletURL, which is
// {sandbox}/chains/{network} in the demo and empty in a real house.
type Chain interface {
	// Network is TRC20, ERC20 or Omni.
	Network() string

	// Rules gives what the adapter is set to; it asks nobody and never changes.
	Rules() ChainRules

	// Check asks the node which network and which token it serves. The error is a
	// *WrongNetwork where they are not those that are configured; after any other
	// error nothing is known. It does not touch money.
	Check(ctx context.Context) error

	// Incoming gives transfers of the house's token to any of the addresses,
	// the oldest first: only what the chain says succeeded, only of the token
	// that is configured. It reads on from a cursor; the zero Cursor begins a
	// little before now. A page is bounded: when next.More is set, there is
	// more at once.
	//
	// Transfers come again: those that are not final until they are, and some
	// that were final before, for the cursor stays behind the chain's tip on
	// purpose. So (Network, Tx, Index) is to be a unique key, and only what is
	// Final may be credited: until then a transfer can change its place or
	// vanish, and then simply does not come again. Keep next only after
	// the list is stored.
	Incoming(ctx context.Context, to []Address, from Cursor) (list []Transfer, next Cursor, err error)

	// Lookup asks what became of a transaction, in any spelling of its number.
	// Absent means only that the chain does not have it now; it may still come.
	// The error is ErrNotTx if the text cannot be such a number.
	Lookup(ctx context.Context, tx string) (Sent, error)
}

// ChainRules are an adapter's settings that others need to know.
type ChainRules struct {
	// Confirmations make a transfer final; 0 where the network itself says
	// what is final (TRON's solidified blocks).
	Confirmations int
	Timeout       time.Duration // longest time one call to the node may take
	MaxAddresses  int           // most addresses of one call of Incoming
}

// Cursor is how far a chain was read. It is opaque: keep Text as it is, one for
// a network and set of addresses. A new address may be added at any time; what
// came to it before the cursor is not told.
type Cursor struct {
	Text string // at most 100 bytes; "" is the zero cursor
	More bool   // there was more than a page: call again without waiting
}

// Transfer is one movement of the house's token on a chain.
type Transfer struct {
	Network string
	Tx      string // as ParseTx spells it
	// Index counts the logs of a transaction from 0, and so tells apart several
	// transfers of one; it stays the same when a reorganisation moves the
	// transaction to another block.
	Index    int
	From, To Address
	Amount   money.Coins // always above 0
	// At is its block's time, in whole seconds of whoever made the block: it may
	// lie a little before the payment was made, so compare it with a minute's grace.
	At    time.Time
	Block int64
	// Confirmations are the blocks from this one on, itself included.
	Confirmations int
	Final         bool
}

// Sent is what the chain says about a transaction: Open while it is not final,
// Paid when it is and succeeded, Failed when it is final and moved nothing,
// Absent, or Unknown.
type Sent struct {
	State State
	// Transfers are all movements of the house's token in it, whoever they go
	// to; none when it failed. That a transaction is Paid does not say that it
	// paid whom it should: compare To and Amount.
	Transfers     []Transfer
	At            time.Time // of its block; zero while it has none
	Block         int64
	Confirmations int
}

// ErrNotTx says that a text is not the number of a transaction.
var ErrNotTx = errors.New("not the number of a transaction")
