package app

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"hongyun/internal/app/company"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/stafftest"
	"hongyun/internal/venue"
	"hongyun/internal/venue/contract"
)

// contractHouse is an App as far as contracts go.
func contractHouse(t *testing.T, d *db.DB, file ...company.VenueContract) (*App, *secret.Box) {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	a := &App{DB: d, Config: Config{Clock: d.Clock(), Log: slog.New(slog.DiscardHandler), Companies: company.Companies{Venues: file}}}
	a.Staff = staff.New(staff.Config{DB: d, Box: box, Log: a.Log})
	a.Accounts = account.New(a.Staff, account.Config{})
	a.buildContracts(box)
	if err := venue.New(venue.Config{DB: d, Staff: a.Staff}).Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a, box
}

// entered has two people put a contract into force.
func entered(t *testing.T, a *App, code string) {
	t.Helper()
	var by [2]staff.Actor
	for i, name := range []string{"boss-" + code, "lin-" + code} {
		added, err := stafftest.Add(t.Context(), a.Accounts, a.Clock.Now(), name, "owner")
		if err != nil {
			t.Fatal(err)
		}
		by[i] = staff.Actor{ID: added.Person.ID, Name: name, Roles: []string{"owner"}}
	}
	id, err := a.Contracts.Ask(t.Context(), by[0], contract.Order{Venue: code, Protocol: "cq9", Reason: "新签合同", Values: map[string]string{
		"baseURL": "https://screen.example.com", "token": "token-of-the-screen", "passwordKey": "seed",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Staff.Decide(t.Context(), by[1], id, true, ""); err != nil {
		t.Fatal(err)
	}
}

// H-283: the contract of the screen is used from the next start, and the one of the
// file wins where both are.
func TestTheNextStartUsesTheContractOfTheScreen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a, box := contractHouse(t, d, company.VenueContract{Code: "leg", Protocol: "cq9", BaseURL: "https://file.example.com", Token: "t", PasswordKey: "p"})
		entered(t, a, "leg")
		entered(t, a, "im")
		adapters, links, err := a.adapters(t.Context(), box)
		if err != nil || len(adapters) != 2 {
			t.Fatalf("%d adapters, %v", len(adapters), err)
		}
		if l := links["leg"]; l.Host != "file.example.com" || l.Version != 0 {
			t.Errorf("the file does not win: %+v", l)
		}
		if l := links["im"]; l.Host != "screen.example.com" || l.Version != 1 || l.Unusable {
			t.Errorf("the contract of the screen is not used: %+v", l)
		}
	})
}

// A contract that cannot be opened closes its venue, and the program starts.
func TestAnAlteredContractStopsItsVenueAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a, _ := contractHouse(t, d)
		entered(t, a, "leg")
		other, err := secret.NewBox(append(make([]byte, secret.KeySize-1), 1))
		if err != nil {
			t.Fatal(err)
		}
		adapters, links, err := a.adapters(t.Context(), other) // the values were sealed with another key
		if err != nil || len(adapters) != 0 || !links["leg"].Unusable {
			t.Errorf("%d adapters, %+v, %v", len(adapters), links, err)
		}
	})
}

// Only the sealed column holds values, and it opens in its own row alone.
func TestTheValuesOfAContractAreSealed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		a, _ := contractHouse(t, d)
		entered(t, a, "leg")
		entered(t, a, "im")
		swapped := func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`INSERT INTO venue_contract (id, venue, version, protocol, host, fields, sealed, made_by, made_at)
				SELECT 'forged', 'im', 7, protocol, host, fields, sealed, made_by, made_at FROM venue_contract WHERE venue = 'leg'`).Exec(ctx)
			if err == nil {
				_, err = tx.NewRaw(`UPDATE venue_contract SET approved_by = 'x', approved_at = 1 WHERE id = 'forged'`).Exec(ctx)
			}
			return err
		}
		if err := d.Write(t.Context(), swapped); err != nil {
			t.Fatal(err)
		}
		list, err := a.Contracts.InForce(t.Context(), d)
		if err != nil || len(list) != 2 {
			t.Fatalf("%d contracts, %v", len(list), err)
		}
		var contract company.VenueContract
		if list[0].Venue != "im" || list[0].Version != 7 || list[0].Contract != nil {
			t.Errorf("a contract moved from another row opens: %+v", list[0].Entry)
		}
		if err := json.Unmarshal(list[1].Contract, &contract); err != nil || contract.Token != "token-of-the-screen" {
			t.Errorf("the contract of leg does not open: %v", err)
		}
	})
}
