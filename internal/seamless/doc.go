// Package seamless lets venues play on the player's centre wallet. The venue
// calls us for each bet, win and rollback; each call has an id of the venue and
// acts once.
//
// A bet moves its stake from the centre wallet to the mirror of the player's
// money at the venue, and a win moves money back. The bet's record settles the
// difference between the mirror and the operator's result, as for every other
// venue. So the mirror holds the stakes of open bets and nothing else.
//
//	bet       centre → mirror          the bet is open
//	win       mirror → centre          settled; the result is booked beside it
//	rollback  the same way back        void, or settled again without that win
//
// All three run under the lock of the player's centre wallet, and the calls of
// many players share a transaction. A rollback that arrives before its call
// leaves a tombstone, so the late call is refused. A refused bet leaves its
// refusal for some days, so a delayed copy of it is refused too.
//
// A bet is refused when the player may not bet. A win and a rollback are not:
// they are the player's money, or the venue's.
package seamless
