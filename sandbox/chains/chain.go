// Package chains simulates three public chains: TRON with TronGrid's API,
// Ethereum by JSON-RPC, and Bitcoin with the Omni layer by its node's JSON-RPC.
// They carry one token that counts and others that only have its name. A wallet
// page pays with one button and needs no script.
//
// Our choices where the real ones leave room:
//
//   - Blocks come by themselves, each after a quarter of a second of the program's
//     clock, and at once on request. A clock that jumps makes two thousand blocks at
//     the most.
//   - A transfer is in the next block. TRON's blocks are final below nineteen others;
//     on the other chains the reader counts.
//   - Only transfers of tokens are kept. Every other block is empty.
//   - There are no signatures: every stated address is believed.
package chains

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// The networks there are.
const (
	TRC20 = "trc20"
	ERC20 = "erc20"
	Omni  = "omni"
)

const (
	firstBlock   = 1_000_000
	defaultEvery = 250 * time.Millisecond
	jumpMost     = 2000 // blocks that come at once
	keepEvery    = 64   // blocks after which the height is kept
	solidDepth   = 19   // blocks above one that is solidified
	// MaxBlocks is how many blocks may be asked for at once.
	MaxBlocks = 100_000
	// MaxTimes is how often one transaction may move the same amount.
	MaxTimes  = 10
	maxAmount = 1_000_000_000 * money.Coin
)

// Config is one chain.
type Config struct {
	Network string // TRC20, ERC20 or Omni
	// Contract of the token that counts, as the network writes it; "" is USDT's
	// on the main net. On Omni it is property 31.
	Contract string
	// Key is asked of whoever calls: TronGrid's header, the last part of the
	// address of the JSON-RPC, the password of user "hongyun" for Omni. "" asks none.
	Key   string
	Every time.Duration // between two blocks, by the clock; 0 is a quarter of a second, below 0 none comes

	BaseURL func() string
	Clock   calendar.Clock
	Log     *slog.Logger
	Books   *books.Books
	Faults  *faults.Box
	Stop    <-chan struct{} // closed when the sandbox stops
}

// Chain is one chain in use.
type Chain struct {
	Config
	token string // as books keep it

	mu     sync.Mutex
	height int64
	at     time.Time // when the newest block came
	kept   int64     // height that is on disk
}

// New opens a chain where its books left it.
func New(ctx context.Context, c Config) (*Chain, error) {
	if c.Every == 0 {
		c.Every = defaultEvery
	}
	chain := &Chain{Config: c}
	switch c.Network {
	case TRC20, ERC20:
		if c.Contract == "" {
			chain.Contract = mainNet[c.Network]
		}
		hash, err := parseAddress(c.Network, chain.Contract)
		if err != nil {
			return nil, fmt.Errorf("chain %s: contract: %w", c.Network, err)
		}
		chain.token = hash
	case Omni:
		chain.token = "31"
	default:
		return nil, fmt.Errorf("there is no chain %q", c.Network)
	}
	var err error
	chain.height, chain.at, err = c.Books.Chain(ctx, c.Network)
	if errors.Is(err, books.ErrNotFound) {
		chain.height, chain.at = firstBlock, c.Clock.Now()
		err = c.Books.KeepChain(ctx, c.Network, chain.height, chain.at)
	}
	chain.kept = chain.height
	return chain, err
}

// Handler serves the chain's addresses below prefix ("/chains/trc20"). A page
// open in some browser must not be able to pay.
func (c *Chain) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+prefix, c.wallet)
	mux.HandleFunc("POST "+prefix, c.pay)
	mux.HandleFunc("GET "+prefix+"/tx/{tx}", c.paid)
	mux.HandleFunc("GET "+prefix+"/wallet.css", style)
	switch c.Network {
	case TRC20:
		mux.HandleFunc("GET "+prefix+"/v1/accounts/{address}/transactions/trc20", c.tronList)
		mux.HandleFunc("POST "+prefix+"/wallet/gettransactioninfobyid", func(w http.ResponseWriter, r *http.Request) { c.tronInfo(w, r, false) })
		mux.HandleFunc("POST "+prefix+"/walletsolidity/gettransactioninfobyid", func(w http.ResponseWriter, r *http.Request) { c.tronInfo(w, r, true) })
		mux.HandleFunc("POST "+prefix+"/wallet/getnowblock", c.tronNow)
		mux.HandleFunc("POST "+prefix+"/wallet/getblockbynum", c.tronBlock)
		mux.HandleFunc("POST "+prefix+"/wallet/triggerconstantcontract", c.tronConstant)
	case ERC20:
		mux.HandleFunc("POST "+prefix+"/rpc", c.ethereum)
		mux.HandleFunc("POST "+prefix+"/rpc/{key}", c.ethereum)
	case Omni:
		mux.HandleFunc("POST "+prefix+"/rpc", c.omni)
	}
	return http.NewCrossOriginProtection().Handler(mux)
}

// tip is the height of the newest block and when it came. It lets the blocks
// come that are due.
func (c *Chain) tip(ctx context.Context) (int64, time.Time, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.grow(ctx)
	return c.height, c.at, err
}

// grow is called with the lock held. A height is on disk before the chain is
// much higher, and a restart makes up for the rest by the time that has passed.
func (c *Chain) grow(ctx context.Context) error {
	now := c.Clock.Now()
	if c.Every < 0 || now.Before(c.at) {
		return nil
	}
	switch due := int64(now.Sub(c.at) / c.Every); {
	case due > jumpMost:
		c.height, c.at = c.height+jumpMost, now
	default:
		c.height, c.at = c.height+due, c.at.Add(time.Duration(due)*c.Every)
	}
	if c.height-c.kept < keepEvery {
		return nil
	}
	return c.keep(ctx)
}

func (c *Chain) keep(ctx context.Context) error {
	err := c.Books.KeepChain(ctx, c.Network, c.height, c.at)
	if err == nil {
		c.kept = c.height
	}
	return err
}

// Mine adds blocks at once and tells the height.
func (c *Chain) Mine(ctx context.Context, count int64) (int64, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.grow(ctx); err != nil {
		return 0, err
	}
	c.height, c.at = c.height+count, c.Clock.Now()
	return c.height, c.keep(ctx)
}

// blockTime is when a block came, as far as it is still known. Blocks that were
// made on demand share a moment, and transfers know their own.
func (c *Chain) blockTime(ctx context.Context, block int64) (time.Time, error) {
	height, at, err := c.tip(ctx)
	if err != nil {
		return at, err
	}
	inside, err := c.Books.ChainBlocks(ctx, c.Network, block, block)
	if err == nil && len(inside) > 0 {
		return inside[0].At, nil
	}
	return at.Add(-time.Duration(height-block) * max(c.Every, 0)), err
}

// blockHash is the number of a block; a reorganisation changes it.
func (c *Chain) blockHash(ctx context.Context, block int64) (string, error) {
	forks, err := c.Books.Forks(ctx, c.Network, block)
	sum := sha256.Sum256(fmt.Appendf(nil, "%s block %d fork %d", c.Network, block, forks))
	return hex.EncodeToString(sum[:]), err
}

// Payment is a transfer to be made.
type Payment struct {
	To, From string // as the network writes addresses; From "" is an arbitrary address
	Amount   money.Coins
	Fake     bool // of a token that only has the name
	Failed   bool // a failed transaction, which is in its block and did nothing
	Times    int  // movements in the one transaction; 0: one
}

// Faults of a refused payment.
var (
	ErrAddress = errors.New("not an address of this network")
	ErrAmount  = errors.New("more than there is of the token")
)

// Pay puts a transfer into the next block and gives its transaction.
func (c *Chain) Pay(ctx context.Context, p Payment) (string, error) {
	to, err := parseAddress(c.Network, p.To)
	if err != nil {
		return "", err
	}
	from := c.somebody()
	if p.From != "" {
		if from, err = parseAddress(c.Network, p.From); err != nil {
			return "", err
		}
	}
	if p.Amount < 0 || p.Amount > maxAmount {
		return "", ErrAmount
	}
	token := c.token
	if p.Fake {
		token = fakeToken(c.Network)
	}
	var number [32]byte
	_, _ = rand.Read(number[:]) // never fails
	tx := hex.EncodeToString(number[:])
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.grow(ctx); err != nil {
		return "", err
	}
	list := make([]books.ChainTransfer, max(p.Times, 1))
	for i := range list {
		list[i] = books.ChainTransfer{
			Network: c.Network, Tx: tx, Index: i, Token: token, From: from, To: to, Amount: p.Amount,
			Block: c.height + 1, At: c.soon(), Failed: p.Failed,
		}
	}
	return c.txText(tx), c.Books.AddTransfers(ctx, list)
}

// Reorganise replaces the blocks from a transaction's on: it is in the next
// block then, or nowhere.
func (c *Chain) Reorganise(ctx context.Context, tx string, lost bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.grow(ctx); err != nil {
		return err
	}
	block := c.height + 1
	if lost {
		block = 0
	}
	return c.Books.Reorganise(ctx, c.Network, bare(tx), block, c.soon())
}

// soon is the time of the next block: networks write whole seconds.
func (c *Chain) soon() time.Time {
	return c.at.Add(max(c.Every, 0) + time.Second - time.Millisecond).Truncate(time.Second)
}

// Row is a transfer as the control API shows it.
type Row struct {
	Tx            string `json:"tx"`
	To            string `json:"to"`
	Amount        string `json:"amount"`
	Confirmations int64  `json:"confirmations"`
	From          string `json:"from"`
	Token         string `json:"token"`  // "USDT", or what only has its name: "fake"
	Status        string `json:"status"` // "done" or "failed"
}

// Rows lists every transfer, the oldest first.
func (c *Chain) Rows(ctx context.Context) ([]Row, error) {
	height, _, err := c.tip(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.Books.ChainBlocks(ctx, c.Network, 0, math.MaxInt64)
	rows := make([]Row, len(list))
	for i, t := range list {
		rows[i] = Row{
			Tx: c.txText(t.Tx), To: c.addressText(t.To), From: c.addressText(t.From), Amount: t.Amount.String(),
			Confirmations: max(height-t.Block+1, 0), Token: "USDT", Status: "done",
		}
		if t.Token != c.token {
			rows[i].Token = "fake"
		}
		if t.Failed {
			rows[i].Status = "failed"
		}
	}
	return rows, err
}

// PayoutWallet is the address from which an operator of the demo pays out. The
// wallet page and the control API send from it when they are told so.
func PayoutWallet(network string) string {
	sum := sha256.Sum256([]byte("payout wallet of " + network))
	return (&Chain{Config: Config{Network: network}}).addressText(hex.EncodeToString(sum[:20]))
}

// somebody is an address without an owner.
func (c *Chain) somebody() string {
	sum := sha256.Sum256([]byte("faucet of " + c.Network))
	return hex.EncodeToString(sum[:20])
}
