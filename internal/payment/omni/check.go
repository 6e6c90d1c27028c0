package omni

import (
	"context"
	"fmt"
	"strconv"

	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// mainGenesis is the number of block 0 of Bitcoin's main net.
const mainGenesis = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f"

// Check compares block 0 with what is configured, and looks that the property is
// there and counted in eight decimal places.
func (c *Chain) Check(ctx context.Context) error {
	var hash string
	err := c.node.Call(ctx, "getblockhash", &hash, 0)
	if err == nil && hash == "" {
		err = node.ErrGarbage
	}
	if err != nil {
		return fmt.Errorf("omni: block 0: %w", err)
	}
	if err := payment.Same("block 0", hash, c.config.Genesis); err != nil {
		return err
	}
	var property struct {
		ID        int64 `json:"propertyid"`
		Divisible bool  `json:"divisible"`
	}
	if err := c.node.Call(ctx, "omni_getproperty", &property, c.config.Property); err != nil {
		return fmt.Errorf("omni: the property: %w", err)
	}
	if err := payment.Same("property", strconv.FormatInt(property.ID, 10), strconv.FormatInt(c.config.Property, 10)); err != nil {
		return err
	}
	return payment.Same("divisible", strconv.FormatBool(property.Divisible), "true")
}
