package erc20

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// MainNet's own numbers.
const (
	mainChainID = 1
	mainGenesis = "0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3"
)

// decimalsCall is the selector of decimals().
const decimalsCall = "0x313ce567"

// Check compares chain id, block 0 and the token's decimals with what is
// configured.
func (c *Chain) Check(ctx context.Context) error {
	var id string
	err := c.node.Call(ctx, "eth_chainId", &id)
	number := int64(0)
	if err == nil {
		number, err = node.Quantity(id)
	}
	if err != nil {
		return fmt.Errorf("erc20: chain id: %w", err)
	}
	if err := payment.Same("chain id", strconv.FormatInt(number, 10), strconv.FormatInt(c.config.ChainID, 10)); err != nil {
		return err
	}
	var block *struct {
		Hash string `json:"hash"`
	}
	if err = c.node.Call(ctx, "eth_getBlockByNumber", &block, "0x0", false); err == nil && block == nil {
		err = node.ErrGarbage
	}
	if err != nil {
		return fmt.Errorf("erc20: block 0: %w", err)
	}
	if err := payment.Same("block 0", strings.ToLower(block.Hash), strings.ToLower(c.config.Genesis)); err != nil {
		return err
	}
	var word string
	err = c.node.Call(ctx, "eth_call", &word, map[string]any{"to": strings.ToLower(c.contract.String()), "data": decimalsCall}, "latest")
	if err != nil {
		return fmt.Errorf("erc20: decimals of the token: %w", err)
	}
	return node.CheckDecimals(word)
}
