package money

// Asset is what an amount is counted in.
type Asset string

// The assets of the books and their smallest units.
const (
	CNY     Asset = "CNY"  // renminbi, counted in fen (1/100 yuan)
	CDollar Asset = "C$"   // the bonus fund's unit, counted in 1/100
	USDT    Asset = "USDT" // tether, counted in 1/1,000,000
)

// Places is the number of decimal places between an asset's main unit and its
// smallest one. An unknown asset has none.
func (a Asset) Places() int {
	switch a {
	case CNY, CDollar:
		return 2
	case USDT:
		return 6
	}
	return 0
}

// Format prints an amount of smallest units in the asset's main unit, with all
// its places: 12345 fen is "123.45".
func (a Asset) Format(minor int64) string { return format(minor, a.Places()) }
