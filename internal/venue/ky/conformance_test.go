package ky_test

import (
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue/ky"
	"hongyun/internal/venue/venuetest"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// The adapter against the sandbox's KY server, which was written separately,
// under the venues that speak the protocol: board games, and a sportsbook.
func TestConformance(t *testing.T) {
	for code, agent := range map[string]string{"ky": "70001", "kys": "90016"} {
		t.Run(code, func(t *testing.T) {
			venuetest.Run(t, venuetest.Harness{
				Open: func(t *testing.T, o venuetest.Options) venuetest.Bench { return open(t, code, agent, o) },
				Game: game(code), NoGame: "999", RoundGames: []string{"830"}, NoRounds: code == "kys",
			})
		})
	}
}

const sportsbook = "7470"

// game is one of a venue's games.
func game(code string) string {
	if board := sandbox.DefaultGames(code); len(board) > 0 {
		return strconv.Itoa(board[0].KindID)
	}
	return sportsbook
}

func open(t *testing.T, code, agent string, o venuetest.Options) venuetest.Bench {
	const desKey, md5Key = "fedcba9876543210", "conformance-md5-key"
	clock := calendar.NewFixed(time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing))
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: o.CompanyClock(clock), Log: o.Log, BaseURL: func() string { return address }, PullGap: -1,
		Games:  []arcade.Venue{{Code: "kys", Games: []arcade.Game{{Code: sportsbook, Name: "体育大厅", Kind: arcade.KindSports}}}},
		Venues: []sandbox.VenueConfig{{Code: code, PlatformID: 26, Protocol: sandbox.KY{Agent: agent, DESKey: desKey, MD5Key: md5Key, LineCode: "hy01"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(companies.Handler())
	address = server.URL
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	v, err := ky.New(ky.Config{
		Code: code, PlatformID: 26, BaseURL: address + "/venues/" + code + "/channelHandle", RecordURL: address + "/venues/" + code + "/getRecordHandle",
		Agent: agent, DESKey: desKey, MD5Key: md5Key, LineCode: "hy01", Timeout: o.Timeout, Clock: clock, Log: o.Log,
	})
	if err != nil {
		t.Fatal(err)
	}
	return venuetest.Bench{
		Venue: v, Clock: clock, Company: venuetest.Sandbox{URL: address, Venue: code}, Secrets: []string{desKey, md5Key, "param=", "&key="},
	}
}
