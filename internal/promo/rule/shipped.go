package rule

import (
	"slices"

	"hongyun/internal/money"
)

const yuan = money.Yuan

// Shipped are the promotions of a new installation, in the order of their numbers.
func Shipped() []Rule { return slices.Clone(shipped) }

// shipped have the figures of the specification, and each the number of its page.
// The operator chooses how often each packet is drawn. With these tables a red
// packet costs about 5 yuan, a chess packet 65 and a winner 918.
var shipped = []Rule{
	{ID: 34, Kind: RedPackets, Name: "天天存款红包", Activity: 34, Params: Params{
		Tiers: []Tier{
			{300 * yuan, 1}, {800 * yuan, 2}, {3_000 * yuan, 3}, {5_000 * yuan, 4}, {10_000 * yuan, 5},
			{30_000 * yuan, 6}, {50_000 * yuan, 8}, {100_000 * yuan, 10}, {500_000 * yuan, 12}, {1_000_000 * yuan, 15},
		},
		Packets: []Packet{
			{1_88, 500_000}, {3_88, 300_000}, {8_88, 150_000}, {18_88, 40_000}, {58_88, 9_000}, {188_88, 900}, {888_88, 95}, {8_888 * yuan, 5},
		},
		Turnover: 100,
	}},
	{ID: 35, Kind: BoardPacket, Name: "棋牌每日红包", Activity: 35, Params: Params{
		DepositOver: 500 * yuan, ValidOver: 2_000 * yuan,
		Packets:  []Packet{{58 * yuan, 800_000}, {68 * yuan, 120_000}, {88 * yuan, 60_000}, {188 * yuan, 18_000}, {888 * yuan, 1_990}, {8_888 * yuan, 10}},
		Turnover: 100,
	}},
	// The page says that a streak is paid after a check, for of one match a single bet
	// counts. People check those whose feed names no match; the others are checked here.
	{ID: 36, Kind: Streak, Name: "体育连胜彩金", Activity: 36, Params: Params{
		Steps: []Step{{4, 20}, {5, 30}, {6, 50}, {7, 60}, {8, 80}, {9, 100}}, Hours: 24, Odds: &OddsFloor{Local: 80, European: 180},
		Turnover: 100,
	}},
	{ID: 37, Kind: BoardRebate, Name: "棋牌每周返水", Activity: 37, Params: Params{Rates: []LevelRate{{0, 30}, {5, 60}}}}, // D-09
	{ID: 38, Kind: DailyBonus, Name: "每日存款加赠 4%", Activity: 38, Params: Params{
		Rate: 400, DepositMin: 100 * yuan, Cap: 2_000 * yuan, Odds: &OddsFloor{Local: 80, European: 180}, Turnover: 100,
	}},
	{ID: 39, Kind: FirstBonus, Name: "首存加赠 2%", Activity: 39, Params: Params{
		Rate: 200, DepositMin: 100 * yuan, Cap: 400 * yuan, Odds: &OddsFloor{Local: 80, European: 180}, Turnover: 100,
	}},
	{ID: 40, Kind: Referral, Name: "推荐好友送 100 元", Activity: 40, Params: Params{Amount: 100 * yuan, DepositMin: 2_000 * yuan, Turnover: 100}},
	{ID: 41, Kind: Surprise, Name: "每月惊喜现金", Activity: 41, Params: Params{
		Winners: 5, DepositMin: 500 * yuan, ValidMin: 1_000 * yuan, Packets: []Packet{{188 * yuan, 50}, {588 * yuan, 30}, {1_888 * yuan, 14}, {5_888 * yuan, 5}, {8_888 * yuan, 1}}, Turnover: 100,
	}},
	{ID: 42, Kind: Rescue, Name: "月度救援金", Activity: 42, Params: Params{Rate: 500, LossMin: 50_000 * yuan, Turnover: 100}},
	{ID: 43, Kind: SportRebate, Name: "体育每周返水 1%", Activity: 43, Params: Params{
		Rate: 100, ValidMin: 1_000 * yuan, Odds: &OddsFloor{Local: 60, European: 300}, // D-10
	}},
}
