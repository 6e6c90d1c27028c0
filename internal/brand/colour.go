package brand

import (
	"fmt"
	"math"
	"strconv"
)

// colour is red, green and blue of sRGB.
type colour [3]uint8

// parse reads #rrggbb.
func parse(text string) (colour, bool) {
	if len(text) != 7 || text[0] != '#' {
		return colour{}, false
	}
	n, err := strconv.ParseUint(text[1:], 16, 32)
	return colour{uint8(n >> 16), uint8(n >> 8), uint8(n)}, err == nil
}

func (c colour) String() string { return fmt.Sprintf("#%02x%02x%02x", c[0], c[1], c[2]) }

// mix gives c with a share of another colour in it, 0 to 1.
func (c colour) mix(with colour, share float64) (out colour) {
	for i := range c {
		out[i] = uint8(math.Round(float64(c[i])*(1-share) + float64(with[i])*share))
	}
	return out
}

// luminance is that of WCAG 2, 0 to 1.
func (c colour) luminance() float64 {
	part := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c[0]) + 0.7152*part(c[1]) + 0.0722*part(c[2])
}

// contrast is the ratio of WCAG 2, 1 to 21.
func contrast(a, b colour) float64 {
	bright, dark := a.luminance(), b.luminance()
	if bright < dark {
		bright, dark = dark, bright
	}
	return (bright + 0.05) / (dark + 0.05)
}

// minContrast is what WCAG asks for words of ordinary size.
const minContrast = 4.5

// The colours of web/player/src/styles.css that the accent meets.
var (
	white    = colour{255, 255, 255}
	black    = colour{}
	brightly = []colour{{0x23, 0x2a, 0x36}, {0x2b, 0x24, 0x17}} // the brightest grounds: raised, warm
	onAccent = colour{0x1a, 0x12, 0x04}                         // the words of a button
	alerts   = []struct {
		colour
		means string
	}{{colour{0xff, 0x7a, 0x70}, "错误与输"}, {colour{0x4c, 0xcb, 0x8f}, "成功与赢"}}
)

// minApart is the smallest distance in sRGB from a colour that tells something.
const minApart = 60

// palette is the accent in the shades that the pages use.
type palette struct{ base, soft, light, dark colour }

func paletteOf(accent colour) palette {
	return palette{base: accent, soft: accent.mix(white, 0.45), light: accent.mix(white, 0.25), dark: accent.mix(black, 0.08)}
}

// check fails unless words in the accent can be read on every ground, and the words
// of a button on the accent. It also fails for an accent that looks like an alert.
func (p palette) check() error {
	for _, ground := range brightly {
		if c := contrast(p.base, ground); c < minContrast {
			return ErrContrast.With(strconv.FormatFloat(math.Floor(c*10)/10, 'f', 1, 64))
		}
	}
	if c := contrast(p.dark, onAccent); c < minContrast {
		return ErrContrast.With(strconv.FormatFloat(math.Floor(c*10)/10, 'f', 1, 64))
	}
	for _, a := range alerts {
		sum := 0.0
		for i := range a.colour {
			d := float64(a.colour[i]) - float64(p.base[i])
			sum += d * d
		}
		if math.Sqrt(sum) < minApart {
			return ErrAlert.With(a.means)
		}
	}
	return nil
}

// Style is the style sheet of the accent, "" for the built-in one. The names are
// those of web/player/src/styles.css and internal/site/promotion/style.css.
func (b Brand) Style() string {
	accent, ok := parse(b.Accent)
	if !ok {
		return ""
	}
	p := paletteOf(accent)
	return fmt.Sprintf(":root{--color-gold:%s;--color-gold-soft:%s;--color-gold-light:%s;--color-gold-dark:%s;--gold:%[1]s;--gold-soft:%[2]s}", p.base, p.soft, p.light, p.dark)
}
