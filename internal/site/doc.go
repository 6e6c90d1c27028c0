// Package site serves the built front ends: index pages with the data of the
// first paint written into them, and hashed files that never change.
//
// It never builds an address from the Host header (trust T6): the operator's
// setting says which hosts belong together. The page itself moves a phone from
// a www host to its h5 host, because only the page sees the route after the #.
// The routes register, Downapp and XiaoJin must stay where they are (D-12).
package site
