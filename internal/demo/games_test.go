package demo

import (
	"maps"
	"strconv"
	"testing"

	"hongyun/internal/venue"
	"hongyun/sandbox"
	"hongyun/sandbox/board"
	"hongyun/sandbox/lottery"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
)

// GAME-03: every fishing hall of the venues with a contract has a page of its own.
func TestTheSandboxPlaysEveryFishingHall(t *testing.T) {
	venues, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	halls := map[string]int{}
	for _, v := range venues {
		for _, g := range v.Games {
			if g.Kind == arcade.KindFishing {
				halls[v.Code]++
				if g.Palette == "" || g.Motif == "" {
					t.Errorf("%s %s has no colours of its own", v.Code, g.Code)
				}
			}
		}
	}
	if halls["ag"] != 8 || halls["s47"] != 3 || halls["s9"] != 2 {
		t.Errorf("fishing halls: %v", halls)
	}
}

// The lotteries of the catalogue are those that the sandbox draws, by the same
// codes and names.
func TestTheSandboxDrawsEveryLotteryOfTheCatalogue(t *testing.T) {
	for code, lotteries := range map[string][]lottery.Lottery{"vr": lottery.Shipped(), "tcg": lottery.ShippedTCG()} {
		_, games, err := venue.Shipped(code)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]string{}
		for _, l := range lotteries {
			names[l.Code] = l.Name
		}
		for _, g := range games {
			if g.Code != "0" && names[g.Code] != g.Name { // 0 is the lobby
				t.Errorf("%s %s of %s is drawn as %q", g.Code, g.Name, code, names[g.Code])
			}
		}
		if len(games) != len(names)+1 {
			t.Errorf("%s: %d games, %d lotteries", code, len(games), len(names))
		}
	}
}

// H-294: every board game of the catalogue opens a table, under the name that the
// venue's own page gives it, and every game that is dealt there is listed.
func TestEveryBoardGameOfTheCatalogueOpensATable(t *testing.T) {
	tables := map[board.Game]int{}
	for _, table := range board.Shipped() {
		tables[table.Game]++
	}
	halls := 0
	for _, v := range venues {
		_, games, err := venue.Shipped(v.code)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[string]string{}
		for _, g := range games {
			if g.Kind != venue.Board || g.Code == board.Lobby {
				continue
			}
			listed[g.Code] = g.Name
			kind, _ := strconv.Atoi(g.Code)
			if rules, ok := board.OfKind(kind); !ok || tables[rules.Game] == 0 {
				t.Errorf("%s %s of %s opens no table", g.Code, g.Name, v.code)
			}
		}
		dealt := map[string]string{}
		for _, g := range sandbox.DefaultGames(v.code) {
			dealt[strconv.Itoa(g.KindID)] = g.Name
		}
		if !maps.Equal(listed, dealt) {
			t.Errorf("%s lists %v and deals %v", v.code, listed, dealt)
		}
		if len(dealt) > 0 {
			halls++
		}
	}
	if halls != 5 {
		t.Errorf("%d halls of board tables", halls)
	}
}

// The lobbies of sports and e-sports open, and every league has a game of its venue.
func TestTheSandboxPlaysSportsAndEsports(t *testing.T) {
	venues, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]arcade.Kind{}
	for _, v := range venues {
		for _, g := range v.Games {
			if g.Kind == arcade.KindSports || g.Kind == arcade.KindEsports {
				codes[v.Code+" "+g.Code] = g.Kind
			}
		}
	}
	want := map[string]arcade.Kind{
		"bbin ball": arcade.KindSports, "saba 0": arcade.KindSports, "pin 0": arcade.KindSports, "im 0": arcade.KindSports, "fb 0": arcade.KindSports, "bti 0": arcade.KindSports, "kys 7470": arcade.KindSports, "xj 0": arcade.KindSports, "avia 0": arcade.KindEsports, "ime 0": arcade.KindEsports, "tf 0": arcade.KindEsports, "avia moba": arcade.KindEsports, "avia fps": arcade.KindEsports, "avia rts": arcade.KindEsports,
	}
	if !maps.Equal(codes, want) {
		t.Errorf("games %v, want %v", codes, want)
	}
}

// A bet at a table keeps the sandbox's own code of its game; a venue that does
// not know it never settles the bet.
func TestEveryHallKnowsItsTables(t *testing.T) {
	list, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	halls := 0
	for _, v := range list {
		live := map[string]bool{}
		for _, g := range v.Games {
			if g.Kind == arcade.KindLive {
				live[g.Code] = true
			}
		}
		if len(live) == 0 {
			continue
		}
		halls++
		for _, g := range tables {
			if !live[dealer.TableGame(g)] {
				t.Errorf("%s deals %s and does not know it", v.Code, dealer.TableGame(g))
			}
		}
	}
	if halls != 4 {
		t.Errorf("%d halls", halls)
	}
}

// The sandbox has a page for every slot game that the catalogue offers, and PG's
// lobby is one of them.
func TestTheSandboxPlaysEverySlotGame(t *testing.T) {
	list, err := PlayVenues()
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{"s47", "s8", "s9"} {
		_, games, err := venue.Shipped(code)
		if err != nil {
			t.Fatal(err)
		}
		played := map[string]string{}
		for _, v := range list {
			for _, g := range v.Games {
				if v.Code == code {
					played[g.Code] = g.Name
				}
			}
		}
		for _, g := range games {
			if played[g.Code] != g.Name {
				t.Errorf("%s %s %s is played as %q", code, g.Code, g.Name, played[g.Code])
			}
		}
		if code == "s8" && (len(games) != 120 || played[pgLobby] == "") {
			t.Errorf("%d games, the lobby is %q", len(games), played[pgLobby])
		}
	}
}
