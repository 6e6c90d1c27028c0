package chains

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	behind      = 50     // blocks by which a node is behind under the fault not_found_flap
	finalBehind = 64     // blocks between the newest and the finalized one
	spanMost    = 10_000 // blocks of one eth_getLogs
)

// ethereum answers the JSON-RPC.
func (c *Chain) ethereum(w http.ResponseWriter, r *http.Request) {
	q, ok := readCall(r)
	switch {
	case c.Key != "" && r.PathValue("key") != c.Key:
		q.refuse(w, http.StatusUnauthorized, -32000, "invalid project id")
		return
	case !ok:
		q.refuse(w, http.StatusBadRequest, -32700, "parse error")
		return
	}
	methods := map[string]struct {
		call faults.Call
		do   func(context.Context, call, faults.Fault) (any, error)
	}{
		"eth_blockNumber": {faults.Balance, c.ethNumber}, "eth_getBlockByNumber": {faults.Balance, c.ethBlock},
		"eth_getLogs": {faults.Records, c.ethLogs}, "eth_getTransactionReceipt": {faults.Status, c.ethReceipt},
		"eth_getTransactionByHash": {faults.Status, c.ethTransaction},
		"eth_chainId":              {faults.Balance, c.ethChainID}, "eth_call": {faults.Balance, c.ethCall},
	}
	m, ok := methods[q.Method]
	if !ok {
		q.refuse(w, http.StatusOK, -32601, "the method "+q.Method+" does not exist")
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
		q.refuse(w, http.StatusOK, -32005, "limit exceeded")
	case err != nil:
		q.refuse(w, http.StatusOK, -32602, err.Error())
	default:
		q.result(w, result)
	}
}

func quantity(n int64) string { return "0x" + strconv.FormatInt(n, 16) }

// ethChainID tells the main net's, or a test net's under the fault wrong_merchant.
func (c *Chain) ethChainID(_ context.Context, _ call, fault faults.Fault) (any, error) {
	if fault.Kind == faults.WrongMerchant {
		return quantity(11_155_111), nil
	}
	return quantity(1), nil
}

// ethCall knows one question: the decimals of a token. An address without a
// contract answers nothing.
func (c *Chain) ethCall(_ context.Context, q call, _ faults.Fault) (any, error) {
	var ask struct {
		To   string `json:"to"`
		Data string `json:"data"`
	}
	if len(q.Params) > 0 {
		_ = json.Unmarshal(q.Params[0], &ask)
	}
	to, err := parseAddress(ERC20, ask.To)
	if err != nil || to != c.token || ask.Data != "0x313ce567" {
		return "0x", nil //nolint:nilerr // as a node answers for what is not there
	}
	return "0x" + decimals, nil
}

// height is what the node takes for the newest block.
func (c *Chain) ethHeight(ctx context.Context, fault faults.Fault) (int64, error) {
	height, _, err := c.tip(ctx)
	if fault.Kind == faults.NotFoundFlap {
		height -= behind
	}
	return height, err
}

func (c *Chain) ethNumber(ctx context.Context, _ call, fault faults.Fault) (any, error) {
	height, err := c.ethHeight(ctx, fault)
	return quantity(height), err
}

func (c *Chain) ethBlock(ctx context.Context, q call, fault faults.Fault) (any, error) {
	height, err := c.ethHeight(ctx, fault)
	if err != nil {
		return nil, err
	}
	block, err := blockOf(q.text(0), height)
	if err != nil || block > height {
		return nil, err
	}
	at, err := c.blockTime(ctx, block)
	if err != nil {
		return nil, err
	}
	hash, err := c.blockHash(ctx, block)
	if block == 0 {
		hash = genesis[ERC20]
	}
	return map[string]any{"number": quantity(block), "hash": "0x" + hash, "timestamp": quantity(at.Unix()), "transactions": []string{}}, err
}

// blockOf reads a height or one of its names.
func blockOf(text string, height int64) (int64, error) {
	switch text {
	case "latest", "pending", "":
		return height, nil
	case "finalized", "safe":
		return height - finalBehind, nil
	case "earliest":
		return 0, nil
	}
	digits, ok := strings.CutPrefix(text, "0x")
	n, err := strconv.ParseInt(digits, 16, 64)
	if !ok || err != nil || n < 0 {
		return 0, fmt.Errorf("invalid block number")
	}
	return n, nil
}

// ethLogs answers by address and topics, as a node filters them.
func (c *Chain) ethLogs(ctx context.Context, q call, fault faults.Fault) (any, error) {
	var filter struct {
		FromBlock, ToBlock, Address string
		Topics                      []json.RawMessage
	}
	if len(q.Params) != 1 || json.Unmarshal(q.Params[0], &filter) != nil {
		return nil, fmt.Errorf("invalid argument 0")
	}
	height, err := c.ethHeight(ctx, faults.Fault{})
	if err != nil {
		return nil, err
	}
	from, err := blockOf(filter.FromBlock, height)
	if err != nil {
		return nil, err
	}
	to, err := blockOf(filter.ToBlock, height)
	switch {
	case err != nil:
		return nil, err
	case to-from > spanMost:
		return nil, fmt.Errorf("query exceeds max block range %d", spanMost)
	}
	lines := []map[string]any{}
	if fault.Kind == faults.NotFoundFlap {
		return lines, nil
	}
	list, err := c.Books.ChainBlocks(ctx, ERC20, from, min(to, height))
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(t books.ChainTransfer) bool {
		other := filter.Address != "" && bare(filter.Address) != t.Token && fault.Kind != faults.WrongMerchant
		return t.Failed || other || !matches(filter.Topics, t)
	})
	for _, t := range c.tell(list, fault) {
		line, err := c.ethLog(ctx, t)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// matches compares the topics of a transfer with a filter: null, one, or a
// choice at each place.
func matches(filter []json.RawMessage, t books.ChainTransfer) bool {
	for i, topic := range []string{transferTopic, word(t.From), word(t.To)} {
		if i >= len(filter) {
			return true
		}
		var one *string
		var choice []string
		switch {
		case json.Unmarshal(filter[i], &one) == nil:
			if one == nil {
				continue
			}
			choice = []string{*one}
		case json.Unmarshal(filter[i], &choice) != nil:
			return false
		}
		if !slices.ContainsFunc(choice, func(s string) bool { return bare(s) == topic }) {
			return false
		}
	}
	return true
}

func (c *Chain) ethLog(ctx context.Context, t told) (map[string]any, error) {
	hash, err := c.blockHash(ctx, t.Block)
	return map[string]any{
		"address": "0x" + t.Token, "topics": []string{"0x" + transferTopic, "0x" + word(t.From), "0x" + word(t.To)},
		"data": fmt.Sprintf("0x%064x", t.amount), "blockNumber": quantity(t.Block), "blockHash": "0x" + hash,
		"transactionHash": "0x" + t.Tx, "transactionIndex": "0x0", "logIndex": quantity(int64(t.Index) + 3), "removed": t.removed,
	}, err
}

func (c *Chain) ethReceipt(ctx context.Context, q call, fault faults.Fault) (any, error) {
	height, err := c.ethHeight(ctx, faults.Fault{})
	if err != nil {
		return nil, err
	}
	list, err := c.Books.ChainTx(ctx, ERC20, bare(q.text(0)))
	if err != nil || len(list) == 0 || list[0].Block > height || fault.Kind == faults.NotFoundFlap || fault.Kind == faults.Processing {
		return nil, err
	}
	all := c.tell(list, fault)
	hash, err := c.blockHash(ctx, all[0].Block)
	if err != nil {
		return nil, err
	}
	status, lines := "0x1", []map[string]any{}
	if all[0].Failed {
		status, all = "0x0", all[:0:0]
	}
	for _, t := range all {
		line, err := c.ethLog(ctx, t)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	number := list[0].Tx
	if len(all) > 0 {
		number = all[0].Tx
	}
	return map[string]any{
		"transactionHash": "0x" + number, "blockHash": "0x" + hash, "blockNumber": quantity(list[0].Block), "transactionIndex": "0x0",
		"from": "0x" + list[0].From, "to": "0x" + list[0].Token, "status": status, "gasUsed": "0xf6b5", "logs": lines,
	}, nil
}

// ethTransaction answers for transactions that wait for a block, too.
func (c *Chain) ethTransaction(ctx context.Context, q call, fault faults.Fault) (any, error) {
	list, err := c.Books.ChainTx(ctx, ERC20, bare(q.text(0)))
	if err != nil || len(list) == 0 || fault.Kind == faults.NotFoundFlap {
		return nil, err
	}
	return map[string]any{"hash": "0x" + list[0].Tx, "from": "0x" + list[0].From, "to": "0x" + list[0].Token, "value": "0x0"}, nil
}
