// Package offers serves the calls about what players are given: promotions, the VIP
// programmes and the bonus fund.
package offers
