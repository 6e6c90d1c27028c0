-- +goose Up

-- Sweeps and checks read what is new, or what is open, by an index of its own.
-- Without these each run reads the whole history of a player or of a venue.

-- The stakes that lie on open bets, for the balance expected at a venue.
CREATE INDEX bet_open ON bet (player, venue) WHERE current AND status = 'open';
-- Versions of bets by the time they were stored, with the entry that settled
-- them: an entry's time is that of its bets, for one transaction writes both.
CREATE INDEX bet_stored ON bet (stored_at, entry);

-- The transfers that ended lately: of a player (an order without a key may be a
-- twin of one of them), and of a venue (whose balances are compared).
CREATE INDEX transfer_player_settled ON transfer (player, settled_at) WHERE settled_at > 0;
CREATE INDEX transfer_venue_settled ON transfer (venue, settled_at) WHERE settled_at > 0;

-- The accounts without a balance of their own. They are few among millions.
CREATE INDEX account_summed ON account (name) WHERE summed;

-- The players at a venue, in pages.
CREATE INDEX venue_account_players ON venue_account (venue, player) WHERE created_at > 0;
