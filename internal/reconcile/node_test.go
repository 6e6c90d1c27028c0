package reconcile_test

import (
	"context"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile/finding"
)

// cashier B19: a node of another network is a finding. It ends by itself once the
// node is right, and closes nothing: the lane of its chain has stopped already.
func TestANodeOfAnotherNetworkIsAFinding(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ctx := context.WithoutCancel(t.Context())
		found := func(wrong, want string) {
			t.Helper()
			err := h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(`INSERT INTO chain_node (network, checked_at, wrong) VALUES ('trc20', ?, ?)
					ON CONFLICT (network) DO UPDATE SET wrong = EXCLUDED.wrong`, tx.NowMillis(), wrong).Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := h.Reconcile.Watch(ctx); err != nil {
				t.Fatal(err)
			}
			var states []string
			if err := h.DB.NewRaw("SELECT state FROM recon_finding WHERE kind = ? AND subject = 'chain:trc20'", string(finding.Node)).Scan(ctx, &states); err != nil {
				t.Fatal(err)
			}
			if len(states) != 1 || states[0] != want {
				t.Errorf("findings %v, want one that is %s", states, want)
			}
		}
		found("the node serves another network: chain id is 5, want 1", finding.Open)
		if err := h.Guard.Gate.Check(ctx, guard.DoorWithdrawals); err != nil {
			t.Errorf("withdrawals to banks are closed: %v", err)
		}
		found("", finding.Cleared)
	})
}
