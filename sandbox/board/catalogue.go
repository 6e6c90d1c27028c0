package board

// Listed is a game of a venue under the name that the venue gives it.
type Listed struct {
	KindID int    // the game's number in the venue's protocol
	Name   string // as players see it
}

// Lobby is the code of the hall with all tables.
const Lobby = "0"

// venues are those of the KY family, with their names and the names of their
// games in the order of listing.
var venues = map[string]struct {
	name  string
	games []Listed
}{
	"ky":  {"鸿运棋院", []Listed{{720, "二八杠"}, {830, "抢庄牛牛"}, {220, "炸金花"}, {860, "三公"}}},
	"leg": {"乐弈楼", []Listed{{720, "二八杠"}, {830, "抢庄牛牛"}, {220, "炸金花"}, {860, "三公"}}},
	"b45": {"听雨轩", []Listed{{720, "雨夜二八"}, {830, "听雨牛牛"}, {220, "雨巷金花"}, {860, "轩中三公"}}},
	"b37": {"观棋阁", []Listed{{720, "阁上二八"}, {830, "观棋牛牛"}, {220, "满阁金花"}, {860, "百花三公"}}},
	"b36": {"松月斋", []Listed{{720, "松下二八"}, {830, "松风牛牛"}, {220, "月下金花"}, {860, "月夜三公"}}},
}

// Catalogue lists the games of a venue; the first is the one a bet is taken for
// when no game is named. An unknown venue has none.
func Catalogue(venue string) []Listed { return venues[venue].games }

// VenueName is what players call a venue.
func VenueName(venue string) string { return venues[venue].name }
