package fault_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/sandbox/venues/hub88"
)

const (
	seamless   = "S"   // the column of the seamless wallet
	aggregator = "s10" // the venue whose games are played on the centre wallet
	unitOfFen  = 1000  // a fen in Hub88's amounts
)

// seamlessCells are the column of the seamless wallet, in which the company calls
// and we answer. All but one of its faults are proved by tests elsewhere, which
// are named here and not repeated.
var seamlessCells = []cell{
	{row: "F1", flow: seamless, why: underFaults + "calls that are lost"},
	{row: "F2", flow: seamless, why: underFaults + "answers that are lost"},
	{row: "F3", flow: seamless, why: underFaults + "an answer that breaks is one that is lost"},
	{row: "F4", flow: seamless, why: underFaults + "calls that are late"},
	{row: "F5", flow: seamless, why: "we refuse, not they: seamless.TestARefusedBetStaysRefused"},
	{row: "F6", flow: seamless, why: "a call that nobody signed: apptest.TestACallWithoutTheCompanysSignatureWritesNothing"},
	{row: "F7", flow: seamless, why: underFaults + "calls that come twice at once, and each is repeated until it is answered"},
	{row: "F8", flow: seamless, why: "nothing is settled before its call comes"},
	{row: "F9", flow: seamless, why: "a rollback before its bet: seamless.TestARollbackBeforeItsBetLeavesATombstone; a win before it: seamless.TestAWinBeforeItsBetIsAskedForAgain"},
	{row: "F10", flow: seamless, why: "a win taken back: seamless.TestARolledBackWinIsTakenBackAndWhatIsSpentIsOwed"},
	{row: "F11", flow: seamless, why: "an id again with another amount: seamless.TestAUsedIDWithOtherContentsIsRefusedAndFound"},
	{row: "F12", flow: seamless, why: "amounts of less than a fen are played in apptest.TestASeamlessGameIsPlayedOnTheCentreWallet"},
	{row: "F13", flow: seamless, why: "another player's session: seamless.TestABetNeedsItsSession"},
	{row: "F14", flow: seamless, why: "an id again: seamless.TestARepeatedCallActsOnce"},
	{row: "F15", flow: seamless, why: "the company asks, and we ask nothing"},
	{row: "F16", flow: seamless, why: "bets at once: seamless.TestManyBetsAtOnceNeverOverdrawAWallet; frozen: seamless.TestABetOfWhoMayNotBetIsRefusedAndWinsAreNot"},
	{row: "F17", flow: seamless, why: "no money is at the venue to bring back: apptest.TestASeamlessGameIsPlayedOnTheCentreWallet"},
	{row: "F18", flow: seamless, why: "a company in maintenance makes no calls"},
	{row: "F19", flow: seamless, run: betFailover, only: "postgres", why: oneFile},
	{row: "F20", flow: seamless, why: rowsLost},
}

const underFaults = "apptest.TestTheBooksEqualTheCompanysCountUnderFaults has the company as the referee: "

// aggregates gives the house a contract with a simulated Hub88, whose calls are
// signed with RSA in both directions.
func (r *rig) aggregates() func(*app.Config) {
	r.t.Helper()
	ours, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		r.t.Fatal(err)
	}
	theirs, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		r.t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(&theirs.PublicKey)
	if err != nil {
		r.t.Fatal(err)
	}
	r.company = hub88.New(hub88.Config{
		OperatorID: 7, Key: theirs, Operator: &ours.PublicKey, GameURL: "https://games.example/play",
		Games: []hub88.Game{{Code: "dragons", Name: "Dragons"}}, Wallet: func() string { return r.h.URL("hooks") + "/seamless/" + aggregator },
	})
	server := httptest.NewServer(r.company)
	r.t.Cleanup(server.Close)
	return func(c *app.Config) {
		c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
			Code: aggregator, Protocol: "hub88", BaseURL: server.URL, Agent: "7",
			Key:       string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(ours)})),
			PublicKey: string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})),
		})
	}
}

// sits has the player open the game.
func (r *rig) sits() hub88.Place {
	r.t.Helper()
	ctx := r.t.Context()
	r.ok(r.h.Venues.NameGames(ctx, aggregator, []venue.Game{{Code: "dragons", Name: "Dragons"}}))
	_, err := r.h.Launches.Open(ctx, venue.Opening{
		Player: r.id, Venue: aggregator, Game: "dragons", Language: "zh-CN", Client: venue.Client{IP: "127.0.0.1", Device: "pc"},
	})
	r.ok(err)
	return hub88.Place{User: r.id, Game: "dragons"}
}

// betFailover is F19 of the seamless wallet: the database fails over while rounds are
// played. The company repeats a call until it is answered, and rolls a bet back that
// it has three times not heard of. Its count is the referee.
func betFailover(r *rig) {
	r.purse(2000*money.Yuan, 0)
	at, ctx := r.sits(), r.t.Context()
	had := r.centre()
	before, _ := r.company.Net(r.id)
	for range 1 + r.upTo(4) {
		at.Round = hub88.ID()
		bet, stake := hub88.ID(), int64(r.amount(1, 30))*unitOfFen
		r.fails()
		if r.company.Bet(ctx, at, bet, stake, false) == "RS_OK" {
			r.fails()
			if r.chance(30) {
				r.company.Rollback(ctx, at, hub88.ID(), bet, -stake)
			} else {
				r.company.Win(ctx, at, hub88.ID(), bet, int64(r.amount(0, 60))*unitOfFen, true)
			}
		}
		r.recovers()
	}
	now, _ := r.company.Net(r.id)
	if got, want := r.centre()-had, money.Fen(now-before); got != want {
		r.errorf("the wallet changed by %s, the company counts %s", got, want)
	}
}
