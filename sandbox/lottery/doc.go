// Package lottery computes draws on a schedule and the wins of tickets. It
// stores nothing. The result of an issue is a pure function of the venue's
// secret seed, the lottery and the issue. It can be checked afterwards (package
// fair).
//
// Six families are drawn. The draws of digits are five digits from 0 to 9, of
// k3 three dice, and of pk10 ten racers in order. Those of eleven are five
// numbers of 11 in order, and of pc28 three digits and their sum. Those of lhc
// are six numbers of 49 and a special one. The price of every pick is its exact
// chance, counted over all results, less the lottery's margin.
package lottery
