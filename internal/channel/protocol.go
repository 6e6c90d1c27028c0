package channel

import (
	"slices"
	"strings"

	"hongyun/internal/setting"
)

// Protocol is a convention that gateways may speak, and which fields a contract
// in it has.
type Protocol struct {
	Code string
	Name string // Chinese
	// Merchant says that a contract has a merchant number beside its key.
	Merchant bool
	// Page says that a browser may be sent to the gateway with the order.
	Page bool
	// Asked says that the gateway answers questions about orders.
	Asked bool
}

// named are the names of the protocols for which something holds, for a hint.
func (c *Channels) named(holds func(Protocol) bool) string {
	var names []string
	for _, p := range c.Protocols {
		if holds(p) {
			names = append(names, p.Name)
		}
	}
	return strings.Join(names, "、")
}

// protocols are the choices of a gateway.
func (c *Channels) protocols() []setting.Option {
	var out []setting.Option
	for _, p := range c.Protocols {
		out = append(out, setting.Option{Value: p.Code, Label: p.Name})
	}
	return out
}

// fits says which field of a gateway does not fit its protocol.
func (c *Channels) fits(g Gateway) error {
	at := slices.IndexFunc(c.Protocols, func(p Protocol) bool { return p.Code == g.Protocol })
	if at < 0 {
		return ErrGatewayForm
	}
	switch p := c.Protocols[at]; {
	case p.Merchant && g.Merchant == "":
		return ErrMerchant.With(p.Name)
	case !p.Merchant && g.Merchant != "":
		return ErrNoMerchant.With(p.Name)
	case !p.Page && g.Page:
		return ErrNoPage.With(p.Name)
	case p.Asked && g.Unasked > 0:
		return ErrAsked.With(p.Name)
	}
	return nil
}
