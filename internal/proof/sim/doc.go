// Package sim is a deterministic simulation of everything in the house that
// takes more than one step: transfers both ways, recycles, transfers before a
// launch, deposits through a gateway and through a bank, withdrawals, the
// sweeps that follow them up, and the nightly look at the books.
//
// One seed is one run. The clock, the network, the companies, the deaths of the
// process and what players and staff do are all drawn from it, and everything
// happens one after the other, so that a seed replays a run. The companies keep
// books of their own and are the referee: what they did must be what our books
// say, whatever was lost, late, doubled or contradicted on the way.
//
// How a run goes: for some hours players and staff act while everything fails;
// then the faults stop. Within finalWithin of that, nothing may be open that
// did not hear something new since. The clock goes on until nobody asks about
// anything any more, and the books are compared.
//
//	go test ./internal/proof/sim -run TestSimulation/sqlite -seed 17
//
// runs one seed and prints what happened in it.
package sim
