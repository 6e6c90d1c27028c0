package chains

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"slices"
	"strconv"

	"hongyun/sandbox/faults"
)

const omniUser = "hongyun"

// errNoSuch is what the node says about a transaction it has not.
var errNoSuch = errors.New("No information available about transaction") //nolint:staticcheck // the node's own words

// omni answers the RPC of an Omni Core whose wallet watches every address.
func (c *Chain) omni(w http.ResponseWriter, r *http.Request) {
	user, password, _ := r.BasicAuth()
	if c.Key != "" && (user != omniUser || subtle.ConstantTimeCompare([]byte(password), []byte(c.Key)) != 1) {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	q, ok := readCall(r)
	if !ok {
		q.refuse(w, http.StatusInternalServerError, -32700, "Parse error")
		return
	}
	methods := map[string]struct {
		call faults.Call
		do   func(context.Context, call, faults.Fault) (any, error)
	}{
		"omni_getinfo": {faults.Balance, c.omniInfo}, "omni_listtransactions": {faults.Records, c.omniList},
		"omni_gettransaction": {faults.Status, c.omniGet},
		"getblockhash":        {faults.Balance, c.omniBlockHash}, "omni_getproperty": {faults.Balance, c.omniProperty},
	}
	m, ok := methods[q.Method]
	if !ok {
		q.refuse(w, http.StatusNotFound, -32601, "Method not found")
		return
	}
	fault, done := c.met(w, m.call)
	if done {
		return
	}
	result, err := m.do(r.Context(), q, fault)
	switch {
	case c.spoil(w, fault):
	case fault.Kind == faults.Refuse:
		q.refuse(w, http.StatusInternalServerError, -28, "Loading block index...")
	case errors.Is(err, errNoSuch):
		q.refuse(w, http.StatusInternalServerError, -5, err.Error())
	case err != nil:
		c.Log.Error("sandbox chain failed", "chain", c.Network, "err", err)
		q.refuse(w, http.StatusInternalServerError, -1, "internal")
	default:
		q.result(w, result)
	}
}

func (c *Chain) omniInfo(ctx context.Context, _ call, fault faults.Fault) (any, error) {
	height, at, err := c.tip(ctx)
	if fault.Kind == faults.NotFoundFlap {
		height -= behind
	}
	return map[string]any{"omnicoreversion": "0.12.0", "block": height, "blocktime": at.Unix()}, err
}

func (c *Chain) omniBlockHash(ctx context.Context, q call, fault faults.Fault) (any, error) {
	if q.number(0, 0) != 0 {
		return c.blockHash(ctx, q.number(0, 0))
	}
	return genesisOf(Omni, fault), nil
}

func (c *Chain) omniProperty(_ context.Context, q call, _ faults.Fault) (any, error) {
	return map[string]any{"propertyid": q.number(0, 0), "name": "TetherUS", "divisible": true}, nil
}

// omniList answers ( "address" count skip startblock endblock ), the newest first.
func (c *Chain) omniList(ctx context.Context, q call, fault faults.Fault) (any, error) {
	height, _, err := c.tip(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.Books.ChainBlocks(ctx, Omni, q.number(3, 0), min(q.number(4, height), height))
	if err != nil {
		return nil, err
	}
	if fault.Kind == faults.NotFoundFlap {
		list = nil
	}
	slices.Reverse(list)
	from := min(int(max(q.number(2, 0), 0)), len(list))
	to := min(from+int(max(q.number(1, 10), 0)), len(list))
	rows := []map[string]any{}
	for _, t := range c.tell(list[from:to], fault) {
		row, err := c.omniRow(ctx, t, height)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (c *Chain) omniGet(ctx context.Context, q call, fault faults.Fault) (any, error) {
	height, _, err := c.tip(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.Books.ChainTx(ctx, Omni, q.text(0))
	if err == nil && (len(list) == 0 || fault.Kind == faults.NotFoundFlap) {
		err = errNoSuch
	}
	if err != nil {
		return nil, err
	}
	return c.omniRow(ctx, c.tell(list[:1], fault)[0], height)
}

// omniRow is a transaction in the node's form. One that waits for a block has
// neither a block nor a verdict.
func (c *Chain) omniRow(ctx context.Context, t told, height int64) (map[string]any, error) {
	property, err := strconv.ParseInt(t.Token, 10, 64)
	if err != nil {
		return nil, err
	}
	row := map[string]any{
		"txid": t.Tx, "fee": "0.00010000", "sendingaddress": c.addressText(t.From), "referenceaddress": c.addressText(t.To),
		"ismine": true, "version": 0, "type_int": 0, "type": "Simple Send", "propertyid": property, "divisible": true,
		"amount": eightPlaces(t), "confirmations": 0,
	}
	if t.Block > height || t.removed {
		return row, nil
	}
	hash, err := c.blockHash(ctx, t.Block)
	row["blockhash"], row["block"], row["blocktime"], row["positioninblock"] = hash, t.Block, t.At.Unix(), 1
	row["valid"], row["confirmations"] = !t.Failed, height-t.Block+1
	if t.Failed {
		row["invalidreason"] = "Sender has insufficient balance"
	}
	return row, err
}

// eightPlaces writes an amount of micro units as the layer writes decimals.
func eightPlaces(t told) string {
	whole, rest := new(big.Int).QuoRem(t.amount, big.NewInt(1_000_000), new(big.Int))
	return fmt.Sprintf("%s.%06d00", whole, rest)
}
