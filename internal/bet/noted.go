package bet

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// The findings about calls of a venue that plays on the centre wallet.
const (
	FoundChanged       = "changed"        // its id was used before, with other contents
	FoundNoBet         = "no_bet"         // it refers to nothing that is known
	FoundOtherPlayer   = "other_player"   // it refers to another player's transaction
	FoundAfterRollback = "after_rollback" // a win for a bet that was given back
	FoundPaidBack      = "paid_back"      // a bet was given back, and its wins were not
)

// Noted is a call that people have to look at.
type Noted struct {
	Venue, ID, Account, What string
	Stake, Win               money.Fen
	Raw                      []byte
}

// Note keeps a finding. The same call again is the same finding.
func (b *Bets) Note(ctx context.Context, tx *db.Tx, n Noted) error {
	return keepFindings(ctx, tx, []finding{{
		Venue: n.Venue, BetID: n.ID, Account: n.Account, What: n.What, Stake: int64(n.Stake), Win: int64(n.Win), Raw: clean(string(n.Raw)),
		FirstAt: tx.NowMillis(), LastAt: tx.NowMillis(),
	}})
}

// SolveNoBet closes the findings of calls that came before their bet and were
// carried out when they came again.
func (b *Bets) SolveNoBet(ctx context.Context, tx *db.Tx, venue string, ids []string) error {
	where, among := tx.Among("bet_id", ids)
	_, err := tx.ExecFixed(ctx, `UPDATE bet_finding SET solved_at = ? WHERE solved_at = 0 AND what = 'no_bet' AND venue = ? AND `+where, tx.NowMillis(), venue, among)
	if err != nil {
		return fmt.Errorf("solve findings: %w", err)
	}
	return nil
}
