package trc20

import (
	"context"
	"fmt"

	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// mainGenesis is the number of block 0 of TRON's main net.
const mainGenesis = "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc"

// asker is the address in whose name the token is asked: the zero address.
const asker = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"

// Check compares block 0 and the token's decimals with what is configured.
func (c *Chain) Check(ctx context.Context) error {
	var block struct {
		ID string `json:"blockID"`
	}
	err := c.node.Post(ctx, newest+"/getblockbynum", map[string]any{"num": 0}, &block)
	if err == nil && block.ID == "" {
		err = node.ErrGarbage
	}
	if err != nil {
		return fmt.Errorf("trc20: block 0: %w", err)
	}
	if err := payment.Same("block 0", block.ID, c.config.Genesis); err != nil {
		return err
	}
	var answer struct {
		Result []string `json:"constant_result"`
	}
	err = c.node.Post(ctx, newest+"/triggerconstantcontract", map[string]any{
		"owner_address": asker, "contract_address": c.contract.String(), "function_selector": "decimals()", "visible": true,
	}, &answer)
	if err != nil {
		return fmt.Errorf("trc20: decimals of the token: %w", err)
	}
	if len(answer.Result) == 0 {
		return &payment.WrongNetwork{What: "token", Found: "no contract", Want: c.contract.String()}
	}
	return node.CheckDecimals(answer.Result[0])
}
