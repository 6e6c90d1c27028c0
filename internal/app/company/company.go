package company

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/channel"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/epay"
	"hongyun/internal/payment/epusdt"
	"hongyun/internal/payment/erc20"
	"hongyun/internal/payment/fourparty"
	"hongyun/internal/payment/omni"
	"hongyun/internal/payment/trc20"
	"hongyun/internal/venue/bbin"
)

// Companies are the contracts with companies we do not own. In a file they
// stand as JSON under these names.
type Companies struct {
	Venues   []VenueContract   `json:"venues"`
	Gateways []GatewayContract `json:"gateways"`
	Chains   []ChainContract   `json:"chains"`
}

// VenueContract is a contract with a game venue.
type VenueContract struct {
	Code      string `json:"code"`     // ours, as in the catalogue
	Protocol  string `json:"protocol"` // a name of protocols
	BaseURL   string `json:"baseURL"`
	RecordURL string `json:"recordURL"` // bti: of the data interface. pg: of the calls for bets; BaseURL if empty. tcg: ftp or http address of the folder above SETTLED
	Agent     string `json:"agent"`     // bti: its AgentUserName. xj188, saba: its operatorId. wm: its vendorId. hub88: its operator_id. fb: its merchantId. tcg: its merchant_code. pg: the operator_token. tf: its operator_id. sexy: its agentId. jdb: its parent
	DESKey    string `json:"desKey"`    // pinnacle: its secretKey, 16 characters. tcg: 8 characters
	MD5Key    string `json:"md5Key"`    // pinnacle: its agentKey
	LineCode  string `json:"lineCode"`  // jdb: its dc
	Key       string `json:"key"`       // vr: 32 characters; its merchant id is Agent. hub88: our private key, PEM. jdb: 16 characters
	IV        string `json:"iv"`        // jdb: 16 characters
	PublicKey string `json:"publicKey"` // hub88: the vendor's, PEM
	LaunchURL string `json:"launchURL"` // vr, ag, bti, xj188, tcg, pg, tf: where browsers open the games; BaseURL if empty
	ReplayURL string `json:"replayURL"` // pg: where browsers open the page of a round; LaunchURL if empty
	RecordKey string `json:"recordKey"` // ag: plain key of the record interface. tcg: password of its files
	// bti: the AgentPassword. xj188, saba: the vendorId. wm: the signature. fb: its secret. cq9: the api token. avia: its SecretKey. im: its MerchantCode. tcg: its sign key. pg: the secret_key. tf: the private_token. sexy: its cert. cq9, ag, avia, im, wm, tcg: what the players'
	// passwords at the venue are made of; another PasswordKey locks all players out of it.
	Token       string `json:"token"`
	PasswordKey string `json:"passwordKey"`
	PublicToken string `json:"publicToken"` // tf: the public_token, part of the address of a game
	RecordUser  string `json:"recordUser"`  // tcg: user of its files
	Wallet      string `json:"wallet"`      // im: 301 for sports, which it is if empty, or 401 for e-sports
	GameCode    string `json:"gameCode"`    // im: of the lobby; the wallet's own if empty. pg: of the game that opens where none is named
	Prefix      string `json:"prefix"`
	Currency    int    `json:"currency"` // saba: the vendor's number; 13, the yuan, if 0
	// LimitIDs are the vendor's numbers of the limits that our players have at its tables (sexy).
	LimitIDs []string `json:"limitIds"`
	// Keys are the keys of a bbin contract, by method; its website is LineCode.
	Keys map[string]bbin.Key `json:"keys"`
	// LaunchHosts are the hosts its games may be opened at; any https host if empty.
	LaunchHosts []string `json:"launchHosts"`
	// Codes are the meanings of the venue's codes (fb), as its manual has them: see fb.Meaning.
	Codes map[string]string `json:"codes"`
	// Markets are the kinds of the venue's markets (saba, by number; fb and tf, by name):
	// see wire.ReadMarkets. Opposite bets are found in these markets alone.
	Markets map[string]string `json:"markets"`

	// How often the venue is asked, within the bounds that its adapter states: seconds
	// between two questions for bets, and calls a second that each server makes at most.
	// 0 is the adapter's standard, and no limit.
	FeedGapSeconds int `json:"feedGapSeconds"`
	CallsPerSecond int `json:"callsPerSecond"`

	// For the demo and for tests: how long to wait and how often to ask. 0 is the adapter's default.
	Timeout, VisibleAfter, MinGap, PageGap, Lag time.Duration `json:"-"`
}

// GatewayContract is a contract with a payment gateway.
type GatewayContract struct {
	Code     string `json:"code"`
	Protocol string `json:"protocol"` // a code of GatewayProtocols
	BaseURL  string `json:"baseURL"`
	PID      string `json:"pid"`  // epay: pid. fourparty: pay_memberid. epusdt: none
	Key      string `json:"key"`  // epusdt: api_auth_token
	Page     bool   `json:"page"` // epay: the browser is sent to submit.php
	MinYuan  int64  `json:"minYuan"`
	MaxYuan  int64  `json:"maxYuan"`
	// UnaskedYuan (epusdt): see payment.Rules.Unasked.
	UnaskedYuan int64 `json:"unaskedYuan"`
}

// ChainContract is the way to one public chain: a node that is asked, and never
// a key. A network without one is neither paid in nor paid out.
type ChainContract struct {
	Network  string `json:"network"` // "trc20", "erc20", "omni": this is the protocol too
	URL      string `json:"url"`     // of the node; for Ethereum with the provider's key in its path
	Key      string `json:"key"`     // trc20: TronGrid's API key, if any
	User     string `json:"user"`    // omni: of the node's RPC
	Password string `json:"password"`
	Contract string `json:"contract"` // trc20, erc20: the token's contract; USDT's on the main net if empty

	// ChainID (erc20) and Genesis, the number of block 0, tell networks apart. Empty:
	// the main net's. A node of another network is not read.
	ChainID int64  `json:"chainId"`
	Genesis string `json:"genesis"`

	// Confirmations make a transfer final: erc20 12 and omni 6 if 0. TRON says it
	// itself. Finalized takes Ethereum's word as well, some 15 minutes later.
	Confirmations int  `json:"confirmations"`
	Finalized     bool `json:"finalized"`

	// WalletURL is a page that pays, see payment.Chain; only the demo has one.
	WalletURL string `json:"walletURL"`
}

// wiring is put around what carries our calls to one company; nil in the product.
type wiring func(http.RoundTripper) http.RoundTripper

// GatewayAdapters makes the adapter of each contract with a gateway.
func (c Companies) GatewayAdapters(log *slog.Logger, wire wiring) (map[string]payment.Gateway, error) {
	adapters := map[string]payment.Gateway{}
	for _, g := range c.Gateways {
		if adapters[g.Code] != nil {
			return nil, fmt.Errorf("gateway %q has two contracts", g.Code)
		}
		if g.Page && g.Protocol != "epay" || g.UnaskedYuan != 0 && g.Protocol != "epusdt" || g.PID != "" && g.Protocol == "epusdt" {
			return nil, fmt.Errorf("gateway %q: a field does not fit protocol %q", g.Code, g.Protocol)
		}
		var adapter payment.Gateway
		var err error
		least, most := money.Fen(g.MinYuan)*money.Yuan, money.Fen(g.MaxYuan)*money.Yuan
		switch g.Protocol {
		case "epay":
			adapter, err = epay.New(epay.Config{
				Code: g.Code, BaseURL: g.BaseURL, PID: g.PID, Key: g.Key, Page: g.Page, MinAmount: least, MaxAmount: most, HTTP: outward(wire), Log: log,
			})
		case "fourparty":
			adapter, err = fourparty.New(fourparty.Config{
				BaseURL: g.BaseURL, Member: g.PID, Key: g.Key, MinAmount: least, MaxAmount: most, HTTP: outward(wire),
			})
		case "epusdt":
			adapter, err = epusdt.New(epusdt.Config{
				BaseURL: g.BaseURL, Token: g.Key, MinAmount: least, MaxAmount: most, Unasked: money.Fen(g.UnaskedYuan) * money.Yuan, HTTP: outward(wire),
			})
		default:
			err = fmt.Errorf("nobody speaks protocol %q", g.Protocol)
		}
		if err != nil {
			return nil, fmt.Errorf("gateway %q: %w", g.Code, err)
		}
		adapters[g.Code] = adapter
	}
	return adapters, nil
}

// GatewayProtocols are the protocols that gateways may speak.
var GatewayProtocols = []channel.Protocol{
	{Code: "epay", Name: "易支付", Merchant: true, Page: true, Asked: true},
	{Code: "fourparty", Name: "四方支付（pay_*）", Merchant: true, Asked: true},
	{Code: "epusdt", Name: "epusdt"},
}

// ChainAdapters makes the adapter of each contract with a chain's node.
func (c Companies) ChainAdapters(clock calendar.Clock, log *slog.Logger, wire wiring) (map[string]payment.Chain, error) {
	adapters := map[string]payment.Chain{}
	for _, n := range c.Chains {
		if adapters[n.Network] != nil {
			return nil, fmt.Errorf("chain %q has two contracts", n.Network)
		}
		var adapter payment.Chain
		var err error
		switch n.Network {
		case payment.TRC20:
			adapter, err = trc20.New(trc20.Config{URL: n.URL, Key: n.Key, Contract: n.Contract, Genesis: n.Genesis, HTTP: outward(wire), Clock: clock, Log: log})
		case payment.ERC20:
			adapter, err = erc20.New(erc20.Config{
				URL: n.URL, Contract: n.Contract, ChainID: n.ChainID, Genesis: n.Genesis, Confirmations: n.Confirmations, Finalized: n.Finalized, HTTP: outward(wire), Log: log,
			})
		case payment.Omni:
			adapter, err = omni.New(omni.Config{
				URL: n.URL, User: n.User, Password: n.Password, Genesis: n.Genesis, Confirmations: n.Confirmations, HTTP: outward(wire), Log: log,
			})
		default:
			err = errors.New("nobody reads this network")
		}
		if err != nil {
			return nil, fmt.Errorf("chain %q: %w", n.Network, err)
		}
		adapters[n.Network] = adapter
	}
	return adapters, nil
}
