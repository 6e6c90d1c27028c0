package sandbox

import (
	"testing"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/venues/tcg"
	"hongyun/sandbox/venues/vr"
)

func vrConfig(codes ...string) Config {
	v := arcade.Venue{Code: "vr", Name: "吉星彩"}
	for _, code := range codes {
		v.Games = append(v.Games, arcade.Game{Code: code, Name: "彩票" + code})
	}
	return Config{Games: []arcade.Venue{v}}
}

func TestChannelsOfVRAreTheCodesOfItsGames(t *testing.T) {
	p := VR{Merchant: "HY", Key: "0123456789abcdef0123456789abcdef"}
	c := vrConfig("0", "2", "13", "24")
	if err := p.check(c, "vr"); err != nil {
		t.Fatal(err)
	}
	opened, offers := p.open(&Server{}, c, VenueConfig{Code: "vr"})
	s := opened.(*vr.Server)
	if len(offers) != 3 || len(s.Channels) != 3 {
		t.Fatalf("%v %v", offers, s.Channels)
	}
	for i, id := range []int{2, 13, 24} {
		if s.Channels[i].ID != id {
			t.Errorf("channel %+v, want %d", s.Channels[i], id)
		}
	}
	detail := `{"issue":"2-20261123-0042","play":"定位胆","position":"个位","number":"7","odds":"9.70","unit":2.00,"multiple":5,"result":"1,2,3,4,7"}`
	want := vr.Ticket{Issue: "2-20261123-0042", Play: "定位胆", Position: "个位", Number: "7", Odds: "9.70", Unit: 200, Multiple: 5, Result: "1,2,3,4,7"}
	if got := s.Ticket(books.Bet{Detail: detail, Stake: 1000}); got != want {
		t.Errorf("ticket %+v, want %+v", got, want)
	}
	for _, wrong := range []string{"1", "ssc", "-3", ""} {
		if p.check(vrConfig("2", wrong), "vr") == nil {
			t.Errorf("game %q has a channel", wrong)
		}
	}
}

func TestGamesOfTCGAreItsLotteries(t *testing.T) {
	p := TCG{Merchant: "HY", Key: "12345678", SignKey: "s", FileUser: "u", FilePassword: "p"}
	c := Config{Games: []arcade.Venue{{Code: "tcg", Games: []arcade.Game{{Code: "Lobby", Name: "大厅"}, {Code: "SSC", Name: "时时彩"}}}}}
	if err := p.check(c, "tcg"); err != nil {
		t.Fatal(err)
	}
	opened, offers := p.open(&Server{}, c, VenueConfig{Code: "tcg"})
	s := opened.(*tcg.Server)
	if len(offers) != 1 || len(s.Games) != 1 || s.Games[0].Code != "SSC" {
		t.Fatalf("%v %v", offers, s.Games)
	}
	detail := `{"issue":"SSC-0042","play":"定位胆","position":"个位","number":"7","odds":"9.70"}`
	want := tcg.Ticket{Issue: "SSC-0042", Content: "定位胆 个位 7", Odds: "9.70"}
	if got := s.Ticket(books.Bet{Detail: detail, Stake: 1000}); got != want {
		t.Errorf("ticket %+v, want %+v", got, want)
	}
	for name, change := range map[string]func(*TCG){
		"a short key": func(p *TCG) { p.Key = "1234567" }, "no sign key": func(p *TCG) { p.SignKey = "" },
		"no password": func(p *TCG) { p.FilePassword = "" }, "a period over the minute": func(p *TCG) { p.CutEvery = 45 * time.Second },
	} {
		wrong := p
		change(&wrong)
		if wrong.check(c, "tcg") == nil {
			t.Errorf("%s passed", name)
		}
	}
	if p.check(Config{}, "tcg") == nil {
		t.Error("no games passed")
	}
}
