// Package site serves the built front ends: index pages with what the first
// paint needs written into them, and hashed files that never change.
//
// It never builds an address from the Host header (trust T6): which hosts
// belong together is the operator's setting, and the page itself moves a phone
// from a www host to its h5 host, because only the page sees the route after
// the #, and register, Downapp and XiaoJin must stay where they are (D-12).
package site
