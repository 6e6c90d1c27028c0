package company

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"

	"hongyun/internal/channel"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/dfpay"
	"hongyun/internal/payout"
	"hongyun/internal/reach"
)

// PayerProtocols are the protocols that companies that pay out may speak.
var PayerProtocols = []string{"dfpay"}

// Entered makes the adapters of companies that people entered on the screen.
type Entered struct {
	Inside []netip.Prefix // internal networks that they may be in
	Log    *slog.Logger
	Wire   wiring
}

// Gateway makes the adapter of a gateway. Fault: channel.ErrInside.
func (e Entered) Gateway(code string, g channel.Gateway, key string) (payment.Gateway, error) {
	if g.Max > 0 && g.Max < int64(money.Yuan) { // in whole yuan it would be no limit at all
		return nil, errors.New("the highest amount is below one yuan")
	}
	at, err := url.Parse(g.BaseURL)
	if err != nil || !reach.Networks(e.Inside).MayCall(at) {
		return nil, channel.ErrInside
	}
	made, err := (Companies{Gateways: []GatewayContract{{
		Code: code, Protocol: g.Protocol, BaseURL: g.BaseURL, PID: g.Merchant, Key: key, Page: g.Page,
		MinYuan: (g.Min + int64(money.Yuan) - 1) / int64(money.Yuan), MaxYuan: g.Max / int64(money.Yuan), // whole yuan inside the contract's limits
		UnaskedYuan: g.Unasked / int64(money.Yuan),
	}}}).GatewayAdapters(e.Log, within(e.Inside, e.Wire))
	return made[code], err
}

// Payer makes the adapter of a company that pays out. It is called by https on
// the Internet, or in a network that the operator named. Fault: payout.ErrInside.
func (e Entered) Payer(code string, c payout.Company, key string) (payment.Payer, error) {
	at, err := url.Parse(c.BaseURL)
	if err != nil || !reach.Networks(e.Inside).MayCall(at) {
		return nil, payout.ErrInside
	}
	switch c.Protocol {
	case "dfpay":
		return dfpay.New(dfpay.Config{
			Code: code, BaseURL: c.BaseURL, Merchant: c.Merchant, Key: key,
			MinAmount: money.Fen(c.Min), MaxAmount: money.Fen(c.Max), HTTP: outward(within(e.Inside, e.Wire)), Log: e.Log,
		})
	}
	return nil, fmt.Errorf("nobody speaks protocol %q", c.Protocol)
}
