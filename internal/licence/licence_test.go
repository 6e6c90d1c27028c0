package licence

import (
	"errors"
	"testing"

	"hongyun/internal/setting"
)

// A link leads to a page of a regulator over https, and to nothing that a browser runs.
func TestAWrongLinkIsRefused(t *testing.T) {
	for link, want := range map[string]error{
		"": nil, "https://regulator.example/verify?id=1&k=2": nil,
		"http://regulator.example": ErrLink, "javascript:alert(1)": ErrLink, "https://": ErrLink, "//regulator.example": ErrLink,
		"https://u:p@regulator.example/": ErrLink, "https://regulator.example/\"onload=": ErrLink, "regulator.example": ErrLink,
	} {
		if err := check(t.Context(), nil, setting.Put[Licence]{Value: Licence{Link: link}}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", link, err, want)
		}
	}
}
