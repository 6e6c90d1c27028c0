// Package lottery computes draws on a schedule and what tickets win. It keeps
// nothing: the result of an issue is a pure function of the venue's secret
// seed, the lottery and the issue, and can be checked afterwards (package fair).
//
// Six families are drawn: digits (five digits from 0 to 9), k3 (three dice),
// pk10 (ten racers in order), eleven (five numbers of 11 in order), pc28 (three
// digits and their sum) and lhc (six numbers of 49 and a special one). The price of every pick is its exact chance,
// counted over all results, less the lottery's margin.
package lottery
