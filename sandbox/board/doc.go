// Package board computes the rounds of board games at which several players sit
// at one table: banker's niuniu, golden flower, three courts and two-eight.
// Like package live it stores nothing. The deal of a round is a pure function
// of the venue's secret seed, the table and the number of the round. Its
// payouts follow from the cards and the players' choices.
//
// Every round has five phases. Seats bid for the bank; the highest bid takes
// it, and its size multiplies the round. The other seats choose a multiple of
// the table's base. Cards are dealt, turned, and each seat is compared with the
// banker alone. Without a bid, the company holds the bank with its own hand,
// which is dealt in every round.
//
// The seed of a round is committed to from its beginning (package fair) and
// shown when bets are closed. Bots sit on chosen seats where the sandbox lets
// them. They choose without looking at cards, and the company carries their
// wins and losses.
package board
