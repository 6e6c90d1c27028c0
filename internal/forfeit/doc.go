// Package forfeit takes back bonus money whose turnover requirement is unmet
// when its player excludes themself (RG-4).
//
// An excluded player may not bet, so nothing that takes bets can be asked of
// them. Their deposits leave freely. A bonus that was never bet does not.
//
// In the transaction of the exclusion each open requirement of a bonus ends,
// and its amount becomes a row that is due. The row is served from the centre
// wallet, never with more than is there. The rest waits while the player has
// money at venues, in transit or locked. It is served when that money returns:
// before each withdrawal, and by a sweep. It ends unserved when nothing is left
// anywhere: the player lost it, and owes nothing.
package forfeit
