package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/pquerna/otp/totp"

	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/sandbox"
)

// Player is a seeded player as the ready file shows them.
type Player struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// seedPassword is known to everybody: it guards play money.
const seedPassword = "demo2026"

// seedFund is how many C$ each of them begins with.
const seedFund = 188 * money.Yuan

var seedPlayers = []struct {
	name, phone string
	grant       money.Fen
}{
	{"demo01", "13800000001", 10_000 * money.Yuan},
	{"demo02", "13800000002", 5_000 * money.Yuan},
	{"demo03", "13800000003", 500 * money.Yuan},
}

// seed fills what is missing, and only that: it runs at every start.
func (d *Demo) seed(ctx context.Context, dir string) error {
	if err := d.seedStaff(ctx, dir); err != nil {
		return fmt.Errorf("seed staff: %w", err)
	}
	if err := d.seedPayments(ctx); err != nil {
		return fmt.Errorf("seed ways of money: %w", err)
	}
	if err := d.seedPayouts(ctx); err != nil {
		return fmt.Errorf("seed pay-out companies: %w", err)
	}
	if err := d.seedMessages(ctx); err != nil {
		return fmt.Errorf("seed e-mail and SMS: %w", err)
	}
	if err := d.App.Cashier.USDT.Seed(ctx, coinSeeds(d.App.Cashier.Chains.Networks(), d.keys.Xpubs)); err != nil {
		return fmt.Errorf("seed USDT: %w", err)
	}
	if err := d.seedContent(ctx); err != nil {
		return fmt.Errorf("seed content: %w", err)
	}
	if err := d.nameGames(ctx); err != nil {
		return fmt.Errorf("name games: %w", err)
	}
	if err := d.hideGames(ctx); err != nil {
		return fmt.Errorf("hide games: %w", err)
	}
	if err := d.sayAbout(ctx); err != nil {
		return fmt.Errorf("say what games are: %w", err)
	}
	for _, p := range seedPlayers {
		if err := d.seedPlayer(ctx, p.name, p.phone, p.grant); err != nil {
			return fmt.Errorf("seed player %s: %w", p.name, err)
		}
		d.Players = append(d.Players, Player{Name: p.name, Password: seedPassword})
	}
	return nil
}

// coinSeeds are what the demo begins with on each chain it is connected to: a key
// that gives each player an address, and rates of a day.
func coinSeeds(networks []string, xpubs map[string]string) []usdt.Seed {
	rates := map[string][2]money.Rate{payment.TRC20: {71_500, 72_500}, payment.ERC20: {71_000, 73_000}, payment.Omni: {71_000, 73_500}}
	var seeds []usdt.Seed
	for _, network := range networks {
		seeds = append(seeds, usdt.Seed{
			Network: network, Address: xpubs[network], Wallet: sandbox.PayoutWallet(network),
			Deposit: rates[network][0], Payout: rates[network][1], Least: 10 * money.Coin, Most: 50_000 * money.Coin,
		})
	}
	return seeds
}

// nameGames calls the games as the simulated venues' own pages do, so that a
// bet record names what was played.
func (d *Demo) nameGames(ctx context.Context) error {
	for _, v := range venues {
		var games []venue.Game
		for _, g := range sandbox.DefaultGames(v.code) {
			games = append(games, venue.Game{Venue: v.code, Code: strconv.Itoa(g.KindID), Name: g.Name})
		}
		if err := d.App.Venues.NameGames(ctx, v.code, games); err != nil {
			return err
		}
	}
	return nil
}

// hideGames takes the games off the site that their venue has and the sandbox
// does not play.
func (d *Demo) hideGames(ctx context.Context) error {
	hidden := true
	for _, v := range venues {
		if len(sandbox.DefaultGames(v.code)) > 0 { // every page of it opens the lobby
			continue
		}
		var unplayed []int64
		for page := 1; ; page++ {
			f := catalogue.Filter{Venue: v.code, Page: staff.Page{Number: page, Size: 100}}
			list, total, err := d.App.Catalogue.List(ctx, d.App.DB, f)
			if err != nil {
				return err
			}
			for _, g := range list {
				if _, plays := playKinds[g.Kind]; !plays && !g.Hidden {
					unplayed = append(unplayed, g.ID)
				}
			}
			if page*100 >= total {
				break
			}
		}
		for _, id := range unplayed {
			if _, err := d.App.Catalogue.EditGame(ctx, staff.System("demo"), catalogue.GameChange{ID: id, Hidden: &hidden}); err != nil {
				return err
			}
		}
	}
	return nil
}

// seedStaff makes an owner and a second person for what one may not do alone.
// Their passwords exist in clear only in the data folder.
func (d *Demo) seedStaff(ctx context.Context, dir string) error {
	for _, name := range []string{"admin", "checker"} {
		if slices.ContainsFunc(d.keys.Staff, func(s Staff) bool { return s.Name == name }) {
			continue
		}
		added, err := d.App.Accounts.Add(ctx, staff.System("demo"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"owner"}, Reason: "演示账号"})
		if errors.Is(err, staff.ErrNameTaken) {
			return fmt.Errorf("%s is there, but its password is not in %s: this database belongs to another data folder", name, dir)
		}
		if err != nil {
			return err
		}
		own, err := d.enrol(ctx, name, added.Invitation)
		if err != nil {
			return err
		}
		d.keys.Staff = append(d.keys.Staff, own)
		if err := d.keys.save(dir); err != nil {
			return err
		}
	}
	d.Staff = d.keys.Staff
	return nil
}

// enrol opens an invitation as its person does, with a password and an
// authenticator that end up in the data folder.
func (d *Demo) enrol(ctx context.Context, name string, i staff.Invitation) (Staff, error) {
	from := login.Client{IP: "127.0.0.1", Network: "demo:" + name}
	open, err := d.App.Accounts.OpenEnrolment(ctx, i.Token, i.Code, from)
	if err != nil {
		return Staff{}, err
	}
	code, err := totp.GenerateCode(open.TOTPSecret, d.App.Clock.Now())
	if err != nil {
		return Staff{}, err
	}
	own := Staff{Name: name, Password: secret.NewToken()[:20], TOTPSecret: open.TOTPSecret}
	return own, d.App.Accounts.Enrol(ctx, i.Token, i.Code, own.Password, code, from)
}

// seedPlayer registers a player by the front door and grants play money
// through the books.
func (d *Demo) seedPlayer(ctx context.Context, name, phone string, grant money.Fen) error {
	id := identity.Fold(name)
	_, err := d.App.Players.Find(ctx, d.App.DB, id)
	if errors.Is(err, identity.ErrNotFound) {
		err = d.register(ctx, name, phone)
	}
	if err != nil {
		return err
	}
	return d.App.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := d.App.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "demo", Key: "grant:" + id, Kind: "adjust.grant", Ref: "demo", Memo: "演示试玩币", By: "system:demo",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(id), Amount: int64(grant)}},
		})
		if err != nil {
			return err
		}
		return d.App.Fund.Receive(ctx, tx, fund.Income{
			Key: "demo:" + id, Player: id, Amount: seedFund, Remark: "演示奖金", By: "system:demo",
		})
	})
}

// register goes through registration like anybody else. The captcha's answer
// is one that only this second front door knows, and it is gone with it.
func (d *Demo) register(ctx context.Context, name, phone string) error {
	key, err := d.keys.dataKey()
	if err != nil {
		return err
	}
	box, err := secret.NewBox(key)
	if err != nil {
		return err
	}
	answer := secret.Text(4, "abcdefghijkmnpqrstuvwxyz23456789")
	side := player.New(player.Config{
		DB: d.App.DB, Guard: d.App.Guard, Staff: d.App.Staff, Box: box, Log: d.log, TestAnswer: answer,
		Limits: identity.Limits{RegistersPerIP: plenty, ImagesPerIP: plenty}, Phones: []string{"+86"},
	})
	vRand := uuid.NewString()
	if _, err := side.Image(ctx, vRand, ""); err != nil {
		return err
	}
	_, err = side.Register(ctx, player.Registration{
		Name: name, Password: seedPassword, WithdrawPassword: seedPassword, Phone: phone, VerifyCode: answer, VRand: vRand,
	})
	return err
}
