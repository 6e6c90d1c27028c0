package trc20

import (
	"context"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// listed is a page of /v1/accounts/{address}/transactions/trc20.
type listed struct {
	Data    *[]row `json:"data"`
	Success bool   `json:"success"`
	Meta    struct {
		Fingerprint string `json:"fingerprint"`
	} `json:"meta"`
}

type row struct {
	Tx    string `json:"transaction_id"`
	Token struct {
		Address string `json:"address"`
	} `json:"token_info"`
	At    int64  `json:"block_timestamp"`
	To    string `json:"to"`
	Type  string `json:"type"`
	Value string `json:"value"`
}

// list pages through the confirmed transfers to an address, the oldest first.
// Rows that are not about the house's token come back without a number: they
// are part of the order and nothing else. A token is known by its contract
// alone; anybody may call one USDT.
func (c *Chain) list(ctx context.Context, to payment.Address, since int64) (all []hint, more bool, err error) {
	query := url.Values{
		"only_confirmed": {"true"}, "only_to": {"true"}, "contract_address": {c.contract.String()},
		"min_timestamp": {strconv.FormatInt(since, 10)}, "order_by": {"block_timestamp,asc"}, "limit": {strconv.Itoa(pageRows)},
	}
	before := since
	for range pagesMost {
		var l listed
		if err := c.node.Get(ctx, "/v1/accounts/"+to.String()+"/transactions/trc20", query, &l); err != nil {
			return nil, false, err
		}
		if !l.Success || l.Data == nil {
			return nil, false, node.ErrGarbage
		}
		for _, r := range *l.Data {
			if r.At < before { // then what was cut off could not be found again
				return nil, false, node.ErrGarbage
			}
			before = r.At
			h, err := c.hint(r, to)
			if err != nil {
				return nil, false, err
			}
			all = append(all, h)
		}
		if l.Meta.Fingerprint == "" || len(*l.Data) == 0 {
			return all, false, nil
		}
		query.Set("fingerprint", l.Meta.Fingerprint)
	}
	return all, true, nil
}

func (c *Chain) hint(r row, to payment.Address) (hint, error) {
	if r.Token.Address != c.contract.String() || r.Type != "Transfer" || r.To != to.String() {
		return hint{at: r.At}, nil
	}
	tx, ok := payment.ParseTx(payment.TRC20, r.Tx)
	amount, err := integer(r.Value)
	if !ok || err != nil {
		return hint{}, node.ErrGarbage
	}
	if amount == 0 {
		return hint{at: r.At}, nil // anybody can send nothing in anybody's name
	}
	return hint{tx: tx, at: r.At, to: to, amount: money.Coins(amount)}, nil
}

// integer reads the digits of an amount.
func integer(text string) (int64, error) {
	if text == "" || strings.Trim(text, "0123456789") != "" || len(text) > 78 {
		return 0, node.ErrGarbage
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || !n.IsInt64() {
		return 0, node.ErrGarbage
	}
	return n.Int64(), nil
}

// The two chains of a node: blocks that are final, and all.
const (
	solidified = "/walletsolidity"
	newest     = "/wallet"
)

// receipt is the answer to gettransactioninfobyid; {} where there is none.
type receipt struct {
	ID      string `json:"id"`
	Block   *int64 `json:"blockNumber"`
	At      *int64 `json:"blockTimeStamp"`
	Result  string `json:"result"` // "FAILED", or nothing
	Receipt struct {
		Result string `json:"result"` // of a contract: "SUCCESS", "REVERT", "OUT_OF_ENERGY" …
	} `json:"receipt"`
	Log []struct {
		Address string   `json:"address"` // twenty bytes in hex, without TRON's 41
		Topics  []string `json:"topics"`
		Data    string   `json:"data"`
	} `json:"log"`
}

// receipt asks one of the two chains about a transaction; nil when it is not
// there.
func (c *Chain) receipt(ctx context.Context, chain, tx string) (*receipt, error) {
	var r receipt
	if err := c.node.Post(ctx, chain+"/gettransactioninfobyid", map[string]any{"value": tx}, &r); err != nil {
		return nil, err
	}
	if r.ID == "" && r.Block == nil && r.At == nil && r.Log == nil && r.Result == "" && r.Receipt.Result == "" {
		return nil, nil
	}
	if r.ID != tx || r.Block == nil || r.At == nil || *r.Block <= 0 || *r.At <= 0 {
		return nil, node.ErrGarbage
	}
	return &r, nil
}

// transfers are the movements of a token in a transaction that succeeded.
func (r *receipt) transfers(tx string, contract payment.Address) ([]payment.Transfer, error) {
	if r.Result != "" && r.Result != "SUCESS" || r.Receipt.Result != "SUCCESS" {
		return nil, nil
	}
	token := contract.Hash()
	var list []payment.Transfer
	for i, l := range r.Log {
		address, err := node.Hash20(l.Address)
		if err != nil {
			return nil, err
		}
		if address != token {
			continue
		}
		from, to, amount, moved, err := node.ReadTransfer(l.Topics, l.Data)
		if err != nil {
			return nil, err
		}
		if moved {
			list = append(list, payment.Transfer{
				Network: payment.TRC20, Tx: tx, Index: i, From: payment.AddressOf(payment.TRC20, from), To: payment.AddressOf(payment.TRC20, to),
				Amount: money.Coins(amount), At: time.UnixMilli(*r.At).UTC(), Block: *r.Block,
			})
		}
	}
	return slices.Clip(list), nil
}

// head is the number of the newest block.
func (c *Chain) head(ctx context.Context) (int64, error) {
	var block struct {
		Header struct {
			Raw struct {
				Number int64 `json:"number"`
			} `json:"raw_data"`
		} `json:"block_header"`
	}
	if err := c.node.Post(ctx, newest+"/getnowblock", map[string]any{}, &block); err != nil {
		return 0, err
	}
	if block.Header.Raw.Number <= 0 {
		return 0, node.ErrGarbage
	}
	return block.Header.Raw.Number, nil
}
