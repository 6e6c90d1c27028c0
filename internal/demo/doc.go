// Package demo is a house with everything around it: the simulated companies,
// a seeded catalogue, players with play money, staff with printed passwords,
// and the surfaces by which scripts drive it (a moved clock, a known captcha,
// the ready file).
//
// It is the one package that holds the house and the simulated companies
// together. Nothing that runs with real money may import it.
package demo
