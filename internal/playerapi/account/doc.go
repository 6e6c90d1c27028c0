// Package account serves the calls about the player: login, profile, security,
// limits, VIP levels, questions to support and messages.
package account
