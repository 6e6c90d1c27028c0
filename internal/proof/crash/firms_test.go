package crash

import (
	"strconv"

	"hongyun/internal/app/company"
	"hongyun/internal/venue/fb"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	fbcompany "hongyun/sandbox/venues/fb"
)

const firmKey = "test-firm-key-of-32-characters-1"

// feedFirms are five venues whose bets are read in five ways: windows of
// columns, versions, files, XML pages, and JSON pages.
var feedFirms = []firm{
	kyFirm,
	{
		code: "saba", platform: 5, games: lobby(arcade.KindSports), protocol: sandbox.SABA{VendorID: firmKey, OperatorID: "test", Currency: 20},
		contract: func(at string) company.VenueContract {
			return company.VenueContract{Code: "saba", Protocol: "saba", BaseURL: at, Agent: "test", Token: firmKey, Currency: 20}
		},
	},
	{
		code: "fb", platform: 14, games: lobby(arcade.KindSports), protocol: sandbox.FB{MerchantID: "1000014", Secret: firmKey},
		contract: func(at string) company.VenueContract {
			return company.VenueContract{Code: "fb", Protocol: "fb", BaseURL: at, Agent: "1000014", Token: firmKey, Codes: map[string]string{
				strconv.Itoa(fbcompany.CodeNoUser): string(fb.NoUser), strconv.Itoa(fbcompany.CodeNoOrder): string(fb.NoOrder),
			}}
		},
	},
	{
		code: "bti", platform: 15, games: lobby(arcade.KindSports), protocol: sandbox.BTI{AgentName: "test", AgentSecret: firmKey},
		contract: func(at string) company.VenueContract {
			return company.VenueContract{Code: "bti", Protocol: "bti", BaseURL: at, Agent: "test", Token: firmKey}
		},
	},
	{
		code: "s47", platform: 47, games: []arcade.Game{{Code: "47001", Name: "风暴灯塔", Kind: arcade.KindSlot}}, protocol: sandbox.CQ9{Token: firmKey},
		contract: func(at string) company.VenueContract {
			return company.VenueContract{Code: "s47", Protocol: "cq9", BaseURL: at, Token: firmKey, PasswordKey: firmKey}
		},
	},
}

func lobby(kind arcade.Kind) []arcade.Game {
	return []arcade.Game{{Code: "0", Name: "体育大厅", Kind: kind}}
}
