package cash

import (
	"errors"

	"hongyun/internal/fault"
)

// numbered adds the number of the order that a refusal is about, so that its player
// can look it up and ask with it. A refusal that names no order stays as it is.
func numbered(err error) error {
	var about fault.About
	told, ok := fault.Of(err)
	if !ok || !errors.As(err, &about) {
		return err
	}
	// The whole failure stays in the chain, for the log.
	return errors.Join(told.And("。单号 "+about.Number+"，如有疑问可凭此联系客服"), err)
}
