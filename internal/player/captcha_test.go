package player_test

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
)

// plant keeps a captcha whose answer the test knows.
func (h *house) plant(t *testing.T, answer string) string {
	t.Helper()
	id := vRand()
	h.exec(t, "INSERT INTO player_captcha (v_rand, answer, expires_at) VALUES (?, ?, ?)",
		id, h.box.Index("captcha/"+id, answer), h.d.Clock().Now().Add(120*time.Second).UnixMilli())
	return id
}

// ACC-01, ACC-05, trust CAP-6: the image is one, is small and is quickly drawn.
func TestTrust_CAP_6_CaptchaImages(t *testing.T) {
	eachWith(t, identity.Limits{}, func(t *testing.T, h *house) {
		start := time.Now()
		const images = 30
		for range images {
			raw, err := h.Image(t.Context(), vRand(), "10.0.0.1")
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(raw))
			if err != nil || img.Bounds().Dx() != 150 || img.Bounds().Dy() != 60 || len(raw) > 20_000 {
				t.Fatalf("image of %d bytes: %v", len(raw), err)
			}
		}
		t.Logf("%v an image", time.Since(start)/images)
		if _, err := h.Image(t.Context(), vRand(), "10.0.0.1"); !errors.Is(err, identity.ErrCaptchaTooMany) {
			t.Errorf("the 31st: %v", err)
		}
		if _, err := h.Image(t.Context(), vRand(), "10.0.0.2"); err != nil {
			t.Errorf("another address: %v", err)
		}
		dbtest.Clock(h.d).Advance(time.Minute)
		if _, err := h.Image(t.Context(), vRand(), "10.0.0.1"); err != nil {
			t.Errorf("a minute later: %v", err)
		}
		for _, bad := range []string{"", "1", "c232ab00-9414-11ec-b3c8-9f6bdeced846", vRand() + "0", "'; DROP TABLE player; --", "{" + vRand() + "}"} {
			if _, err := h.Image(t.Context(), bad, "10.0.0.3"); !errors.Is(err, identity.ErrVRand) {
				t.Errorf("vRand %q: %v", bad, err)
			}
		}
	})
}

// trust CAP-1: one image, one try, two minutes.
func TestTrust_CAP_1_ACaptchaIsUsedUpByItsFirstCheck(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		try := func(id, code string) error {
			r := h.form(fmt.Sprintf("p%08d", h.phone.Load()))
			r.VRand, r.VerifyCode = id, code
			_, err := h.Register(t.Context(), r)
			return err
		}
		id := h.plant(t, "AC34")
		if err := try(id, "ac34"); err != nil {
			t.Errorf("right, in small letters: %v", err)
		}
		if err := try(id, "AC34"); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("second use: %v", err)
		}
		id = h.plant(t, "AC34")
		if err := try(id, "AC35"); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("wrong: %v", err)
		}
		if err := try(id, "AC34"); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("right after wrong: %v", err)
		}
		if err := try(vRand(), "AC34"); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("never drawn: %v", err)
		}
		late := h.plant(t, "AC34")
		dbtest.Clock(h.d).Advance(119 * time.Second)
		if err := try(h.plant(t, "AC34"), "AC34"); err != nil {
			t.Errorf("fresh: %v", err)
		}
		dbtest.Clock(h.d).Advance(2 * time.Second)
		if err := try(late, "AC34"); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("after 121 s: %v", err)
		}
		// The test answer too is good for one use, drawn image or not.
		once := vRand()
		if err := try(once, testAnswer); err != nil {
			t.Errorf("test answer: %v", err)
		}
		if err := try(once, testAnswer); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("test answer twice: %v", err)
		}
		if _, err := h.Image(t.Context(), once, "10.0.0.1"); err != nil {
			t.Fatal(err)
		}
		if err := try(once, testAnswer); err != nil {
			t.Errorf("test answer beside a newly drawn one: %v", err)
		}
	})
}

func TestTrust_CAP_1_FiftyUsesAtOnceAreOne(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		id := h.plant(t, "AC34")
		var passed atomic.Int32
		var wg sync.WaitGroup
		for i := range 50 {
			r := h.form(fmt.Sprintf("many%04d", i))
			r.VRand, r.VerifyCode = id, "AC34"
			wg.Go(func() {
				if _, err := h.Register(t.Context(), r); err == nil {
					passed.Add(1)
				} else if !errors.Is(err, identity.ErrCaptchaWrong) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if passed.Load() != 1 {
			t.Errorf("%d of 50 passed", passed.Load())
		}
		dbtest.Clock(h.d).Advance(25 * time.Hour)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, table := range []string{"player_captcha", "player_throttle"} {
			if n := h.text(t, "SELECT count(*) FROM "+table); n != "0" {
				t.Errorf("%s rows left in %s", n, table)
			}
		}
	})
}

// Without the seam of the demo there is no second answer.
func TestWithoutATestAnswerOnlyTheDrawnOneCounts(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	h := &house{d: d}
	h.Players = player.New(player.Config{Phones: []string{"+86"}, DB: d, Box: newBox(t)})
	r := h.form("ming01")
	r.VerifyCode = "0000"
	for _, answer := range []string{"0000", testAnswer} {
		r.VerifyCode = answer
		if _, err := h.Register(t.Context(), r); !errors.Is(err, identity.ErrCaptchaWrong) {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
