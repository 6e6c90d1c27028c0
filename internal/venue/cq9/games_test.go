package cq9

import (
	"slices"
	"testing"

	"hongyun/internal/venue"
)

// The list of games is read with its Chinese names and kinds; a game in maintenance is closed.
func TestTheListOfGamesIsRead(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/game/list/cq9": {data(`[
		{"gamehall":"cq9","gametype":"slot","gamecode":"52","gamename":"Jump High","gameplat":"web","maintain":false,
		 "nameset":[{"lang":"en","name":"Jump High"},{"lang":"zh-cn","name":"跳高高"}]},
		{"gametype":"fish","gamecode":"AB3","gamename":"Paradise","maintain":true,"nameset":null},
		{"gametype":"arcade","gamecode":7,"gamename":"Seven","nameset":{"zh-cn":"七"}}]`)}})
	games, err := v.GameList(t.Context())
	want := []venue.VendorGame{
		{Code: "52", Name: "跳高高", Kind: venue.Slot}, {Code: "AB3", Name: "Paradise", Kind: venue.Fish, Closed: true}, {Code: "7", Name: "Seven"},
	}
	if err != nil || !slices.Equal(games, want) {
		t.Errorf("GameList = %+v, %v", games, err)
	}
	if q := s.heard()[0]; q.method != "GET" || q.path != "/gameboy/game/list/cq9" || q.authorization != testToken {
		t.Errorf("asked %+v", q)
	}
}

// An answer that is no list is an error; code 8 is a list without games.
func TestAListThatCannotBeReadIsAnError(t *testing.T) {
	for _, answer := range []string{data("null"), data(`{"games":[]}`), data(`[{"gamecode":{}}]`), status("4"), status("100"), "{}", "hang up"} {
		v, _ := openTest(t, map[string][]string{"/game/list/cq9": {answer}})
		if games, err := v.GameList(t.Context()); err == nil {
			t.Errorf("%s is a list of %d games", answer, len(games))
		}
	}
	v, _ := openTest(t, map[string][]string{"/game/list/cq9": {status("8")}})
	if games, err := v.GameList(t.Context()); err != nil || len(games) != 0 {
		t.Errorf("no data is %v, %v", games, err)
	}
}
