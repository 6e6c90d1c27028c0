package access

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/mojocn/base64Captcha"
)

const (
	captchaWidth, captchaHeight = 150, 60
	// No part of a letter is nearer to an edge: a cut letter cannot be read.
	captchaMargin = 8
	// The least contrast of a letter against the ground.
	captchaContrast = 4.5
	tallest         = 34 // of a letter before it is turned, in pixels
	shortest        = 26
	turned          = 0.28 // at most so far to either side, in radians
)

var captchaGround = color.NRGBA{R: 250, G: 246, B: 236, A: 255}

// letterDriver draws one letter with the one font of the library in which every
// sign is readable. It draws at a half of the width, after a space.
var letterDriver = base64Captcha.NewDriverString(120, 240, 0, 0, 2, captchaAlphabet,
	&color.RGBA{}, nil, []string{"wqy-microhei.ttc"})

// letterMasks are the letters of the alphabet, each cut to its ink. They are drawn
// once: a picture takes them at sizes, angles and colours of its own.
var letterMasks = sync.OnceValues(func() (map[rune]*image.Alpha, error) {
	masks := map[rune]*image.Alpha{}
	for _, letter := range captchaAlphabet {
		mask, err := letterMask(letter)
		if err != nil {
			return nil, fmt.Errorf("draw letter %c: %w", letter, err)
		}
		masks[letter] = mask
	}
	return masks, nil
})

// letterMask draws one letter. The library places it by chance and may cut it at an
// edge; then it is drawn again.
func letterMask(letter rune) (*image.Alpha, error) {
	for {
		drawn, err := letterDriver.DrawCaptcha(" " + string(letter))
		if err != nil {
			return nil, err
		}
		var file bytes.Buffer
		if _, err := drawn.WriteTo(&file); err != nil {
			return nil, err
		}
		picture, err := png.Decode(&file)
		if err != nil {
			return nil, err
		}
		if ink := inkOf(picture); ink.In(picture.Bounds().Inset(1)) && ink.Dy() > 2*tallest {
			mask := image.NewAlpha(image.Rect(0, 0, ink.Dx(), ink.Dy()))
			for y := range ink.Dy() {
				for x := range ink.Dx() {
					_, _, _, a := picture.At(ink.Min.X+x, ink.Min.Y+y).RGBA()
					mask.SetAlpha(x, y, color.Alpha{A: uint8(a >> 8)})
				}
			}
			return mask, nil
		}
	}
}

// inkOf is the part of a picture that is not transparent.
func inkOf(picture image.Image) image.Rectangle {
	var ink image.Rectangle
	for y := picture.Bounds().Min.Y; y < picture.Bounds().Max.Y; y++ {
		for x := picture.Bounds().Min.X; x < picture.Bounds().Max.X; x++ {
			if _, _, _, a := picture.At(x, y).RGBA(); a > 0 {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return ink
}

// drawCaptcha draws an answer as PNG: lines first, and the letters over them.
func drawCaptcha(answer string) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, captchaWidth, captchaHeight))
	for i := range picture.Pix {
		picture.Pix[i] = [4]uint8{captchaGround.R, captchaGround.G, captchaGround.B, captchaGround.A}[i%4]
	}
	for range 4 {
		drawLine(picture)
	}
	if err := drawLetters(picture, answer); err != nil {
		return nil, err
	}
	var file bytes.Buffer
	err := png.Encode(&file, picture)
	return file.Bytes(), err
}

// drawLine draws a wave from the left edge to the right one.
func drawLine(picture *image.NRGBA) {
	ink := darkInk()
	middle, high := 8+rand.Float64()*(captchaHeight-16), 4+rand.Float64()*12
	waves, from := 1+rand.Float64()*3, rand.Float64()*2*math.Pi
	for x := range captchaWidth {
		y := int(middle + high*math.Sin(from+waves*math.Pi*float64(x)/captchaWidth))
		picture.SetNRGBA(x, y, ink)
		picture.SetNRGBA(x, y+1, ink)
	}
}

// placedLetter is a letter at its size and angle.
type placedLetter struct {
	mask       *image.Alpha
	scale      float64 // of the mask
	angle      float64
	wide, high float64 // of the box that it fills once it is turned
}

func (l *placedLetter) size(factor float64) {
	l.scale *= factor
	w, h := float64(l.mask.Rect.Dx())*l.scale, float64(l.mask.Rect.Dy())*l.scale
	sin, cos := math.Abs(math.Sin(l.angle)), math.Abs(math.Cos(l.angle))
	l.wide, l.high = w*cos+h*sin, w*sin+h*cos
}

// drawLetters draws the letters in a row within the margins. Each has a size, an
// angle, a height and an ink of its own; letters that are too wide together shrink.
func drawLetters(picture *image.NRGBA, answer string) error {
	masks, err := letterMasks()
	if err != nil {
		return err
	}
	const room, height = captchaWidth - 2*captchaMargin, captchaHeight - 2*captchaMargin
	var letters []placedLetter
	var wide float64
	for _, letter := range answer {
		mask := masks[letter]
		if mask == nil {
			return fmt.Errorf("no letter %q", letter)
		}
		l := placedLetter{mask: mask, scale: 1, angle: (2*rand.Float64() - 1) * turned}
		l.size((shortest + rand.Float64()*(tallest-shortest)) / float64(mask.Rect.Dy()))
		l.size(min(1, height/l.high))
		letters, wide = append(letters, l), wide+l.wide
	}
	if wide > room {
		for i := range letters {
			letters[i].size(room / wide)
		}
		wide = room
	}
	x, gap := float64(captchaMargin), (room-wide)/float64(len(letters))
	for _, l := range letters {
		left, top := x+rand.Float64()*gap, captchaMargin+rand.Float64()*(height-l.high)
		drawLetter(picture, l, left+l.wide/2, top+l.high/2)
		x += l.wide + gap
	}
	return nil
}

// drawLetter draws a letter about its middle.
func drawLetter(picture *image.NRGBA, l placedLetter, middleX, middleY float64) {
	ink := darkInk()
	sin, cos := math.Sincos(-l.angle)
	w, h := float64(l.mask.Rect.Dx()), float64(l.mask.Rect.Dy())
	box := image.Rect(int(middleX-l.wide/2), int(middleY-l.high/2), int(math.Ceil(middleX+l.wide/2)), int(math.Ceil(middleY+l.high/2)))
	const parts = 3 // of a pixel, each way
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			sum := 0
			for part := range parts * parts {
				dx := float64(x) + (float64(part%parts)+0.5)/parts - middleX
				dy := float64(y) + (float64(part/parts)+0.5)/parts - middleY
				sum += int(l.mask.AlphaAt(int(math.Floor((dx*cos-dy*sin)/l.scale+w/2)), int(math.Floor((dx*sin+dy*cos)/l.scale+h/2))).A)
			}
			blend(picture, x, y, ink, float64(sum)/(255*parts*parts))
		}
	}
}

// blend lays a share of an ink over a pixel.
func blend(picture *image.NRGBA, x, y int, ink color.NRGBA, share float64) {
	under := picture.NRGBAAt(x, y)
	mix := func(a, b uint8) uint8 { return uint8(float64(a)*(1-share) + float64(b)*share + 0.5) }
	picture.SetNRGBA(x, y, color.NRGBA{R: mix(under.R, ink.R), G: mix(under.G, ink.G), B: mix(under.B, ink.B), A: 255})
}

// darkInk is a colour that is read on the ground.
func darkInk() color.NRGBA {
	for {
		ink := color.NRGBA{R: uint8(rand.IntN(170)), G: uint8(rand.IntN(120)), B: uint8(rand.IntN(170)), A: 255}
		if contrast(ink, captchaGround) >= captchaContrast {
			return ink
		}
	}
}

// contrast is the ratio of two colours by WCAG 2.
func contrast(a, b color.NRGBA) float64 {
	light := func(c color.NRGBA) float64 {
		linear := func(v uint8) float64 {
			s := float64(v) / 255
			if s <= 0.04045 {
				return s / 12.92
			}
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B) + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}
