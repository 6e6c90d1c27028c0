package payment

// WrongNetwork says that a node serves another network than the one that is
// configured, or another token: everything it tells is about other money.
type WrongNetwork struct {
	What  string // what was compared, such as "chain id"
	Found string // as the node says it, shortened
	Want  string
}

// Error names what differs. Found is data of a node, so it is cut.
func (e *WrongNetwork) Error() string {
	return "the node serves another network: " + e.What + " is " + short(e.Found) + ", want " + short(e.Want)
}

// Same is nil when two texts are equal, and a *WrongNetwork when not.
func Same(what, found, want string) error {
	if found == want {
		return nil
	}
	return &WrongNetwork{What: what, Found: found, Want: want}
}

func short(text string) string {
	const most = 80
	clean := []rune{}
	for _, r := range text {
		if len(clean) == most {
			break
		}
		if r > ' ' && r < 0x7f {
			clean = append(clean, r)
		}
	}
	return string(clean)
}
