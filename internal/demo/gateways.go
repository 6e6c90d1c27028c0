package demo

import (
	"hongyun/internal/app/company"
	"hongyun/sandbox"
)

// gateway is one simulated payment company, and the contract with it.
type gateway struct {
	code     string // of the gateway, which is its protocol's too
	merchant string
	unasked  int64 // yuan, see payment.Rules
}

// gateways are one of each protocol.
var gateways = []gateway{
	{code: "epay", merchant: "1001"},
	{code: "fourparty", merchant: "10001"},
	{code: "epusdt", unasked: 5000},
}

// gatewaySecret is the name of a gateway's key among the secrets.
func gatewaySecret(code string) string { return code + ".key" }

// companyGateways are the companies' side.
func (d *Demo) companyGateways() []sandbox.GatewayConfig {
	var out []sandbox.GatewayConfig
	for _, g := range gateways {
		out = append(out, sandbox.GatewayConfig{Code: g.code, Protocol: g.code, PID: g.merchant, Key: d.keys.Companies[gatewaySecret(g.code)]})
	}
	return out
}

// gatewayContracts are the operator's side.
func (d *Demo) gatewayContracts() []company.GatewayContract {
	var out []company.GatewayContract
	for _, g := range gateways {
		out = append(out, company.GatewayContract{
			Code: g.code, Protocol: g.code, BaseURL: d.SandboxURL() + "/gateways/" + g.code, PID: g.merchant,
			Key: d.keys.Companies[gatewaySecret(g.code)], UnaskedYuan: g.unasked,
		})
	}
	return out
}
