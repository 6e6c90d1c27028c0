// Package usdt keeps what the operator decides about USDT: the rates, the addresses
// that players send to, and the wallets that pay out. It names networks and
// accounts, checks the node of each chain, and gives players addresses of their own.
//
// It must never use an address that two people did not enter: each row is sealed,
// and an altered one is shown to nobody.
package usdt
