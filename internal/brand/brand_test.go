package brand

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"hongyun/internal/setting"
)

// A brand that could not be shown or read is refused with the reason.
func TestAWrongBrandIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		value Brand
		want  error
	}{
		"as shipped":                      {Brand{Name: "鸿运"}, nil},
		"a name with markup":              {Brand{Name: "<b>鸿运"}, ErrName},
		"a name that ends an attribute":   {Brand{Name: `鸿"运`}, ErrName},
		"a name with a placeholder":       {Brand{Name: "{code}"}, ErrName},
		"a bright blue":                   {Brand{Name: "鸿运", Accent: "#7fb2ff"}, nil},
		"the gold that is shipped":        {Brand{Name: "鸿运", Accent: "#e0b252"}, nil},
		"a colour by name":                {Brand{Name: "鸿运", Accent: "gold"}, ErrColour},
		"a short colour":                  {Brand{Name: "鸿运", Accent: "#fb5"}, ErrColour},
		"a colour that is no number":      {Brand{Name: "鸿运", Accent: "#zzzzzz"}, ErrColour},
		"a colour with more behind it":    {Brand{Name: "鸿运", Accent: "#fff;}x"}, ErrColour},
		"words in it could not be read":   {Brand{Name: "鸿运", Accent: "#7a4a12"}, ErrContrast},
		"black":                           {Brand{Name: "鸿运", Accent: "#000000"}, ErrContrast},
		"it looks like a loss":            {Brand{Name: "鸿运", Accent: "#ff7a70"}, ErrAlert},
		"it looks like what was won":      {Brand{Name: "鸿运", Accent: "#50cc90"}, ErrAlert},
		"a sign that is part of a number": {Brand{Name: "鸿运", Accent: "#+12345"}, ErrColour},
	} {
		if err := check(t.Context(), nil, setting.Put[Brand]{Value: c.value}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Every accent that is accepted has words that are read, in all its shades.
func TestAnAcceptedAccentKeepsItsContrast(t *testing.T) {
	accepted := 0
	for n := 0; n < 1<<24; n += 9973 {
		p := paletteOf(colour{uint8(n >> 16), uint8(n >> 8), uint8(n)})
		if p.check() != nil {
			continue
		}
		accepted++
		for _, ground := range brightly {
			if contrast(p.base, ground) < minContrast || contrast(p.soft, ground) < minContrast {
				t.Fatalf("%s on %s is not read", p.base, ground)
			}
		}
		if contrast(p.light, onAccent) < minContrast || contrast(p.dark, onAccent) < minContrast {
			t.Fatalf("a button of %s is not read", p.base)
		}
	}
	if accepted < 100 {
		t.Errorf("only %d colours are accepted", accepted)
	}
}

// The style sheet holds colours and nothing that a person typed.
func TestTheStyleHoldsColoursAlone(t *testing.T) {
	form := regexp.MustCompile(`^:root\{(--[a-z-]+:#[0-9a-f]{6};?)+\}$`)
	if s := (Brand{Accent: "#7FB2FF"}).Style(); !form.MatchString(s) || !strings.Contains(s, "--color-gold:#7fb2ff") {
		t.Errorf("style %q", s)
	}
	for _, accent := range []string{"", "red", "#fff;}x", "</style>"} {
		if s := (Brand{Accent: accent}).Style(); s != "" {
			t.Errorf("%q gives %q", accent, s)
		}
	}
}
