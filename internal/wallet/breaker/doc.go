// Package breaker limits the calls about money that this process makes to each
// venue. A call takes one of the venue's places first. It is refused while the
// venue's circuit is open, because the venue answered nothing several times in a
// row. It is refused while the guard keeps a door closed, too. It ends with the
// venue's time limit. A refusal here is clear: nothing was sent or written.
package breaker
