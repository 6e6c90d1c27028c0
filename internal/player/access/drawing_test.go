package access

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/secret"
)

// Letters keep a margin to every edge and are dark enough on the ground, whatever
// letters they are.
func TestCaptchaLettersAreWholeAndDark(t *testing.T) {
	answers := []string{"WWWW", "MWMW", "JJJJ", "QQQQ", "3479"}
	for range 300 {
		answers = append(answers, secret.Text(captchaLength, captchaAlphabet))
	}
	bounds := image.Rect(0, 0, captchaWidth, captchaHeight)
	for _, answer := range answers {
		picture := image.NewNRGBA(bounds)
		if err := drawLetters(picture, answer); err != nil {
			t.Fatal(err)
		}
		// On a transparent picture every pixel with ink is opaque and mixed with black; the margins have none.
		drawn := 0
		for y := range captchaHeight {
			for x := range captchaWidth {
				inside := image.Pt(x, y).In(bounds.Inset(captchaMargin))
				if picture.NRGBAAt(x, y) == (color.NRGBA{}) || picture.NRGBAAt(x, y) == (color.NRGBA{A: 255}) {
					continue
				}
				drawn++
				if !inside {
					t.Fatalf("%s has ink at %d,%d", answer, x, y)
				}
			}
		}
		if drawn < 400 {
			t.Errorf("%s has %d pixels of ink", answer, drawn)
		}
	}
	for range 1000 {
		if ink := darkInk(); contrast(ink, captchaGround) < 4.5 {
			t.Fatalf("ink %v has a contrast of %.2f", ink, contrast(ink, captchaGround))
		}
	}
	if got := contrast(color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 255, B: 255, A: 255}); got < 20.9 || got > 21.1 {
		t.Errorf("black on white has a contrast of %.2f", got)
	}
}

// The drawn picture has four letters, each in pixels that are dark on the ground.
func TestCaptchaPictureShowsItsLetters(t *testing.T) {
	for range 50 {
		raw, err := drawCaptcha(secret.Text(captchaLength, captchaAlphabet))
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		dark, darkOf := 0, map[color.NRGBA]int{}
		for y := range captchaHeight {
			for x := range captchaWidth {
				pixel := color.NRGBAModel.Convert(picture.At(x, y)).(color.NRGBA)
				if contrast(pixel, captchaGround) >= captchaContrast {
					dark++
					darkOf[pixel]++
				}
			}
		}
		var inks []int
		for _, n := range darkOf {
			inks = append(inks, n)
		}
		slices.Sort(inks)
		if len(inks) < captchaLength || inks[len(inks)-captchaLength] < 60 || dark > captchaWidth*captchaHeight/2 {
			t.Errorf("%d dark pixels, the most of one ink %v", dark, inks[max(0, len(inks)-8):])
		}
	}
	if _, err := drawCaptcha("0000"); err == nil || !strings.Contains(err.Error(), "no letter") {
		t.Errorf("a letter of no alphabet: %v", err)
	}
}
