// Package bench measures what the house's own work costs, through real HTTP
// on loopback and against both databases with durable commits. It holds no
// product code; `make bench` runs it and prints one table.
//
// Two processes take part. The house and its books run in the test's process,
// whose processor time is therefore the house's alone. The players' browsers
// and a game venue run in a second one, started from the same binary: neither
// is ours to make faster. The venue speaks its company's real protocol and
// says yes at once, so a transfer costs what the house makes of it and nothing
// else.
package bench
