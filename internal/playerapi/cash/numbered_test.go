package cash

import (
	"errors"
	"testing"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/fault"
)

// A refusal says its record's number, and the log keeps what failed beside it.
func TestANumberedRefusalKeepsItsCause(t *testing.T) {
	cause := errors.New("the end of the call was not written")
	err := numbered(fault.About{Err: errors.Join(deposit.ErrGatewaySilent, cause), Number: "D1"})
	told, _ := fault.Of(err)
	if told.Message() != deposit.ErrGatewaySilent.Text+"。单号 D1，如有疑问可凭此联系客服" || !errors.Is(err, deposit.ErrGatewaySilent) || !errors.Is(err, cause) {
		t.Error(err)
	}
	if plain := errors.New("no record"); !errors.Is(numbered(plain), plain) {
		t.Error(numbered(plain))
	}
}
