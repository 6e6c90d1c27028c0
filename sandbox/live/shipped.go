package live

import (
	"time"

	"hongyun/internal/money"
)

// Shipped are the tables of a new venue. Their rounds begin three seconds apart.
func Shipped() []Table {
	tables := []Table{
		{Code: "B1", Name: "金桂一桌", Game: Baccarat, Min: 5 * money.Yuan, Max: 5_000 * money.Yuan},
		{Code: "B2", Name: "金桂二桌", Game: Baccarat, Min: 20 * money.Yuan, Max: 20_000 * money.Yuan},
		{Code: "B3", Name: "丹桂三桌", Game: Baccarat, Min: 50 * money.Yuan, Max: 50_000 * money.Yuan},
		{Code: "B4", Name: "银桂四桌", Game: Baccarat, Min: money.Yuan, Max: 2_000 * money.Yuan},
		{Code: "D1", Name: "云龙一桌", Game: DragonTiger, Min: 5 * money.Yuan, Max: 5_000 * money.Yuan},
		{Code: "D2", Name: "啸虎二桌", Game: DragonTiger, Min: 20 * money.Yuan, Max: 20_000 * money.Yuan},
		{Code: "R1", Name: "流金轮盘", Game: Roulette, Min: money.Yuan, Max: 2_000 * money.Yuan},
		{Code: "R2", Name: "映月轮盘", Game: Roulette, Min: 10 * money.Yuan, Max: 10_000 * money.Yuan},
		{Code: "S1", Name: "金骰一桌", Game: SicBo, Min: money.Yuan, Max: 2_000 * money.Yuan},
		{Code: "S2", Name: "玉骰二桌", Game: SicBo, Min: 10 * money.Yuan, Max: 10_000 * money.Yuan},
	}
	for i := range tables {
		tables[i].Offset = time.Duration(i) * 3 * time.Second
	}
	return tables
}
