package company

import (
	"testing"

	"hongyun/internal/channel"
	"hongyun/internal/money"
)

// The limits of an entered gateway, in whole yuan, stay inside those of its contract.
func TestLimitsOfAnEnteredGatewayStayInsideItsContract(t *testing.T) {
	var e Entered
	made := func(least, most int64) (money.Fen, money.Fen, error) {
		g, err := e.Gateway("shop", channel.Gateway{Protocol: "epay", BaseURL: "https://pay.example", Merchant: "1001", Min: least, Max: most}, "test-epay-key-01")
		if err != nil {
			return 0, 0, err
		}
		return g.Rules().MinAmount, g.Rules().MaxAmount, nil
	}
	if least, most, err := made(150_50, 900_50); err != nil || least != 151*money.Yuan || most != 900*money.Yuan {
		t.Errorf("150.50 to 900.50: %s to %s, %v", least, most, err)
	}
	if _, most, err := made(0, 50); err == nil {
		t.Errorf("a highest amount below one yuan is %s, which is none", most)
	}
}
